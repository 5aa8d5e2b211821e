/** Turns one task into a PDF. Runs in the thread and requests the template files it needs. */

import type { JsonObject } from '#contract/json';
import { readOwnFont } from '#runtime/built-file';
import type { SerializedValue } from '#runtime/serialize-data';
import { unpackData } from '#twig';
import { detectLanguage } from '../language/detect-language.ts';
import { drawDocument } from './draw/draw-document.ts';
import { type Drawable, drawable, getPictureFiles } from './draw/drawable.ts';
import { coverage } from './draw/missing-glyphs.ts';
import type * as Pdfme from './draw/pdfme-entry.ts';
import { type EditorFonts, editorFonts, fontVariants } from './editor-fonts.ts';
import type { EditorResult, EditorTask } from './editor-message.ts';
import { valueKind } from './element-types.ts';
import { compileDocument, type FilledElement } from './fill/compile-document.ts';
import { lintDesign } from './lint-design.ts';
import { readingOrder } from './tags/reading-order.ts';
import { toBox } from './tags/to-box.ts';

export type ReadFiles = (paths: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>;

export async function makeDocument(
  pdfme: typeof Pdfme,
  {
    document,
    data: { value: data, isPacked },
    fonts: fontPaths,
    tags,
    lang,
    lint,
    ...texts
  }: Omit<EditorTask, 'data'> & { readonly data: SerializedValue },
  readFiles: ReadFiles,
): Promise<EditorResult> {
  const start = performance.now();
  const compiled = compileDocument(document, texts);
  const unpacked = (value: unknown) => (isPacked ? unpackData(value) : value) as JsonObject;
  const whole = unpacked(data);
  const filled = compiled.pages(whole);
  const metadata = compiled.metadata(whole);
  // Faults of the static elements are reported before the first page is drawn.
  const statics = (page: number, pages: number) => compiled.statics(unpacked(withPage(data, page, pages)));
  statics(1, 1);
  const fill = performance.now() - start;

  const files = new Map<string, Uint8Array>();
  const drawables = async (elements: readonly FilledElement[]): Promise<Drawable[]> => {
    const missing = getPictureFiles(elements).filter((path) => !files.has(path));
    if (missing.length > 0) for (const [path, bytes] of await readFiles(missing)) files.set(path, bytes);
    return elements.map((each) => drawable(each, files));
  };
  const fonts = editorFonts(fontPaths);
  const all: Drawable[] = [];
  const pages: Drawable[][] = [];
  for (const each of filled) pages.push(await drawables(each));
  const fontFiles = await readFonts(fonts, namesIn(document), readFiles);
  const { pdf, controls } = await drawDocument(pdfme, {
    page: document.page,
    pages,
    statics: async (page, count) => {
      const drawn = await drawables(statics(page, count));
      all.push(...drawn);
      return drawn;
    },
    fonts,
    fontFiles,
    tags,
    language: tags ? (lang ?? detectLanguage(sampleText(pages.flat()))) : undefined,
  });
  const { missing, rightToLeft } = coverage(
    [...pages.flat(), ...all],
    fonts.standard,
    glyphs(pdfme, fontFiles),
  );
  const timings = { fill, draw: performance.now() - start - fill };
  const heading = findFirstHeading(pages);
  const linted = lint ? lintDesign(document) : undefined;
  const missingGlyphs = [...missing];
  const { notices } = compiled;
  const dataUse = compiled.dataUse(whole);
  return { pdf, controls, metadata, heading, linted, missingGlyphs, rightToLeft, notices, dataUse, timings };
}

/** Adds `page` and `pages`, overriding data of the same name. In the form of `packData` an object may be a `Map`. */
function withPage(data: unknown, page: number, pages: number): unknown {
  if (data instanceof Map) return new Map([...data, ['page', page], ['pages', pages]]);
  return { ...(data as object), page, pages };
}

/** Returns every font that the document names: as `fontName`, and as a style of another font. */
function namesIn({ pages, statics }: EditorTask['document']): Set<string> {
  const names = new Set<string>();
  const markdown = new Set<string>();
  const add = (name: unknown) => typeof name === 'string' && name !== '' && names.add(name);
  for (const { style } of [...pages.flat(), ...statics]) {
    for (const styles of [style, style.headStyles, style.bodyStyles])
      add((styles as ElementFonts | undefined)?.fontName);
    for (const name of Object.values((style.fontVariants as object | undefined) ?? {})) add(name);
    if (style.textFormat === 'inline-markdown') markdown.add(String(style.fontName ?? ''));
  }
  for (const name of markdown) names.add(`${name}:styles`);
  return names;
}

interface ElementFonts {
  readonly fontName?: unknown;
}

async function readFonts(
  fonts: EditorFonts,
  named: ReadonlySet<string>,
  readFiles: ReadFiles,
): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> {
  const wanted = new Set([fonts.standard]);
  for (const name of named) {
    const [, base] = /^(.*):styles$/.exec(name) ?? [];
    if (base === undefined) wanted.add(name);
    else for (const style of Object.values(fontVariants(base || fonts.standard, fonts))) wanted.add(style);
  }
  const found = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const name of wanted) {
    const source = fonts.names.get(name);
    if (!source) continue;
    const bytes =
      'own' in source ? readOwnFont(source.own) : (await readFiles([source.path])).get(source.path);
    if (bytes) found.set(name, Uint8Array.from(bytes));
  }
  return found;
}

function glyphs(pdfme: typeof Pdfme, files: ReadonlyMap<string, Uint8Array>) {
  const open = new Map<string, { hasGlyphForCodePoint(codePoint: number): boolean }>();
  return (name: string, codePoint: number): boolean => {
    const bytes = files.get(name);
    if (!bytes) return true;
    const font = open.get(name) ?? pdfme.fontkit.create(Buffer.from(bytes));
    open.set(name, font);
    return font.hasGlyphForCodePoint(codePoint);
  };
}

/** A language shows in less text. */
const maxSampleCharacters = 50_000;

/** Text for finding out the language. Elements of every page are left out: they are short, and often addresses. */
function sampleText(elements: readonly Drawable[]): string {
  let text = '';
  for (const { style, value } of elements) {
    if (text.length >= maxSampleCharacters) break;
    const kind = valueKind(style.type);
    if (kind === 'text') text += `${value}\n`;
    else if (kind === 'rows') text += `${(JSON.parse(value) as unknown[]).flat().join('\n')}\n`;
  }
  return text.slice(0, maxSampleCharacters);
}

/** The first heading of the highest level that comes first, in reading order; it can be the title of the document. */
function findFirstHeading(pages: readonly (readonly Drawable[])[]): string | undefined {
  for (const elements of pages) {
    const headings = elements.filter(({ heading, value }) => heading !== undefined && value.trim() !== '');
    const [first] = readingOrder(headings.map(({ style }) => toBox(style)));
    const { style, value = '' } = (first === undefined ? undefined : headings[first]) ?? {};
    const text = style?.textFormat === 'inline-markdown' ? value.replace(/[*~`]|\\(?=\S)/g, '') : value;
    if (style) return text.replace(/\s+/g, ' ').trim();
  }
  return undefined;
}
