/** Signature fields that HTML places on its pages, signed or not. */
import { afterAll, expect, it } from 'vitest';
import { arrangePdf, mergePdfs, openRenderer, signPdf } from '../../../src/index.ts';
import { verifySignatures } from '../../../src/render/sealing/verify-signatures.ts';
import { breaches } from '../../support/pdf/breaches.ts';
import { hasPoppler, run } from '../../support/pdf/installed.ts';
import { seenByPdfjs } from '../../support/pdf/with-pdfjs.ts';
import { otherBrowser } from '../../support/real-browser.ts';
import { makeIdentity } from '../../support/signing/make-identity.ts';
import { signatureWidgets } from '../../support/signing/signature-widgets.ts';

const renderer = await openRenderer({ workers: 1, browserPath: otherBrowser });
afterAll(() => renderer.close());

const { identity } = makeIdentity();
const key = Buffer.from(
  [identity.key.export({ format: 'pem', type: 'pkcs8' }), identity.certificate].map(String).join(''),
);
const document = (body: string, head = '') =>
  `<!doctype html><html lang="en"><title>Contract</title><style>body { margin: 0 }</style>${head}${body}`;
const box = 'width: 60mm; height: 20mm; border: 4px solid';
const contract = document(
  `<h1>Contract</h1><div data-pdfapi-signature="{{ who }}" style="${box}"></div>
   <div data-pdfapi-signature="seller" aria-label="Signature of the seller" style="${box}">Sign here</div>`,
);
const page = { format: 'A5', margins: 20 } as const;
const data = { who: 'buyer (Zoë)' };
/** On both sides, in millimetres. */
const border = (8 * 25.4) / 96;
const points = (millimetres: number) => (millimetres * 72) / 25.4;

/** Chromium moves boxes to whole pixels, which are 0.75 points. */
function expectNear(found: readonly number[], millimetres: readonly number[]): void {
  expect(found).toHaveLength(millimetres.length);
  for (const [index, each] of millimetres.entries()) {
    expect(Math.abs((found[index] ?? 0) - points(each))).toBeLessThan(1);
  }
}

it('a field has the box of its element, a name, a label, and stays unsigned', async () => {
  const { pdf, warnings } = await renderer.html(contract, { ...page, data });
  expect(warnings).toEqual([]);
  expect(verifySignatures(pdf)).toMatchObject({ signatures: [], unsigned: ['buyer (Zoë)', 'seller'] });
  const [buyer, seller] = await signatureWidgets(pdf);
  expect(buyer).toMatchObject({ name: 'buyer (Zoë)', label: 'buyer (Zoë)', page: 1, hasAppearance: true });
  expect(seller).toMatchObject({ name: 'seller', label: 'Signature of the seller' });
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = buyer?.rect ?? [];
  // Its border included.
  expectNear([x0, x1 - x0, y1 - y0], [20, 60 + border, 20 + border]);
  expect(seller?.rect[3]).toBeCloseTo(y0, 1);
  // They are links no more.
  expect(Buffer.from(pdf).includes('pdfapi-signature')).toBe(false);
});

it('signed fields show name, reason, place and time, or the content of their element', async () => {
  const { pdf } = await renderer.html(contract, { ...page, data, pdfua: true, pdfa: '2a' });
  const options = { key, reason: 'Agreed', location: 'Łódź', date: new Date('2026-11-25T09:30:00Z') };
  const one = await signPdf(pdf, { ...options, field: data.who });
  const two = await signPdf(one.pdf, { ...options, field: 'seller' });
  expect([one.warnings, two.warnings]).toEqual([[], []]);
  expect(verifySignatures(two.pdf).signatures).toMatchObject([
    { field: data.who, page: 1, valid: true, findings: [] },
    { field: 'seller', page: 1, valid: true, coversFile: true, findings: [] },
  ]);
  expect([breaches(two.pdf, 'pdfa-2a'), breaches(two.pdf, 'pdfua-1')]).toEqual([[], []]);
  const shown = await signatureWidgets(two.pdf);
  expect(shown.map(({ hasText }) => hasText)).toEqual([true, false]);
  if (!hasPoppler) return console.warn('poppler is not installed: the text of the field was not read.');
  const text = run('pdftotext', ['{}', '-'], two.pdf);
  expect(text.replace(/\n+/g, '\n')).toContain('Ada Lovelace\nAgreed\nŁódź\n2026-11-25 09:30 UTC');
});

it('the only unsigned field is signed without a name, and what the font lacks is a warning', async () => {
  const html = document(`<div data-pdfapi-signature="only" style="${box}"></div>`);
  const sign = { key, name: '山田 Ada', date: new Date('2026-11-25T09:30:00Z') };
  const { pdf, warnings } = await renderer.html(html, { ...page, sign });
  expect(verifySignatures(pdf).signatures).toMatchObject([{ field: 'only', valid: true, name: '山田 Ada' }]);
  expect(warnings).toEqual(['The field only shows its text without 山 田, which its font does not have.']);
});

it('fields made by a script, in columns and positioned, are placed where they are', async () => {
  const html = document(
    `<div style="columns: 2; height: 30mm; column-fill: auto"><p style="height: 25mm"></p><div id="a"></div></div>
     <p data-pdfapi-signature="fixed" style="position: absolute; left: 0; top: 100mm; width: 30mm; height: 10mm; margin: 0"></p>
     <script>
       const a = document.querySelector('#a');
       a.setAttribute('data-pdfapi-signature', 'made');
       a.style.height = '12mm';
     </script>`,
  );
  const { pdf } = await renderer.html(html, page);
  const widgets = await signatureWidgets(pdf);
  const [fixed, made] = ['fixed', 'made'].map(
    (name) => widgets.find((each) => each.name === name)?.rect ?? [],
  );
  expectNear(fixed ?? [], [20, 210 - 20 - 110, 50, 210 - 20 - 100]);
  // In the second column, because no field is divided.
  expect(made?.[0]).toBeGreaterThan(points(148 / 2));
});

it('no style of the page changes a field, and links of its scheme stay links', async () => {
  const hostile = `<style>a, span { display: none !important; border: 9px solid !important } ::after { content: 'x' }</style>`;
  const html = document(
    `<div data-pdfapi-signature="safe" style="${box}"></div><p style="all: revert"><b><a style="display: inline !important" href="pdfapi-signature:%7Bnot-json">Odd</a></b>`,
    hostile,
  );
  const { pdf } = await renderer.html(html, page);
  expect((await signatureWidgets(pdf)).map(({ name }) => name)).toEqual(['safe']);
});

it('fields survive tags, compaction, pages, stamps and merging', async () => {
  const plain = await renderer.html(contract, { ...page, data, tags: false, compact: false });
  expect(verifySignatures(plain.pdf).unsigned).toEqual(['buyer (Zoë)', 'seller']);
  const stamped = await renderer.html(contract, {
    ...page,
    data,
    stamp: { html: '<p>COPY</p>' },
    header: '<p>Head {{ page.number }}</p>',
  });
  expect(verifySignatures(stamped.pdf).unsigned).toEqual(['buyer (Zoë)', 'seller']);
  const two = document(
    `<div data-pdfapi-signature="first" style="${box}"></div><div data-pdfapi-signature="second" style="break-before: page; ${box}"></div>`,
  );
  const { pdf } = await renderer.html(two, { ...page, pages: '2' });
  expect(verifySignatures(pdf).unsigned).toEqual(['second']);
  const whole = await renderer.html(two, page);
  const last = await arrangePdf(whole.pdf, { pages: '2' });
  expect(verifySignatures(last.pdf).unsigned).toEqual(['second']);
  const merged = await mergePdfs([whole.pdf, whole.pdf]);
  const { unsigned } = verifySignatures(merged.pdf);
  expect([unsigned.length, new Set(unsigned).size]).toEqual([4, 4]);
  const { pdf: signed } = await signPdf(merged.pdf, { key, field: unsigned[2] });
  expect(verifySignatures(signed).signatures).toMatchObject([{ valid: true, page: 3 }]);
});

it('the same input gives the same bytes', async () => {
  const options = { ...page, data, reproducible: new Date(0) };
  const [one, two] = [await renderer.html(contract, options), await renderer.html(contract, options)];
  expect(Buffer.from(one.pdf).equals(two.pdf)).toBe(true);
});

it('a hidden element has no field, which is a warning, and an error with strict', async () => {
  const html = document(
    '<div data-pdfapi-signature="a&quot;b" style="display: none"></div><img alt="" data-pdfapi-signature="c">',
  );
  const { pdf, warnings } = await renderer.html(html, page);
  const missing = (name: string) =>
    `The signature field ${name} has no place on a page: its element is hidden, or cannot hold others.`;
  expect(warnings).toEqual([missing('a"b'), missing('c')]);
  expect(verifySignatures(pdf).unsigned).toEqual([]);
  await expect(renderer.html(html, { ...page, strict: true })).rejects.toMatchObject({ code: 'strict' });
});

it.each([
  ['two of one name', '<i data-pdfapi-signature="a"></i><i data-pdfapi-signature=" a "></i>', 'Two elements'],
  ['an empty name', '<i data-pdfapi-signature></i>', 'is empty'],
  ['a period', '<i data-pdfapi-signature="a.b"></i>', 'no periods'],
  ['a line break', '<i data-pdfapi-signature="a\nb"></i>', 'control characters'],
  ['a long name', `<i data-pdfapi-signature="${'x'.repeat(101)}"></i>`, 'at most 100 characters'],
  [
    'thousands of fields',
    Array.from({ length: 5_000 }, (_, i) => `<i data-pdfapi-signature="n${i}"></i>`).join(''),
    'more than 200',
  ],
])('%s is an error', async (_, body, message) => {
  await expect(renderer.html(document(body), page)).rejects.toMatchObject({
    code: 'page_failed',
    message: expect.stringContaining(message),
  });
});

it('200 fields are placed, and pdf.js reads them', async () => {
  const fields = Array.from(
    { length: 200 },
    (_, i) => `<p data-pdfapi-signature="n${i}" style="height: 5mm"></p>`,
  );
  const { pdf } = await renderer.html(document(fields.join('')), page);
  expect(verifySignatures(pdf).unsigned).toHaveLength(200);
  expect((await seenByPdfjs(pdf)).text.join('')).toBe('');
});

it('a document with a long table has its fields too', async () => {
  const rows = Array.from({ length: 3_200 }, (_, i) => `<tr><td>${i}</td><td>Item</td></tr>`).join('');
  const html = document(`<table>${rows}</table><div data-pdfapi-signature="end" style="${box}"></div>`);
  const { pdf, pages } = await renderer.html(html, page);
  expect((await signatureWidgets(pdf)).map(({ name, page: place }) => [name, place])).toEqual([
    ['end', pages],
  ]);
});
