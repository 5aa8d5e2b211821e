import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTemplateFolder } from '../../../src/template/load/read-template-folder.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';

describe('a template folder', () => {
  it('needs only a template.html', async () => {
    const folder = temporaryFolder({ 'template.html': '\ufeff<p>Hi' });
    const { template, filename } = await readTemplateFolder(folder);
    expect(template).toMatchObject({
      name: basename(folder),
      html: '<p>Hi',
      page: {},
      metadata: {},
      partials: {},
    });
    expect(template).toHaveProperty('styles', undefined);
    expect(filename).toBe(`${basename(folder)}.pdf`);
  });

  it('is read with all optional files', async () => {
    const folder = temporaryFolder({
      'template.html': 'T',
      'header.html': 'H',
      'footer.html': 'F',
      'styles.css': 'S',
      'partials/row.html': 'R',
      'partials/deep/cell.html': 'C',
      'partials/.hidden.html': 'no',
      'template.json': JSON.stringify({
        name: 'Invoice',
        description: 'One page',
        format: 'letter',
        orientation: 'landscape',
        margins: { top: 30 },
        metadata: { title: '{{ n }}' },
        scripts: false,
        forms: true,
      }),
    });
    const { template, filename } = await readTemplateFolder(folder);
    expect(filename).toBe(`${basename(folder)}.pdf`);
    expect(template).toMatchObject({
      name: 'Invoice',
      html: 'T',
      styles: 'S',
      page: { format: 'Letter', orientation: 'landscape', margins: { top: 30 }, header: 'H', footer: 'F' },
      metadata: { title: '{{ n }}' },
      scripts: false,
      forms: true,
    });
    expect({ ...template.partials }).toEqual({ 'deep/cell.html': 'C', 'row.html': 'R' });
    expect(template.partials.constructor).toBeUndefined();
  });

  it('accepts no partial from outside', async () => {
    const outside = temporaryFolder({ 'secret.html': 'secret' });
    const folder = temporaryFolder({ 'template.html': 'T', 'partials/a.html': 'A' });
    symlinkSync(join(outside, 'secret.html'), join(folder, 'partials', 'b.html'));
    symlinkSync(outside, join(folder, 'partials', 'c'));
    symlinkSync('a.html', join(folder, 'partials', 'd.html'));
    const { template } = await readTemplateFolder(folder);
    expect({ ...template.partials }).toEqual({ 'a.html': 'A', 'd.html': 'A' });
  });

  it('knows the file of every part and partial', async () => {
    const folder = temporaryFolder({ 'template.html': 'T', 'header.html': 'H', 'partials/a.html': 'A' });
    const { sources } = await readTemplateFolder(folder);
    const place = (part: string, template: string | null) => sources.locate({ part, template, line: 1 });
    expect(place('template', null)).toEqual({ file: join(folder, 'template.html'), line: 1, text: 'T' });
    expect(place('header', null)?.file).toBe(join(folder, 'header.html'));
    expect(place('header', 'a.html')?.file).toBe(join(folder, 'partials/a.html'));
    expect(place('footer', null)).toBeUndefined();
  });

  it('is reported as not found if it is not a template', async () => {
    const folder = temporaryFolder({ 'index.html': '' });
    await expect(readTemplateFolder(folder)).rejects.toMatchObject({
      code: 'template_not_found',
      exitCode: 4,
    });
    await expect(readTemplateFolder(join(folder, 'x'))).rejects.toMatchObject({ code: 'template_not_found' });
  });

  it('accepts no part from outside and says so', async () => {
    const outside = temporaryFolder({ 'secret.html': 'secret' });
    const folder = temporaryFolder({ 'template.html': 'T', 'shared/header.html': 'H' });
    symlinkSync('shared/header.html', join(folder, 'header.html'));
    expect((await readTemplateFolder(folder)).template).toMatchObject({ page: { header: 'H' } });
    symlinkSync(join(outside, 'secret.html'), join(folder, 'footer.html'));
    await expect(readTemplateFolder(folder)).rejects.toMatchObject({
      code: 'file_unreadable',
      message: `Cannot read ${join(folder, 'footer.html')}: it is a link to a place outside the folder.`,
    });
  });

  it.each(['a folder', 'a pipe'])('reports %s in place of a part', async (kind) => {
    const folder = temporaryFolder({ 'template.html': 'T' });
    const header = join(folder, 'header.html');
    if (kind === 'a folder') mkdirSync(header);
    else expect(spawnSync('mkfifo', [header]).status).toBe(0);
    await expect(readTemplateFolder(folder)).rejects.toMatchObject({
      code: 'file_unreadable',
      message: expect.stringMatching(kind === 'a folder' ? /it is a folder/ : /it is not a file but a pipe/),
    });
  });

  it('is rejected by name if it is not text', async () => {
    const folder = temporaryFolder({
      'template.html': 'T',
      'header.html': new Uint8Array([0xff, 0xfe, 0xfa]),
    });
    await expect(readTemplateFolder(folder)).rejects.toMatchObject({
      code: 'file_unreadable',
      message: `Cannot read ${join(folder, 'header.html')}: it is not UTF-8 text.`,
    });
  });
});

describe('template.json', () => {
  const read = (json: string) =>
    readTemplateFolder(temporaryFolder({ 'template.html': '', 'template.json': json }));

  it('names a property with a control character', async () => {
    const fault = 'must not contain U+0001: a property is text without control characters';
    await expect(read('{ "metadata": { "author": "a\\u0001b" } }')).rejects.toMatchObject({
      code: 'invalid_template',
      errors: { 'metadata.author': [fault] },
    });
  });

  it('reports every wrong setting with its line and the closest valid one', async () => {
    const json =
      '{\n  "formt": "A4",\n  "margins": { "tpo": 1, "left": "2" },\n  "metadata": { "titel": "x" }\n}';
    await expect(read(json)).rejects.toMatchObject({
      code: 'invalid_template',
      errors: {
        formt: ['is unknown. Did you mean "format"?'],
        'margins.tpo': ['is unknown. Did you mean "top"?'],
        'margins.left': [expect.stringMatching(/^must be a margin from 0 to 500 mm: .*12\.5.*"1in"/)],
        'metadata.titel': ['is unknown. Did you mean "title"?'],
      },
    });
  });

  it.each([
    ['{ "top": 12.5, "left": "1in" }', { top: 12.5, left: 25.4 }],
    [
      '{ "top": "2cm", "right": "36pt", "bottom": "48px", "left": "0" }',
      { top: 20, right: 12.7, bottom: 12.7, left: 0 },
    ],
    ['"1in 2cm"', { top: 25.4, right: 20, bottom: 25.4, left: 20 }],
    ['7.5', { top: 7.5, right: 7.5, bottom: 7.5, left: 7.5 }],
  ])('accepts the margins %s', async (json, margins) => {
    const { template } = await read(`{ "margins": ${json} }`);
    expect(template).toMatchObject({ page: { margins } });
  });

  it.each([
    ['"1em"', 'margins'],
    ['"1 2 3 4 5"', 'margins'],
    ['{ "top": "51cm" }', 'margins.top'],
    ['{ "top": -1 }', 'margins.top'],
    ['{ "top": true }', 'margins.top'],
    ['{ "top": "20" }', 'margins.top'],
  ])('rejects the margins %s', async (json, field) => {
    const rejected = { code: 'invalid_template', errors: { [field]: [expect.any(String)] } };
    await expect(read(`{ "margins": ${json} }`)).rejects.toMatchObject(rejected);
  });

  it.each([
    ['{ "format": "B5" }', { format: [expect.stringContaining('A4')] }],
    ['{ "orientation": "wide" }', { orientation: ['must be one of: portrait, landscape'] }],
    ['{ "tags": "no" }', { tags: [expect.stringContaining('true or false')] }],
    ['{ "forms": "yes" }', { forms: ['must be true or false'] }],
    ['{ "scripts": "no" }', { scripts: ['must be true or false'] }],
    ['[]', { '': ['must be a JSON object'] }],
  ])('%s', async (json, errors) => {
    await expect(read(json)).rejects.toMatchObject({ errors });
  });

  it('is rejected with line and column if it is not JSON', async () => {
    await expect(read('{\n  "name": "x",\n}')).rejects.toMatchObject({
      code: 'invalid_template',
      message: 'This is not valid JSON: Unexpected comma.',
      location: { line: 2, column: 14 },
    });
  });
});
