/** The option `rows`: lists of a template's data that a program gives row by row. */

import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { openRenderer, type RenderedPdf } from '../../../src/index.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { browserOptions, otherBrowser } from '../../support/real-browser.ts';

const renderer = await openRenderer({
  browserPath: otherBrowser,
  sandbox: browserOptions.sandbox,
  workers: 1,
});
afterAll(() => renderer.close());

const html = '{% for r in rows %}{{ loop.index }}/{{ loop.length }} {{ r.name }};{% else %}none{% endfor %}';
const textOf = async ({ pdf }: RenderedPdf) => (await readPdf(pdf)).pages.join(' ');
const printed = '1/2 Ink;2/2 Pen;';

async function* cursor() {
  yield { name: 'Ink' };
  await setTimeout(5);
  yield { name: 'Pen' };
}

describe('rows', () => {
  it('are an array, a generator, a cursor, a path or a URL', async () => {
    const folder = temporaryFolder({ 'rows.csv': 'name\nInk\nPen\n', '-': '{"name":"Ink"}\n{"name":"Pen"}' });
    const path = join(folder, 'rows.csv');
    const sources = [
      [{ name: 'Ink' }, { name: 'Pen' }],
      new Set([{ name: 'Ink' }, { name: 'Pen' }]),
      cursor(),
      path,
      pathToFileURL(path),
      join(folder, '-'),
      { rows: path },
    ];
    for (const rows of sources) expect(await textOf(await renderer.html(html, { rows }))).toBe(printed);
  });

  it('are several lists by name, beside other data', async () => {
    const template = '{{ title }}: {{ a|length }} {{ b|map(r => r.id)|join(",") }} {{ (a|first).when }}';
    const options = {
      data: { title: 'Lists', b: 'replaced' },
      rows: { a: [{ when: new Date(0) }], b: [{ id: 2n ** 60n }, { id: 1 }] },
    };
    expect(await textOf(await renderer.html(template, options))).toBe(
      'Lists: 1 1152921504606846976,1 1970-01-01T00:00:00.000Z',
    );
  });

  it('come from the file that template.json names, also of a template in memory', async () => {
    const template = {
      'template.html': html,
      'template.json': '{ "rows": "rows.ndjson" }',
      'rows.ndjson': '{"name":"Ink"}\n{"name":"Pen"}\n',
    };
    expect(await textOf(await renderer.render({ template }))).toBe(printed);
    expect(await textOf(await renderer.render({ template, data: { rows: [] } }))).toBe('none');
    expect(await textOf(await renderer.render({ template, rows: [{ name: 'New' }] }))).toBe('1/1 New;');
    const rows = [{ title: 'A' }, { title: 'B' }];
    const results = [];
    for await (const result of renderer.rows({ template, rows })) results.push(await textOf(result));
    expect(results).toEqual([printed, printed]);
  });

  it('must match the schema, and errors name the row', async () => {
    const template = {
      'template.html': html,
      'schema.json': JSON.stringify({
        required: ['rows'],
        properties: { rows: { type: 'array', items: { properties: { name: { type: 'string' } } } } },
      }),
    };
    const rows = [{ name: 'Ink' }, { name: 7 }];
    await expect(renderer.render({ template, rows })).rejects.toMatchObject({
      code: 'invalid_data',
      errors: { 'rows.1.name': ['must be text, not 7'] },
    });
    await expect(renderer.render({ template })).rejects.toMatchObject({ errors: { rows: ['is missing'] } });
  });

  it('that cannot be read fail the document and leave the renderer usable', async () => {
    const rejected = async (rows: unknown) =>
      await renderer.html(html, { rows: rows as never }).then(
        () => undefined,
        (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
      );
    expect(await rejected(7)).toMatch(/^invalid_option: .*must be a path, an iterable of objects/);
    expect(await rejected({ 'a-b': [] })).toMatch(
      /^invalid_option: .*names of variables, which "a-b" is not/,
    );
    expect(await rejected('./missing.csv')).toBe('file_unreadable: Cannot read ./missing.csv: no such file.');
    expect(await rejected([{ name: 'Ink' }, 5])).toBe('invalid_data: Row 2 of rows.rows is not an object.');
    async function* failing() {
      yield { name: 'Ink' };
      throw new Error('the connection was lost');
    }
    await expect(renderer.html(html, { rows: failing() })).rejects.toThrow('the connection was lost');
    async function* endless() {
      for (;;) yield { name: 'Ink' };
    }
    await expect(renderer.html(html, { rows: endless(), timeoutMs: 500 })).rejects.toMatchObject({
      code: 'timeout',
    });
    await expect(renderer.html('{{ 1 / rows|length }}', { rows: [] })).rejects.toThrow('Division by zero');
    expect(await textOf(await renderer.html(html, { rows: cursor() }))).toBe(printed);
  });
});
