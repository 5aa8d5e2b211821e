/** The example templates, rendered strictly by the command, then read and inspected. */
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listFormFields } from '../../src/index.ts';
import { inspectPdf } from '../../src/pdf/inspect-pdf.ts';
import { joinRuns, readPages } from '../integration/render/paged/read-pages.ts';
import { holdsText } from '../support/decompressed-pdf.ts';
import { readAttachment } from '../support/e-invoice/read-attachment.ts';
import { type ReadPdf, readPdf } from '../support/read-pdf.ts';
import { root, run } from '../support/run.ts';

async function generate(
  name: string,
  ...options: readonly string[]
): Promise<{ pdf: ReadPdf; bytes: Uint8Array; fonts: readonly string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'pdfapi-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const template = join(root, 'templates-examples', name);
  const { exitCode, stdout, stderr } = await run(['generate', template, '--strict', ...options], {
    cwd: folder,
  });
  expect({ exitCode, stdout }, stderr).toEqual({ exitCode: 0, stdout: `${name}.pdf\n` });
  const bytes = await readFile(join(folder, `${name}.pdf`));
  expect(holdsText(bytes, 'document.pdfapi.invalid')).toBe(false);
  return { pdf: await readPdf(bytes), bytes, fonts: inspectPdf(bytes).fonts };
}

/** Returns the families of the embedded fonts. */
const families = (fonts: readonly string[]) => [...new Set(fonts.map((font) => font.split('-')[0]))];

it('there are nine examples', () => {
  const folders = readdirSync(join(root, 'templates-examples'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(folders.map(({ name }) => name).sort()).toEqual([
    'application-form',
    'book',
    'certificate',
    'e-invoice',
    'editor-form',
    'editor-invoice',
    'invoice',
    'letter',
    'report',
  ]);
});

it('invoice: 20 items on two numbered pages, with correct sums, in its own font', async () => {
  const { pdf, fonts } = await generate('invoice');
  expect(pdf.sizes).toEqual([
    { width: 210, height: 297 },
    { width: 210, height: 297 },
  ]);
  expect(pdf.pages[0]).toContain('Page 1 of 2');
  expect(pdf.pages[1]).toContain('Page 2 of 2');
  expect(pdf.pages[1]).toMatch(/20\s+Barista training/);
  expect(pdf.pages[1]).toContain('€7,534.98');
  expect(pdf.info.Title).toBe('Invoice 2026-0412');
  expect(families(fonts)).toEqual(['WorkSans']);
});

it('e-invoice: page and XML state the same amounts', async () => {
  const { pdf, bytes, fonts } = await generate('e-invoice');
  const xml = await readAttachment(bytes, 'factur-x.xml');
  expect(pdf.pages).toHaveLength(1);
  const [page = ''] = pdf.pages;
  for (const [printed, term] of [
    ['2.814,85 €', 'LineTotalAmount'],
    ['117,38 €', 'AllowanceTotalAmount'],
    ['2.697,47 €', 'TaxBasisTotalAmount'],
    ['3.153,92 €', 'GrandTotalAmount'],
  ] as const) {
    const amount = printed.replace('.', '').replace(',', '.').replace(' €', '');
    expect(page).toContain(printed);
    expect(xml).toContain(`<ram:${term}>${amount}</ram:${term}>`);
  }
  expect(families(fonts)).toEqual(['WorkSans']);
});

it.each<[string, string[]]>([
  [
    'small-business',
    [
      'Rechnung R-17',
      'Steuernummer 079/200/00000',
      '01.10.2026 – 31.10.2026',
      'Kleinunternehmer nach § 19 UStG',
      '400,00 €',
    ],
  ],
  [
    'credit-note',
    [
      'Rechnungskorrektur G-2026-014',
      '2026-0731, 02.11.2026',
      'Wir schreiben Ihnen 177,31 € gut.',
      'Erstattungsbetrag',
    ],
  ],
  [
    'intra-community',
    ['NIEDERLANDE', 'innergemeinschaftliche Lieferung', 'Steuerschuldnerschaft des', '3.490,00 €'],
  ],
  [
    'xrechnung',
    [
      '991-01234-38',
      'Zweigstelle Nord',
      'Rabatt, 10 % von 2.579,40 €',
      'je 100 Stück',
      'Treuerabatt (7 %)',
      'Bereits gezahlt',
    ],
  ],
])('e-invoice: the page of the case %s has what its reader needs', async (name, texts) => {
  const data = join(root, 'templates-examples/e-invoice/cases', `${name}.json`);
  const { pdf } = await generate('e-invoice', '--data', data);
  const page = pdf.pages.join(' ').replace(/\s+/g, ' ');
  for (const text of texts) expect(page).toContain(text);
});

it('e-invoice: is English with --lang en, and names discounts and dates so', async () => {
  const { pdf, bytes } = await generate('e-invoice', '--lang', 'en');
  const [page = ''] = pdf.pages;
  for (const text of ['Invoice 2026-0731', 'Nov 2, 2026', '19 % VAT on €2,230.22', 'Page 1 of 1']) {
    expect(page).toContain(text);
  }
  expect(pdf.info.Title).toBe('Invoice 2026-0731');
  expect(await readAttachment(bytes, 'factur-x.xml')).toContain('2 % cash discount if paid by Nov 12, 2026');
});

it('editor-invoice: its table grows over two numbered pages, with a repeated head and one set of totals', async () => {
  const { pdf, fonts } = await generate('editor-invoice');
  expect(pdf.pages).toHaveLength(2);
  expect(pdf.pages[0]).toContain('Page 1 of 2');
  expect(pdf.pages[1]).toContain('Page 2 of 2');
  expect(pdf.pages.map((text) => text.split('Quantity').length - 1)).toEqual([1, 1]);
  expect(pdf.pages[1]).toMatch(/20\s+Barista training/);
  expect(pdf.pages[1]).toContain('7,618.87');
  expect(pdf.pages.join().split('Net amount').length - 1).toBe(1);
  expect(pdf.info.Title).toBe('Invoice 2026-0412');
  expect(families(fonts)).toEqual(['OpenSans']);
});

it('editor-form: filled in over its base PDF', async () => {
  const { pdf } = await generate('editor-form');
  expect(pdf.pages).toHaveLength(1);
  expect(pdf.pages[0]).toContain('Membership form');
  expect(pdf.pages[0]).toContain('Katarzyna');
  const [box, text] = [pdf.place(1, 'Given name'), pdf.place(1, 'Katarzyna')];
  expect(text.top - box.top).toBeGreaterThan(3);
  expect(text.top - box.top).toBeLessThan(10);
});

it('report: about 30 pages with page numbers in its contents, repeated table heads, charts and an outline', async () => {
  const { pdf, bytes } = await generate('report');
  expect(pdf.pages.length).toBeGreaterThan(28);
  expect(pdf.pages.length).toBeLessThan(35);
  expect(pdf.links.filter((link) => link.startsWith('#')).length).toBeGreaterThan(20);
  expect(pdf.outline.length).toBeGreaterThan(20);
  const [, contents] = (await readPages(bytes)).pages;
  const entries = joinRuns(contents?.runs ?? [], Number.POSITIVE_INFINITY).map(({ text }) => text);
  expect(entries).toContainEqual(expect.stringMatching(/^3 Water quality[ .]+8$/));
  expect(pdf.pages[7]).toContain('Water quality');
  const heads = pdf.pages.filter((text) => /Station[\s\S]*pH/.test(text));
  expect(heads.length).toBeGreaterThan(1);
  const [red, , blue] = (await pdf.picture(1)).at(20, 20);
  expect(blue).toBeGreaterThan(red + 30);
});

it('book: every printed page number is that of its target, with heads, sizes and labels of the pages', async () => {
  const { bytes } = await generate('book');
  const { pages, labels, outline } = await readPages(bytes);
  const lines = pages.map(({ runs }) => joinRuns(runs, Number.POSITIVE_INFINITY).map(({ text }) => text));
  // The first four pages print no number.
  const front = ['v', 'vi', 'vii', 'viii'];
  expect(labels?.slice(4)).toEqual([...front, ...pages.slice(8).map((_, i) => String(i + 1))]);
  // The outline was read from the file, the entries are what is printed.
  const pageOf = new Map(
    outline.map((entry) => [entry.trim().replace(/ @\d+$/, ''), Number(/\d+$/.exec(entry))]),
  );
  const entries = (lines[4] ?? []).flatMap((line) => {
    const [, title = '', number = ''] = /^(.+?)[ .]+([ivx]+|\d+)$/.exec(line) ?? [];
    return title && title !== 'Contents' ? [{ title: title.replace(/^(I+)\. /, 'Part $1 '), number }] : [];
  });
  expect(entries.length).toBeGreaterThan(13);
  for (const { title, number } of entries) {
    expect(labels?.[(pageOf.get(title) ?? 0) - 1], title).toBe(number);
  }
  expect(pages.map(({ width, height }) => width > height).filter(Boolean)).toHaveLength(1);
  expect(lines[10]?.[0]).toBe('Choosing Paper 3');
  expect(lines[11]?.[0]).toBe('4 Part I Paper and Sections');
  expect(lines.at(-1)).toEqual(expect.arrayContaining([expect.stringMatching(/\d+–\d+/)]));
});

it('application-form: fields with labels on two pages, filled with what the data has, and a place to sign', async () => {
  const { pdf, bytes, fonts } = await generate('application-form', '--pdfa', '3a', '--pdfua');
  expect(pdf.pages).toHaveLength(2);
  // The standard fonts write what is typed, for which no font is embedded.
  expect(families(fonts)).toEqual(expect.arrayContaining(['WorkSans', 'DMMono']));
  const fields = await listFormFields(bytes);
  const named = new Map(fields.map((field) => [field.name, field]));
  expect(named.size).toBe(fields.length);
  // Sentences and words of the page, none of which is the name of a field.
  expect(fields.filter(({ label, name }) => !label || (label === name && name.includes('.')))).toEqual([]);
  expect(named.get('applicant.kind')).toMatchObject({ type: 'radio', label: 'You apply as', value: 'group' });
  expect(named.get('applicant.family_name')).toMatchObject({ value: 'Ó Briain', required: true });
  expect(named.get('applicant.country')).toMatchObject({ type: 'combo', value: 'Ireland' });
  expect(named.get('account.iban')).toMatchObject({ comb: true, maxLength: 22 });
  expect(named.get('project.about')).toMatchObject({ type: 'multiline', value: null });
  expect(named.get('project.costs.rooms')).toMatchObject({ type: 'checkbox', value: false });
  expect(named.get('number')).toMatchObject({ value: '20270138', readOnly: true });
  expect(named.get('signature')).toMatchObject({ type: 'signature', label: 'Signature of the applicant' });
});

it('certificate: one landscape page, printed to its edges', async () => {
  const { pdf } = await generate('certificate');
  expect(pdf.sizes).toEqual([{ width: 297, height: 210 }]);
  expect(pdf.pages[0]).toContain('Certificate of Advanced Studies');
  const picture = await pdf.picture(1);
  for (const [left, top] of [
    [1, 1],
    [295, 1],
    [1, 208],
    [295, 208],
  ] as const) {
    expect(picture.at(left, top)).not.toEqual([255, 255, 255]);
  }
});

it('letter: seven languages in six scripts', async () => {
  const { pdf } = await generate('letter');
  expect(pdf.pages).toHaveLength(1);
  for (const text of ['No hot water', 'Ελληνικά', 'Українська', 'العربية', 'עברית', '日本語', '简体中文']) {
    expect(pdf.pages[0]).toContain(text);
  }
});
