/** The measured documents: one-page invoices and thirty-page reports, printed by the project's browser. */
import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import { defaultCacheDirectory } from '../../src/browser/install/cache-directory.ts';
import { startSingleUseBrowser } from '../../src/browser/single-use-browser.ts';
import type { JsonObject } from '../../src/contract/json.ts';
import { render } from '../../src/render/render.ts';
import { Deadline } from '../../src/runtime/deadline.ts';
import { readTemplateFolder } from '../../src/template/load/read-template-folder.ts';
import { noAssets } from '../../src/template/model/template.ts';

export interface Printed {
  readonly pdf: Uint8Array;
  /** Milliseconds of the browser: load and print. */
  readonly time: number;
}

const words = 'alpha beta gamma delta invoice total Müller price häufig quantity Straße report figure'.split(
  ' ',
);
const word = (i: number) => words[(i * 7919 + (i >> 3)) % words.length] ?? '';
const times = (count: number, part: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join('');

const invoice = (n: number) => `<!doctype html><html lang="en"><title>Invoice ${n}</title>
<style>body { font: 11px sans-serif } td, th { border: 1px solid #888; padding: 3px }</style>
<h1>Invoice ${n}</h1><p>Dear <b>${word(n)} ${word(n + 3)}</b>,</p>
<table><tr><th>Item<th>Quantity<th>Price</tr>${times(
  20,
  (i) => `<tr><td>${word(n * 20 + i)} ${word(i)}<td>${i + 1}<td>${(((i * 37 + n) % 91) * 1.07).toFixed(2)}`,
)}</table><p><i>Thanks</i>, ${word(n + 5)}`;

/** Returns an RGB picture that compresses no better than a photograph. */
function picture(width: number, height: number, seed = 1): string {
  const rows = Buffer.alloc(height * (1 + width * 3));
  let noise = seed;
  for (let i = 0; i < rows.length; i++) {
    noise = (noise * 48_271) % 0x7fff_ffff;
    rows[i] = i % (1 + width * 3) === 0 ? 0 : noise & 0xff;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(body.length + 8);
    frame.writeUInt32BE(data.length, 0);
    frame.set(body, 4);
    frame.writeUInt32BE(crc32(body), body.length + 4);
    return frame;
  };
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return `data:image/png;base64,${Buffer.concat([signature, ...parts]).toString('base64')}`;
}

const logo = picture(200, 50);

/** The same invoices on a letterhead, in four typefaces. */
const letter = (n: number) =>
  invoice(n).replace(
    '<h1>',
    `<img src="${logo}" alt="Logo"><p style="font-family: serif">${word(n)} <b>${word(n + 1)}</b></p>
<p style="font-family: monospace">${word(n + 2)} ${n * 7919}</p><h1>`,
  );

/** Typical of another producer: five typefaces, and accented letters that are composite glyphs. */
const german = (n: number) => `<!doctype html><html lang="de"><title>Rechnung ${n}</title>
<style>body { font: 10pt sans-serif } h1, h2 { font-family: serif } code { font-family: monospace }
table { width: 100%; border-collapse: collapse } td { border-bottom: 1px solid #ccc }</style>
<h1>Rechnung Nr. 2026-${1000 + n}</h1>
<p>Kunde <b>Müller &amp; Söhne GmbH ${n}</b>, <i>Straße ${n}</i>, <code>DE${123_456_789 + n}</code>
<h2>Leistungen</h2><table><thead><tr><th>#<th>Text<th>Menge<th>Preis</tr></thead>${times(
  12,
  (i) => `<tr><td>${i + 1}<td>Position ${n * 7 + i} – Beratung &amp; Prüfung<td>${(n * 13 + i * 17) % 90}
<td>${((n + 1) * (i + 3) * 1.37).toFixed(2)} €</tr>`,
)}</table><p><b>Summe: ${(n * 123.45).toFixed(2)} €</b>`;

/** Two links to each of 28 sections: one from the table of contents and one from another section. */
const report = (n: number) => `<!doctype html><html lang="en"><title>Report ${n}</title>
<style>h1 { break-before: page }</style><ul>${times(28, (i) => `<li><a href="#s${i}">Section ${i}</a>`)}</ul>
${times(
  28,
  (i) => `<h1 id="s${i}">Section ${i} ${word(i + n)}</h1><p><a href="#s${(i + 9) % 28}">see there</a></p>
${times(6, (p) => `<p>${times(60, (j) => `${word(i * 60 + j + p + n)} `)}</p>`)}<h2>Figures ${i}</h2>
<table>${times(8, (row) => `<tr><th>${word(row)}<td>${row * n}<td>${word(row + n + i)}`)}</table>`,
)}<h1>End</h1>`;

const table = `<!doctype html><html lang="en"><title>Table</title><table>${times(
  2500,
  (i) => `<tr><th>${i}<td>${word(i)}<td>${word(i * 3)} ${word(i + 1)}<td>${(i * 37) % 991}`,
)}</table>`;

const album = `<!doctype html><html lang="en"><title>Album</title>${times(
  14,
  (i) => `<h1>Picture ${i}</h1><img src="${picture(800, 600, i + 1)}" alt="Noise" style="width: 100%">`,
)}`;

interface Example extends JsonObject {
  number?: string;
  items?: { quantity: number }[];
  recipient?: JsonObject;
}

export async function printDocuments() {
  const browser = startSingleUseBrowser({
    cacheDirectory: defaultCacheDirectory(process.env),
    environment: process.env,
    sandbox: process.env.PDFAPI_NO_SANDBOX !== '1',
  });
  const print = async (html: string, tags = true): Promise<Printed> => {
    const deadline = new Deadline(120_000);
    try {
      const { pdf, timings } = await browser.print(
        {
          html,
          tags,
          paper: { width: 210, height: 297, sizeGiven: true, margins: {} },
          assets: noAssets,
          scripts: false,
          allowHosts: [],
          listFonts: false,
        },
        deadline,
      );
      return { pdf, time: timings.load + timings.print };
    } finally {
      deadline.close();
    }
  };
  /** A template that comes with the project, with its own data but for what `change` makes another in each. */
  const examples = async (name: string, change: (data: Example, n: number) => void): Promise<Printed[]> => {
    const folder = new URL(`../../templates-examples/${name}`, import.meta.url).pathname;
    const { template } = await readTemplateFolder(folder);
    const printed: Printed[] = [];
    for (let n = 1; n <= 50; n++) {
      const data: Example = JSON.parse(readFileSync(`${folder}/data.json`, 'utf8'));
      change(data, n);
      const deadline = new Deadline(120_000);
      const { pdf, report } = await render({ template, data, compact: false }, { browser, deadline });
      deadline.close();
      printed.push({ pdf, time: report.timings.load + report.timings.print });
    }
    return printed;
  };
  try {
    const all = async (count: number, document: (n: number) => string, tags?: boolean) => {
      const printed: Printed[] = [];
      for (let n = 1; n <= count; n++) printed.push(await print(document(n), tags));
      return printed;
    };
    return {
      merged: {
        '50 invoices of one page': await all(50, invoice),
        '50 invoices of one page on a letterhead, in four typefaces': await all(50, letter),
        '50 German invoices of one page, in five typefaces': await all(50, german),
        '50 German invoices of one page, in five typefaces, without tags': await all(50, german, false),
        '50 of the example invoices, of two pages with a drawn logo and three typefaces': await examples(
          'invoice',
          (data, n) => {
            data.number = `2026-${1000 + n}`;
            for (const item of data.items ?? []) item.quantity += n % 7;
          },
        ),
        '50 of the example letters, of one page with a drawn logo and nine typefaces': await examples(
          'letter',
          (data, n) => {
            (data.recipient as { lines: string[] }).lines[0] = `${word(n)} ${word(n + 5)} ${n}`;
          },
        ),
        '50 of the example certificates, of two pages with drawn frames': await examples(
          'certificate',
          (data, n) => {
            data.number = `NIC-2026-${n}`;
            data.recipient = { name: `${word(n)} ${word(n + 5)} ${n}` };
          },
        ),
        '10 reports of 30 pages': await all(10, report),
      },
      single: {
        'invoice, 1 page': await print(invoice(1)),
        'the same without tags': await print(invoice(1), false),
        'report, 30 pages': await print(report(1)),
        'the same without tags ': await print(report(1), false),
        'table, 2,500 rows': await print(table),
        'album, 14 pictures': await print(album),
      },
    };
  } finally {
    await browser.close();
  }
}
