/** `openRenderer` as a program uses it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRenderer, PdfapiError, type Renderer } from '../../../src/index.ts';
import { browsersBelow } from '../../support/browser/process-list.ts';
import { viewed } from '../../support/pdf/merge/viewed.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { browserOptions, otherBrowser } from '../../support/real-browser.ts';

const examples = resolve(import.meta.dirname, '../../../templates-examples');
const folder = mkdtempSync(join(tmpdir(), 'pdfapi-library-'));
const options = { browserPath: otherBrowser, sandbox: browserOptions.sandbox };
let renderer: Renderer;

beforeAll(async () => {
  renderer = await openRenderer({ ...options, workers: 2 });
});
afterAll(async () => {
  await renderer.close();
  rmSync(folder, { recursive: true, force: true });
});

const sampleData = (name: string) => JSON.parse(readFileSync(join(examples, name, 'data.json'), 'utf8'));
const textOf = async (pdf: Uint8Array) => (await readPdf(pdf)).pages.join('\n');

describe('the lint', () => {
  const html =
    '<html lang="en"><title>Page</title><h1>Page</h1><img src="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>">';

  it('adds its findings to the warnings, and fails a strict render', async () => {
    expect((await renderer.html(html)).warnings).toEqual([]);
    const { warnings, report } = await renderer.html(html, { lint: true });
    expect(warnings).toEqual([
      expect.stringMatching(/^html:1:49: <img> has no text alternative.*\(image-alt\)$/),
    ]);
    expect(report.accessibility).toMatchObject([{ rule: 'image-alt', file: 'html', line: 1, column: 49 }]);
    await expect(renderer.html(html, { lint: true, strict: true })).rejects.toMatchObject({ code: 'strict' });
  });

  it('reads a template with its partials, in threads if templates are isolated', async () => {
    const template = {
      'template.html': '<html lang="en"><title>Page</title><h1>Page</h1>{% include "a.html" %}',
      'partials/a.html': '\n<img src="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>">',
    };
    const isolated = await openRenderer({ ...options, workers: 1, isolateTemplates: true });
    try {
      for (const each of [renderer, isolated]) {
        const { warnings } = await each.render({ template, lint: true });
        expect(warnings).toEqual([expect.stringContaining('partials/a.html:2:1: <img>')]);
      }
    } finally {
      await isolated.close();
    }
  });

  it('of a web page is about contrast only, because its source is not the caller’s', async () => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        '<img src="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>"><p style="color:#ccc">Pale',
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const { warnings } = await renderer.webPage(`http://127.0.0.1:${port}/`, {
        lint: true,
        allowHosts: [`127.0.0.1:${port}`],
      });
      expect(warnings).toEqual([
        expect.stringMatching(/^The text "Pale" has a contrast of .*text-contrast\)$/),
      ]);
    } finally {
      server.close();
    }
  });

  it('must be true or false', async () => {
    await expect(renderer.html(html, { lint: 'yes' as never })).rejects.toMatchObject({
      code: 'invalid_option',
    });
  });
});

describe('render', () => {
  it.each(['path', 'file: URL'])('renders a template folder by its %s', async (kind) => {
    const path = join(examples, 'invoice');
    const template = kind === 'path' ? path : pathToFileURL(path);
    const { pdf, pages, warnings, report } = await renderer.render({ template, data: sampleData('invoice') });
    expect(pages).toBe((await readPdf(pdf)).pages.length);
    expect(warnings).toEqual([]);
    expect(report.bytes).toBe(pdf.length);
  });

  it('renders the invoice in German, with its dates and amounts', async () => {
    const template = join(examples, 'invoice');
    const data = { ...sampleData('invoice'), currency: 'CHF', notes: [] };
    const { pdf, warnings } = await renderer.render({ template, data, lang: 'de' });
    const { pages } = await readPdf(pdf);
    const text = pages.join(' ').replaceAll(/\s+/g, ' ');
    expect(warnings).toEqual([]);
    for (const words of [
      'Rechnungsnummer',
      '12.–15. Oktober 2026',
      '10 % Rabatt',
      '3,5 hours',
      'Gesamtbetrag',
    ])
      expect(text).toContain(words);
    expect(text).toMatch(/Bitte überweisen Sie [\d.]+,\d\d CHF bis zum 30\. Oktober 2026/);
    expect(text).toContain('Rechnung 2026-0412 Seite 2 von 2');
    expect(text).not.toMatch(/Invoice|Payment|discount|of 2|VAT/);
  });

  it('renders a template from memory with its assets, styles and partials', async () => {
    const { pdf, warnings } = await renderer.render({
      template: {
        'template.html': '{% include "a.html" %}<img src="assets/red.svg" style="display:block">',
        'partials/a.html': '<p>Total {{ total }}</p>',
        'styles.css': 'p { font-size: 30px }',
        'assets/red.svg': Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect width="50" height="50" fill="red"/></svg>',
        ),
      },
      data: { total: 12.5 },
    });
    const read = await readPdf(pdf);
    expect(read.pages).toEqual(['Total 12.5']);
    expect(read.place(1, 'Total 12.5').size).toBeCloseTo(22.5);
    expect(warnings).toEqual([]);
  });

  it('renders an editor template without the browser', async () => {
    const { pdf } = await renderer.render({
      template: join(examples, 'editor-invoice'),
      data: sampleData('editor-invoice'),
    });
    expect(await textOf(pdf)).toContain(sampleData('editor-invoice').number);
  });

  it('rejects data that does not match the schema, naming each field', async () => {
    const template = {
      'template.html': 'a',
      'schema.json': '{"required":["total"],"properties":{"name":{"type":"string"}}}',
    };
    const failure = await renderer.render({ template, data: { name: 5 } }).catch((error) => error);
    expect(failure).toBeInstanceOf(PdfapiError);
    expect([failure.code, Object.keys(failure.errors).sort()]).toEqual(['invalid_data', ['name', 'total']]);
  });

  it('names the file and the line of an error in a template folder', async () => {
    const template = join(folder, 'broken');
    await mkdir(template);
    writeFileSync(join(template, 'template.html'), '<p>\n{{ a|nothing }}</p>');
    await expect(renderer.render({ template })).rejects.toMatchObject({
      code: 'invalid_template',
      location: { file: join(template, 'template.html'), line: 2 },
    });
  });

  it('lists every invalid option, and suggests the one that was meant', async () => {
    const given = { template: { 'template.html': 'a' }, formt: 'A4', margins: '3 miles', strict: 'yes' };
    const failure = await renderer.render(given as never).catch((error) => error);
    expect(failure.code).toBe('invalid_option');
    expect(Object.keys(failure.errors).sort()).toEqual(['formt', 'margins', 'strict']);
    expect(failure.errors.formt[0]).toContain('Did you mean "format"?');
  });
});

describe('html', () => {
  it.each([
    ['text', '<p>Hello {{ name }}</p>'],
    ['bytes', Buffer.from('<p>Hello {{ name }}</p>')],
    ['a stream', new Blob(['<p>Hello {{ name }}</p>']).stream()],
  ])('takes %s', async (_, html) => {
    const { pdf } = await renderer.html(html, { data: { name: 'Ada' } });
    expect(await textOf(pdf)).toBe('Hello Ada');
  });

  it('applies page settings, properties and attachments', async () => {
    const { pdf } = await renderer.html('<body style="margin: 0"><p>Body</p>', {
      format: 'a5',
      orientation: 'landscape',
      margins: { top: '3cm', left: 40 },
      header: '<p style="font-size:10px">Head {{ n }}</p>',
      data: { n: 7 },
      metadata: { title: 'No. {{ n }}' },
      attachments: [{ name: 'data.json', data: Buffer.from('{}'), type: 'application/json' }],
    });
    const read = await readPdf(pdf);
    expect(read.sizes).toEqual([{ width: 210, height: 148 }]);
    expect(read.place(1, 'Body').left).toBeCloseTo(40, 0);
    expect(read.pages[0]).toContain('Head 7');
    expect(read.info.Title).toBe('No. 7');
    expect((await viewed(pdf)).attachments).toEqual({ 'data.json': '{}' });
  });

  it('writes dates as ISO text and keeps all digits of a bigint', async () => {
    const data = { at: new Date(0), id: 2n ** 62n, missing: undefined };
    const { pdf } = await renderer.html('<p>{{ at }} {{ id }} {{ missing }}</p>', { data });
    expect(await textOf(pdf)).toBe('1970-01-01T00:00:00.000Z 4611686018427387904');
  });

  it('reads files from the folder given as assets, and warns of those that are missing without it', async () => {
    writeFileSync(join(folder, 'a.css'), 'p { font-size: 40px }');
    const html = '<link rel="stylesheet" href="a.css"><p>Styled</p>';
    const styled = await renderer.html(html, { assets: folder });
    expect((await readPdf(styled.pdf)).place(1, 'Styled').size).toBeCloseTo(30);
    const { warnings } = await renderer.html(html);
    expect(warnings).toEqual([expect.stringMatching(/^a\.css did not load: .*name it as `assets`/)]);
    await expect(renderer.html(html, { strict: true })).rejects.toMatchObject({ code: 'strict' });
  });

  it('makes the same bytes twice with a date', async () => {
    const make = async () =>
      (await renderer.html('<p>{{ "now"|date("Y") }}</p>', { reproducible: new Date(0) })).pdf;
    const [first, second] = [await make(), await make()];
    expect(Buffer.compare(first, second)).toBe(0);
    expect(await textOf(first)).toBe('1970');
  });

  it('returns the PDF as a stream, as often as it is asked', async () => {
    const result = await renderer.html('<p>a</p>');
    for (const _ of [1, 2]) {
      const bytes = await new Response(result.stream()).bytes();
      expect(Buffer.compare(bytes, result.pdf)).toBe(0);
    }
  });

  it('ends with the reason of the signal, or at its own time limit, and prints the next document', async () => {
    const endless = '<script>for (;;);</script>';
    const stop = new AbortController();
    const reason = new Error('The visitor has left.');
    const printing = renderer.html(endless, { signal: stop.signal });
    setTimeout(() => stop.abort(reason), 300);
    await expect(printing).rejects.toBe(reason);
    await expect(renderer.html(endless, { timeoutMs: 500 })).rejects.toMatchObject({ code: 'timeout' });
    expect(await textOf((await renderer.html('<p>Next</p>')).pdf)).toBe('Next');
  });
});

it('webPage prints an allowed page, and no private one otherwise', async () => {
  const site = createServer((_, response) => response.end('<p>Site</p>')).listen(0, '127.0.0.1');
  await new Promise((listening) => site.once('listening', listening));
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  try {
    const { pdf } = await renderer.webPage(`http://${host}/`, { allowHosts: [host] });
    expect(await textOf(pdf)).toBe('Site');
    await expect(renderer.webPage(`http://${host}/`)).rejects.toBeInstanceOf(PdfapiError);
    await expect(renderer.webPage('file:///etc/hosts')).rejects.toMatchObject({ code: 'invalid_option' });
  } finally {
    site.close();
  }
});

describe('rows', () => {
  const template = {
    'template.html': '<p>{{ n }} {{ shared }}</p>{{ fail }}',
    'schema.json': '{"properties":{"fail":false}}',
  };

  it('yields a PDF for each row in order, from an asynchronous source, with shared data', async () => {
    async function* rows() {
      for (let n = 0; n < 12; n++) yield { n };
    }
    const texts: string[] = [];
    for await (const { index, row, pdf } of renderer.rows({
      template,
      rows: rows(),
      data: { shared: 'x' },
    })) {
      expect(row.n).toBe(index);
      texts.push(await textOf(pdf));
    }
    expect(texts).toEqual(Array.from({ length: 12 }, (_, n) => `${n} x`));
  });

  it('throws at the first row that fails, after the rows before it', async () => {
    const rows = [{ n: 0 }, { n: 1, fail: true }, { n: 2 }];
    const seen: number[] = [];
    const consume = async () => {
      for await (const { index } of renderer.rows({ template, rows })) seen.push(index);
    };
    await expect(consume()).rejects.toMatchObject({ code: 'invalid_data' });
    expect(seen).toContain(0);
    expect(seen).not.toContain(1);
  });

  it('yields failed rows with their error if asked', async () => {
    const rows = [{ n: 0 }, { n: 1, fail: true }, { n: 2 }];
    const seen: (string | undefined)[] = [];
    for await (const { error } of renderer.rows({ template, rows, continueOnError: true }))
      seen.push(error?.code);
    expect(seen).toEqual([undefined, 'invalid_data', undefined]);
  });

  it('reads no more rows once its consumer has stopped', async () => {
    let read = 0;
    let isClosed = false;
    function* rows() {
      try {
        for (let n = 0; n < 1_000; n++) {
          read++;
          yield { n };
        }
      } finally {
        isClosed = true;
      }
    }
    for await (const { index } of renderer.rows({ template, rows: rows() })) if (index === 2) break;
    expect(read).toBeLessThan(20);
    expect(isClosed).toBe(true);
  });
});

describe('the life of a renderer', () => {
  it('ends its browser when its scope ends, and installs no signal handlers', async () => {
    const before = process.eventNames().filter((name) => /^SIG/.test(String(name)));
    const running = browsersBelow(process.pid).length;
    {
      await using own = await openRenderer({ ...options, workers: 1 });
      await own.html('<p>a</p>');
      expect(browsersBelow(process.pid).length).toBe(running + 1);
      expect(process.eventNames().filter((name) => /^SIG/.test(String(name)))).toEqual(before);
    }
    expect(browsersBelow(process.pid).length).toBe(running);
  });

  it('rejects renders after it was closed', async () => {
    const own = await openRenderer(options);
    await own.close();
    await own.close();
    await expect(own.html('a')).rejects.toThrow('The renderer is closed.');
  });

  it('reports a browser that cannot start when it is opened', async () => {
    await expect(openRenderer({ browserPath: '/nowhere/chromium' })).rejects.toMatchObject({
      code: 'browser_missing',
    });
  });

  it('ends a template that takes too long in a thread of its own', async () => {
    await using own = await openRenderer({ ...options, isolateTemplates: true });
    const bomb =
      '{% for a in 1..9999 %}{% for b in 1..9999 %}{% for c in 1..9999 %}{% endfor %}{% endfor %}{% endfor %}';
    const late = own.html(bomb).catch((error) => error);
    let beats = 0;
    const heart = setInterval(() => beats++, 20);
    expect((await late).code).toBe('invalid_template');
    clearInterval(heart);
    expect(beats).toBeGreaterThan(5);
    expect(await textOf((await own.html('<p>{{ 1 + 1 }}</p>')).pdf)).toBe('2');
  });
});
