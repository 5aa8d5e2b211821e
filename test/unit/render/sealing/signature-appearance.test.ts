/** What a signed field of any program shows on its page, also where the page is turned. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { verifySignatures } from '../../../../src/render/sealing/verify-signatures.ts';
import { buildPdf, streamObject } from '../../../support/pdf/build-pdf.ts';
import { hasPoppler, pixels, run } from '../../../support/pdf/installed.ts';
import { root } from '../../../support/run.ts';
import { signatureWidgets } from '../../../support/signing/signature-widgets.ts';
import { formPdf, signed } from './signed.ts';

const font = readFileSync(`${root}/src/template/pdfme/fonts/OpenSans-Regular.ttf`);
const readFont = () => font;

/** A page that viewers turn, with a field of this box. */
const withField = (rotate: number, box: string, field = '') =>
  buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R>>',
    2: `<</Type/Pages/Count 1/Kids[3 0 R]/Rotate ${rotate}>>`,
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Annots[6 0 R]/Resources<<>>>>',
    4: streamObject('', ''),
    5: '<</Fields[6 0 R]>>',
    6: `<</Type/Annot/Subtype/Widget/FT/Sig/T(seal)/Rect[${box}]/F 4${field}>>`,
  });

const details = { name: 'Grace Hopper', reason: 'Seen', readFont };

it.each([0, 90, 180, 270, -90])('text is upright on a page that is turned by %i degrees', async (rotate) => {
  const upright = rotate % 180 === 0;
  const pdf = await signed(withField(rotate, upright ? '50 100 250 160' : '50 100 110 300'), details);
  expect(verifySignatures(pdf).signatures).toMatchObject([
    { field: 'seal', valid: true, page: 1, findings: [] },
  ]);
  expect((await signatureWidgets(pdf))[0]).toMatchObject({ hasAppearance: true, hasText: true });
  if (!hasPoppler) return console.warn('poppler is not installed: the text was not read.');
  // It writes turned text in other lines.
  expect(run('pdftotext', ['-layout', '{}', '-'], pdf)).toContain('Grace Hopper');
  expect(pixels(pdf).equals(pixels(await signed(withField(rotate, '0 0 0 0'), details)))).toBe(false);
});

it('a field without a box shows nothing, and reads no font', async () => {
  const never = () => {
    throw new Error('The font was read.');
  };
  const pdf = await signed(withField(0, '10 10 10 10'), { ...details, readFont: never });
  expect(verifySignatures(pdf).signatures).toMatchObject([{ valid: true }]);
  const unnamed = await signed(formPdf, { ...details, readFont: never });
  expect(verifySignatures(unnamed).signatures).toMatchObject([{ valid: true }]);
});

it('a tiny box and a long reason make small text, in a file that other readers open', async () => {
  const pdf = await signed(withField(0, '10 10 40 20'), { ...details, reason: 'x'.repeat(5_000) });
  expect(verifySignatures(pdf).signatures).toMatchObject([{ valid: true }]);
  if (!hasPoppler) return console.warn('poppler is not installed: the file was read by pdfapi only.');
  expect(run('pdftotext', ['{}', '-'], pdf)).toContain('Grace Hopper');
});

it('text from right to left is in its order, and its letters join', async () => {
  const readOwn = (name: string) => readFileSync(`${root}/src/template/pdfme/fonts/${name}.ttf`);
  const pdf = await signed(withField(0, '50 100 250 160'), {
    name: 'محمد علي',
    reason: 'نعم',
    readFont: readOwn,
  });
  expect(verifySignatures(pdf).signatures).toMatchObject([{ valid: true, findings: [] }]);
  if (!hasPoppler) return console.warn('poppler is not installed: the text was not read.');
  const text = run('pdftotext', ['{}', '-'], pdf);
  for (const shown of ['محمد علي', 'نعم', '2026-11-25 12:00 UTC']) expect(text).toContain(shown);
});
