/** Form fields of the controls of HTML, beside everything else that makes or changes a document. */
import { afterAll, describe, expect, it } from 'vitest';
import { listForm } from '../../../src/forms/list-form.ts';
import { fillForm, type HtmlOptions, mergePdfs, openRenderer, signPdf } from '../../../src/index.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { verifySignatures } from '../../../src/render/sealing/verify-signatures.ts';
import { countDifferences } from '../../support/forms/compare-pixels.ts';
import { popplerImage } from '../../support/images/poppler-image.ts';
import { readPng } from '../../support/images/read-png.ts';
import { hasPoppler } from '../../support/pdf/installed.ts';
import { otherBrowser } from '../../support/real-browser.ts';
import { makeIdentity } from '../../support/signing/make-identity.ts';

const renderer = await openRenderer({ workers: 1, browserPath: otherBrowser });
afterAll(() => renderer.close());

const page = (body: string, css = '') =>
  `<!doctype html><html lang="en"><title>Form</title><style>${css}</style><body>${body}`;
const make = async (html: string, options: HtmlOptions = {}) =>
  (await renderer.html(html, { forms: true, twig: false, ...options })).pdf;
const form = page('<p>Name <input name="a" value="one"> <input type="checkbox" name="b" checked>');

/** `name=value@pages`. */
const fieldsOf = (pdf: Uint8Array) =>
  listForm(new PdfReader(pdf)).map(
    ({ name, value, places }) => `${name}=${JSON.stringify(value)}@${places.map((place) => place.page)}`,
  );

it('are there once for each of two documents that are merged', async () => {
  const made = await make(form);
  const { pdf } = await mergePdfs([made, made]);
  expect(fieldsOf(pdf)).toEqual(['a="one"@1', 'b=true@1', 'a~2="one"@2', 'b~2=true@2']);
});

it('without names are numbered as they are on the page', async () => {
  const body = '<input value="x"><input type="checkbox"><input value="y">';
  expect(fieldsOf(await make(page(body)))).toEqual(['field_1="x"@1', 'field_2=false@1', 'field_3="y"@1']);
});

it('of pages that are left out are left out', async () => {
  const two = page(
    '<input name="p1" value="1"><div style="break-before: page"><input name="p2" value="2"></div>',
  );
  expect(fieldsOf(await make(two, { pages: '2' }))).toEqual(['p2="2"@1']);
});

it('of headers and footers are one field with a place on each page', async () => {
  const pdf = await make(page('<input name="a" value="body"><div style="break-before: page">two</div>'), {
    header: '<input name="a" value="head"> <input name="h" value="hh">',
    footer: '<input name="f" type="checkbox" checked>',
    margins: 30,
  });
  expect(fieldsOf(pdf)).toEqual(['a="body"@1', 'a_2="head"@1,2', 'h="hh"@1,2', 'f=true@1,2']);
});

it('of running elements are in the margin boxes of each page', async () => {
  const css = '@page { margin: 30mm; @top-center { content: element(top) } } .top { position: running(top) }';
  const body =
    '<div class="top"><input name="run" value="r"></div><input name="b" value="b"><p style="break-before: page">two';
  expect(fieldsOf(await make(page(body, css)))).toEqual(['b="b"@1', 'run="r"@1,2']);
});

it('are found in open shadow trees and frames, and as print shows them', async () => {
  const body = `<iframe srcdoc="<input name=in value=1><iframe srcdoc='<input name=inner value=2>'></iframe>"></iframe>
    <div id="open"></div><div id="closed"></div>
    <script>
      document.getElementById('open').attachShadow({ mode: 'open' }).innerHTML = '<input name="shadow" value="s">';
      document.getElementById('closed').attachShadow({ mode: 'closed' }).innerHTML = '<input name="unseen">';
    </script>
    <input class="screen" name="screen"><input class="print" name="print" value="p">`;
  const css = '@media print { .screen { display: none } } @media screen { .print { display: none } }';
  expect(fieldsOf(await make(page(body, css)))).toEqual([
    ...['in="1"@1', 'inner="2"@1', 'shadow="s"@1', 'print="p"@1'],
  ]);
});

it('stay where stamps and base PDFs are laid over or under them', async () => {
  const other = await make(page('<br><br><input name="a" value="base">'));
  for (const stamp of [{ html: '<b>DRAFT</b>' }, { pdf: other }, { pdf: other, under: true }]) {
    expect(fieldsOf(await make(form, { stamp }))).toEqual(['a="one"@1', 'b=true@1']);
  }
});

it('are in a protected document', async () => {
  const pdf = await make(form, { protection: { userPassword: 'secret' } });
  const { pdf: filled } = await fillForm(pdf, { a: 'two' }, { password: 'secret' });
  expect(filled.length).toBeGreaterThan(1_000);
});

it('are the same bytes twice in a reproducible document', async () => {
  const options = { reproducible: new Date('2026-01-01T00:00:00Z') };
  expect(Buffer.compare(await make(form, options), await make(form, options))).toBe(0);
});

it('are filled before a signature and after it', async () => {
  const { identity } = makeIdentity();
  const key = Buffer.from(
    [identity.key.export({ format: 'pem', type: 'pkcs8' }), identity.certificate].map(String).join(''),
  );
  const made = await make(form);
  const { pdf: filled } = await fillForm(made, { a: 'before' });
  const { pdf: signed } = await signPdf(filled, { key });
  const { pdf: again } = await fillForm(signed, { a: 'after' });
  expect(fieldsOf(again)).toContain('a="after"@1');
  expect(verifySignatures(again).signatures).toHaveLength(1);
});

it('are gone when they are flattened', async () => {
  const { pdf } = await fillForm(await make(form), { a: 'flat' }, { flatten: true });
  expect(fieldsOf(pdf)).toEqual([]);
});

it('of a table with thousands of rows are all there', async () => {
  const rows = Array.from(
    { length: 3_000 },
    (_, i) => `<tr><td>${i}<td><input name="rows[${i}]" value="${i}">`,
  );
  const fields = listForm(new PdfReader(await make(page(`<table>${rows.join('')}</table>`))));
  expect(fields).toHaveLength(3_000);
  expect(fields.at(-1)).toMatchObject({ name: 'rows[2999]', value: '2999' });
});

it.each([1, 0.5, 2])('are where a page at the scale %d shows them', async (scale) => {
  const [field] = listForm(new PdfReader(await make(page('<input name="z" style="zoom: 1.5">'), { scale })));
  const [left = 0, , right = 0] = field?.places[0]?.rect ?? [];
  expect(right - left).toBeGreaterThan(180 * scale);
  expect(right - left).toBeLessThan(210 * scale);
});

describe('drawn by others', () => {
  const images = async (pdf: Uint8Array) => {
    const drawn = hasPoppler ? [popplerImage(pdf, 1, 100)] : [];
    for await (const { image } of renderer.images(pdf, { dpi: 100 })) drawn.push(readPng(image));
    return drawn;
  };

  it.each([
    ['corners of half a pixel', 'input { border-radius: 0.5px }'],
    ['round corners', 'input { border-radius: 50% }'],
    ['a gradient', 'input { background: linear-gradient(white, blue); border: 0 }'],
    ['a shadow', 'input { box-shadow: 3px 3px 4px black }'],
    ['transitions', '* { transition: all 5s }'],
  ])('look as the page does: %s', async (_, css) => {
    const body =
      '<input name="a" value="one"><br><input name="b" value="two"><br><input type="checkbox" name="c" checked><br><input name="d">';
    const pdf = await make(page(body, css));
    expect(fieldsOf(pdf)).toEqual(['a="one"@1', 'b="two"@1', 'c=true@1', 'd=null@1']);
    const plain = await images(await make(page(body, css), { forms: false }));
    for (const [index, image] of (await images(pdf)).entries()) {
      const other = plain[index];
      expect(other && countDifferences(image, other, { dpi: 100, except: [] })).toBe(0);
    }
  });
});

describe('of hostile documents', () => {
  it.each([
    [
      'clobbered',
      '<form name="querySelectorAll"><input name="form"></form><form><input name="style"></form>',
      2,
    ],
    [
      'with the look of a marker',
      '<input name="a" style="outline: 5px solid rgb(0 0 1 / 0.0042) !important">',
      1,
    ],
    [
      'with long texts of labels',
      `<p id="long">${'word '.repeat(20_000)}</p>${'<input aria-labelledby="long long long">'.repeat(300)}`,
      300,
    ],
    [
      'with many radio buttons of a look of their own',
      `<style>input { appearance: none; border: 1px solid; width: 8px; height: 8px }</style>${'<input type="radio" name="r">'.repeat(1_000)}`,
      1,
    ],
    ['with more controls than text', '<input name="a">'.repeat(4_000), 4_000],
  ])('%s', async (_, body, count) => {
    expect(listForm(new PdfReader(await make(page(body), { timeoutMs: 60_000 })))).toHaveLength(count);
  });
});
