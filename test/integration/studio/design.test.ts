/** Round trips of a template through the Designer without the Designer: the state it was given, changed as it would. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/contract/json.ts';
import { type DesignFiles, openDesign } from '../../../src/studio/open-design.ts';
import type { PageSetting } from '../../../src/studio/page-setting.ts';
import { saveDesign } from '../../../src/studio/save-design.ts';
import { editorJson, table, text } from '../../support/pdfme/editor-files.ts';
import { root } from '../../support/run.ts';

type Element = { [key: string]: Json };

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const otherPng = Buffer.concat([png, Buffer.from('another')]);
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';

const noFiles: DesignFiles = new Map();

/** `change` receives the elements of the first page by name, as the Designer has them. */
function edit(
  file: string,
  change: (elements: Record<string, Element>, pages: Element[][]) => void = () => {},
  { files = noFiles, page }: { files?: DesignFiles; page?: PageSetting } = {},
) {
  const open = openDesign(file, files);
  const pages = structuredClone(open.shown.schemas) as Element[][];
  change(Object.fromEntries((pages[0] ?? []).map((each) => [String(each.name), each])), pages);
  return saveDesign(open, pages as readonly (readonly JsonObject[])[], page);
}

/** Returns the lines of `after` that are not in `before`, and the reverse. */
function changedLines(before: string, after: string): { added: string[]; removed: string[] } {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const rest = [...old];
  const added = now.filter((line) => {
    const at = rest.indexOf(line);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return { added, removed: rest };
}

const simple = `${editorJson([[text('a', 'A'), text('b', '{{ b }}'), table('c', [['x']])]], [text('foot', '{{ page }}')])}\n`;

it.each(['editor-invoice', 'editor-form'])('%s is saved byte for byte unchanged', (name) => {
  const file = readFileSync(join(root, 'templates-examples', name, 'editor.json'), 'utf8');
  const logo = readFileSync(join(root, 'templates-examples/editor-invoice/assets/logo.svg'));
  expect(edit(file, () => {}, { files: new Map([['assets/logo.svg', logo]]) })).toEqual({
    text: file,
    pictures: new Map(),
  });
});

it('a moved element changes its two lines, rounded to a hundredth of a millimetre', () => {
  const file = readFileSync(join(root, 'templates-examples/editor-invoice/editor.json'), 'utf8');
  const { text: saved } = edit(file, (elements) => {
    elements.title = Object.assign(elements.title ?? {}, { position: { x: 31.23456, y: 90.999999 } });
  });
  const { added, removed } = changedLines(file, saved);
  expect(added.map((line) => line.trim())).toEqual(['"x": 31.23,', '"y": 91']);
  expect(removed).toHaveLength(2);
});

it('own and unknown keys survive, at the top and in elements', () => {
  const file = JSON.stringify({
    note: 'ours',
    ...JSON.parse(editorJson([[text('a', 'A', { visible: 'total > 0', note: { by: 'us' } })]])),
  });
  const saved = JSON.parse(edit(file, ({ a = {} }) => Object.assign(a, { width: 50 })).text);
  expect(saved.note).toBe('ours');
  expect(saved.schemas[0][0]).toMatchObject({ visible: 'total > 0', note: { by: 'us' }, width: 50 });
});

it('own keys are added behind the content, and emptied ones are removed', () => {
  const { text: saved } = edit(simple, ({ a = {} }) => Object.assign(a, { visible: 'total > 0' }));
  expect(changedLines(simple, saved).added.map((line) => line.trim())).toEqual(['"visible": "total > 0",']);
  expect(edit(saved, ({ a = {} }) => Object.assign(a, { visible: ' ' })).text).toBe(simple);
});

it('a missing font is shown as the default one and stays in the file', () => {
  const file = `${editorJson([
    [text('a', 'A', { fontName: 'NotoSerifJP' }), table('t', [['x']], { bodyStyles: { fontName: 'Gone' } })],
  ])}\n`;
  const [a, t] = openDesign(file, noFiles).shown.schemas[0] ?? [];
  expect(a).toMatchObject({ fontName: 'OpenSans-Regular' });
  expect(t).toMatchObject({ bodyStyles: { fontName: 'OpenSans-Regular' } });
  expect(edit(file).text).toBe(file);
});

it("the Designer's own additions are not written", () => {
  const { text: saved } = edit(simple, (elements) => {
    for (const each of Object.values(elements)) {
      Object.assign(each, { id: 'x', readOnly: false, repeat: '', rotate: null, __isSplit: true });
    }
  });
  expect(saved).toBe(simple);
});

it('readOnly stays in the file and is never passed to the Designer', () => {
  const file = `${editorJson([[text('a', '{1+1} {date}', { readOnly: true })]])}\n`;
  expect(openDesign(file, noFiles).shown.schemas[0]?.[0]?.readOnly).toBe(false);
  expect(edit(file, ({ a = {} }) => Object.assign(a, { readOnly: false })).text).toBe(file);
});

it('saves new, copied, moved and deleted elements', () => {
  const { text: saved } = edit(simple, ({ a = {}, b = {} }, pages) => {
    pages[0] = [
      { ...b, name: 'b copy', position: { x: 1, y: 2 } },
      ...(pages[0] ?? []).filter((each) => each !== a),
      { type: 'text', name: 'new', content: 'N', height: 5, width: 5, position: { y: 1, x: 1 } },
    ];
  });
  const elements = JSON.parse(saved).schemas[0];
  expect(elements.map(({ name }: { name: string }) => name)).toEqual(['b copy', 'b', 'c', 'new']);
  expect(Object.keys(elements[3])).toEqual(['name', 'type', 'content', 'position', 'width', 'height']);
  expect(saved).not.toContain('__');
});

it('elements of every page are shown on the first and stay elements of every page', () => {
  const shown = openDesign(simple, noFiles).shown;
  expect(shown.schemas[0]?.at(-1)).toMatchObject({ name: 'foot', everyPage: true });
  expect(shown.basePdf).not.toHaveProperty('staticSchema');
  const moved = edit(simple, ({ b = {}, foot = {} }) => {
    Object.assign(b, { everyPage: true });
    Object.assign(foot, { everyPage: false });
  });
  const saved = JSON.parse(moved.text);
  expect(saved.basePdf.staticSchema.map(({ name }: { name: string }) => name)).toEqual(['b']);
  expect(saved.schemas[0].map(({ name }: { name: string }) => name)).toEqual(['a', 'c', 'foot']);
  expect(moved.text).not.toContain('everyPage');
});

it('pictures are shown from assets/ and keep their paths', () => {
  const file = `${editorJson([[{ ...text('logo', 'assets/logo.png'), type: 'image' }]])}\n`;
  const files = new Map([['assets/logo.png', png]]);
  const shown = openDesign(file, files).shown.schemas[0]?.[0]?.content;
  expect(shown).toBe(`data:image/png;base64,${png.toString('base64')}`);
  expect(edit(file, () => {}, { files }).text).toBe(file);
});

it('inserted pictures become files, one each, named after their elements', () => {
  const data = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;
  const file = `${editorJson([
    [
      { ...text('Company Logo!', ''), type: 'image' },
      { ...text('art', ''), type: 'svg' },
    ],
  ])}\n`;
  const taken = new Map([['assets/company-logo.png', otherPng]]);
  const { text: saved, pictures } = edit(
    file,
    ({ 'Company Logo!': logo = {}, art = {} }, pages) => {
      Object.assign(logo, { content: data(png) });
      Object.assign(art, { content: svg });
      pages[0]?.push({ ...text('again', data(png)), type: 'image' } as Element);
      pages[0]?.push({ ...text('old', data(otherPng)), type: 'image' } as Element);
      pages[0]?.push({ ...text('../../etc', data(Buffer.concat([png, png]))), type: 'image' } as Element);
    },
    { files: taken },
  );
  expect([...pictures.keys()]).toEqual(['assets/company-logo-2.png', 'assets/art.svg', 'assets/etc.png']);
  expect(pictures.get('assets/company-logo-2.png')).toEqual(Uint8Array.from(png));
  const contents = JSON.parse(saved).schemas[0].map(({ content }: { content: string }) => content);
  expect(contents).toEqual([
    'assets/company-logo-2.png',
    'assets/art.svg',
    'assets/company-logo-2.png',
    'assets/company-logo.png',
    'assets/etc.png',
  ]);
});

it('an inserted picture of an unsupported format stays inline', () => {
  const gif = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
  const file = `${editorJson([[{ ...text('logo', ''), type: 'image' }]])}\n`;
  const { text: saved, pictures } = edit(file, ({ logo = {} }) => Object.assign(logo, { content: gif }));
  expect(JSON.parse(saved).schemas[0][0].content).toBe(gif);
  expect(pictures.size).toBe(0);
});

it('paper and margins change their lines', () => {
  const page = { width: 215.9, height: 279.4, padding: [20, 20, 20, 25] };
  const { added } = changedLines(simple, edit(simple, () => {}, { page }).text);
  expect(added.map((line) => line.trim())).toEqual(['"width": 215.9,', '"height": 279.4,', '25']);
});

it('opens the old format, and a file with almost no content', () => {
  const old = JSON.stringify({ schemas: [{ a: text('', 'A') }], basePdf: { width: 100, height: 100 } });
  const element = JSON.parse(edit(old).text).schemas[0][0];
  expect(element).toMatchObject({ name: 'a', content: 'A' });
  const { text: saved } = edit('{ "schemas": [[]] }', (_, pages) =>
    pages[0]?.push({ ...text('a', 'A') } as Element),
  );
  expect(JSON.parse(saved)).toMatchObject({
    schemas: [[{ name: 'a' }]],
    basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
  });
  expect(() => openDesign('{', noFiles)).toThrow(SyntaxError);
  expect(() => openDesign('[]', noFiles)).toThrow('JSON object');
});

it('what screen readers need is saved, but not a text that was only made empty', () => {
  const decoration = {
    name: 'line',
    type: 'svg',
    content: 'a.svg',
    alt: '',
    position: { x: 1, y: 1 },
    width: 5,
    height: 5,
  };
  const logo = { ...decoration, name: 'logo', alt: 'Logo' };
  const { alt: _, ...photo } = { ...decoration, name: 'photo' };
  const file = editorJson([[decoration, logo, photo, text('title', 'A title')]]);
  const saved = (change: Parameters<typeof edit>[1]) =>
    JSON.parse(edit(file, change, { files: new Map([['a.svg', Buffer.from(svg)]]) }).text).schemas[0];
  const [line, named, plain, title] = saved((elements) => {
    Object.assign(elements.logo ?? {}, { alt: '' });
    Object.assign(elements.photo ?? {}, { alt: '' });
    Object.assign(elements.title ?? {}, { heading: 2 });
  });
  expect([line.alt, 'alt' in named, 'alt' in plain, title.heading]).toEqual(['', false, false, 2]);
  expect(saved((elements) => Object.assign(elements.photo ?? {}, { alt: ' ' }))[2].alt).toBe(' ');
});
