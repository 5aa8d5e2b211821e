/** What the tests of signatures share. */
import { appendSignature } from '../../../../src/render/sealing/append-signature.ts';
import type { SealFinding, VerifiedSignature } from '../../../../src/render/sealing/verified-signature.ts';
import { verifySignatures } from '../../../../src/render/sealing/verify-signatures.ts';
import { buildPdf, streamObject } from '../../../support/pdf/build-pdf.ts';
import { makeIdentity } from '../../../support/signing/make-identity.ts';

const { identity } = makeIdentity('p256');

/** A page with text and a text field, `town`. */
export const formPdf = buildPdf({
  1: '<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R>>',
  2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
  3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Annots[6 0 R]/Resources<<>>>>',
  4: streamObject('', '0 0 100 100 re f'),
  5: '<</Fields[6 0 R]>>',
  6: '<</Type/Annot/Subtype/Widget/FT/Tx/T(town)/Rect[10 10 100 50]/F 4/P 3 0 R>>',
});

export const signingDate = new Date('2026-11-25T12:00:00Z');

type Details = Partial<Parameters<typeof appendSignature>[1]>;

/** Signs with a new key of P-256. */
export const signed = async (pdf: Uint8Array, details: Details = {}): Promise<Buffer> =>
  Buffer.from((await appendSignature(pdf, { identity, date: signingDate, ...details })).pdf);

/** The first of the file's signatures. */
export function firstSignature(pdf: Uint8Array): VerifiedSignature {
  const [signature] = verifySignatures(pdf).signatures;
  if (!signature) throw new Error('The file has no signature.');
  return signature;
}

/** The errors of the first signature as `code: message`. */
export const errorsOf = (pdf: Uint8Array): string[] => linesOf(firstSignature(pdf).findings, 'error');

export const warningsOf = (pdf: Uint8Array): string[] => linesOf(firstSignature(pdf).findings, 'warning');

const linesOf = (findings: readonly SealFinding[], wanted: SealFinding['severity']): string[] =>
  findings.filter(({ severity }) => severity === wanted).map(({ code, message }) => `${code}: ${message}`);
