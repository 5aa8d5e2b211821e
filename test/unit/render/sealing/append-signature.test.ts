/** Signatures of PDFs: made, verified, and noticed when anything changes. */
import { describe, expect, it } from 'vitest';
import { listForm } from '../../../../src/forms/list-form.ts';
import { PdfError } from '../../../../src/pdf/index.ts';
import { inspectPdf } from '../../../../src/pdf/inspect-pdf.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { appendSignature } from '../../../../src/render/sealing/append-signature.ts';
import { verifySignatures } from '../../../../src/render/sealing/verify-signatures.ts';
import { buildPdf, digits, minimalObjects } from '../../../support/pdf/build-pdf.ts';
import { fixture, fixtures } from '../../../support/pdf/fixture.ts';
import type { KeyType } from '../../../support/signing/make-certificate.ts';
import { makeIdentity } from '../../../support/signing/make-identity.ts';
import { errorsOf, firstSignature, formPdf, signed, signingDate } from './signed.ts';

/** `unlisted`: widgets of the page that the form does not list. */
const form = (fields: string, objects: Readonly<Record<number, string>>, unlisted = ''): Buffer =>
  buildPdf({
    1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${fields}]>>>>`,
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Annots[${fields} ${unlisted}]>>`,
    ...objects,
  });

const signatureField = (name: string, more = '') =>
  `<</Type/Annot/Subtype/Widget/FT/Sig/T(${name})/Rect[10 10 100 50]/F 4/P 3 0 R${more}>>`;

describe('a signature', () => {
  it.each(fixtures)('of %s is valid, and leaves the bytes of the file as they were', async (name) => {
    const pdf = fixture(name);
    const result = await signed(pdf, { reason: 'Grüße', location: 'Wien', name: 'Ada', contact: '+43 1' });
    expect(result.subarray(0, pdf.length).equals(pdf)).toBe(true);
    expect(inspectPdf(result)).toEqual(inspectPdf(pdf));
    expect(firstSignature(result)).toMatchObject({
      valid: true,
      coversFile: true,
      level: 'B-B',
      signer: 'Ada Lovelace',
      issuer: 'CN=Test Issuer',
      reason: 'Grüße',
      location: 'Wien',
      name: 'Ada',
      date: signingDate,
      findings: [],
    });
  });

  it.each<KeyType>(['rsa2048', 'pss', 'p256', 'p384', 'p521', 'ed25519'])(
    'with a key %s is valid',
    async (type) => {
      const { identity } = makeIdentity(type);
      const { pdf } = await appendSignature(fixture('plain'), { identity, date: signingDate });
      expect(firstSignature(pdf)).toMatchObject({ valid: true, findings: [] });
    },
  );

  it('is found whatever its texts are', async () => {
    const pdf = await signed(formPdf, { reason: 'See 12 0 obj <</Type/Page>> endobj', name: '%%EOF' });
    expect(firstSignature(pdf)).toMatchObject({ valid: true, findings: [] });
  });

  it('is followed by others, each in a field of its own', async () => {
    let pdf: Buffer = fixture('report-object-streams');
    for (let i = 0; i < 5; i++) pdf = await signed(pdf);
    const { signatures } = verifySignatures(pdf);
    expect(signatures.map(({ field, valid, coversFile }) => [field, valid, coversFile])).toEqual([
      ['Signature1', true, false],
      ['Signature2', true, false],
      ['Signature3', true, false],
      ['Signature4', true, false],
      ['Signature5', true, true],
    ]);
  });

  it('takes no longer room than it has', async () => {
    const { identity } = makeIdentity('rsa2048');
    const { pdf } = await appendSignature(fixture('plain'), { identity, date: signingDate });
    const gap =
      Buffer.from(pdf)
        .toString('latin1')
        .match(/\/Contents<([0-9a-f]+?)0*>/)?.[1] ?? '';
    expect(gap.length).toBeGreaterThan(2_000);
  });
});

describe('a field', () => {
  const twoFields = form('4 0 R 5 0 R', { 4: signatureField('Seller'), 5: signatureField('Buyer') });

  it('of the file is filled, and the others stay unsigned', async () => {
    const pdf = await signed(twoFields, { field: 'Buyer' });
    expect(firstSignature(pdf)).toMatchObject({ field: 'Buyer', valid: true, page: 1 });
    expect(verifySignatures(pdf).unsigned).toEqual(['Seller']);
    const both = await signed(pdf);
    expect(verifySignatures(both).signatures.map(({ field, valid }) => [field, valid])).toEqual([
      ['Buyer', true],
      ['Seller', true],
    ]);
  });

  it('is made where several could be meant, or where it has another name', async () => {
    expect(firstSignature(await signed(twoFields)).field).toBe('Signature1');
    expect(firstSignature(await signed(twoFields, { field: 'Witness' })).field).toBe('Witness');
  });

  it('that is signed cannot be signed again', async () => {
    const pdf = await signed(twoFields, { field: 'Buyer' });
    await expect(signed(pdf, { field: 'Buyer' })).rejects.toMatchObject({
      code: 'unsupported',
      message: 'The field Buyer is already signed. Fields that are not signed: Seller.',
    });
  });

  it.each([
    ['a text field', { 4: '<</Subtype/Widget/FT/Tx/T(Signature1)/Rect[0 0 9 9]>>' }],
    ['a group', { 4: '<</T(Signature1)/Kids[5 0 R]>>', 5: '<</FT/Tx/T(x)/Parent 4 0 R>>' }],
    [
      'a kid of a group without a name',
      { 4: '<</Kids[5 0 R]>>', 5: '<</FT/Btn/T(Signature1)/Parent 4 0 R>>' },
    ],
    ['a field that only its page has', { 6: '<</Subtype/Widget/FT/Ch/T(Signature1)/Rect[0 0 9 9]>>' }],
  ])('never gets the name of %s', async (_, objects) => {
    const pdf = form(4 in objects ? '4 0 R' : '', objects, '6 0 R');
    expect(firstSignature(await signed(pdf)).field).toBe('Signature2');
    await expect(signed(pdf, { field: 'Signature1' })).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringMatching(
        /Signature1 .*(text field|group of fields|button|list of options).* Name a signature field of the PDF/,
      ),
    });
  });

  it('is not signed if another one has its name', async () => {
    const pdf = form('4 0 R 5 0 R', { 4: signatureField('Buyer'), 5: '<</FT/Tx/T(Buyer)>>' });
    await expect(signed(pdf, { field: 'Buyer' })).rejects.toThrow('has 2 fields with the name Buyer');
    expect(firstSignature(await signed(pdf)).field).toBe('Signature1');
  });

  it('that only its page has is signed, and listed', async () => {
    const pdf = form('', { 4: signatureField('Seller'), 5: signatureField('Buyer') }, '4 0 R 5 0 R');
    const once = await signed(pdf, { field: 'Buyer' });
    expect(firstSignature(once)).toMatchObject({ field: 'Buyer', valid: true, page: 1 });
    expect(verifySignatures(once).unsigned).toEqual(['Seller']);
    // The list of a signed form may get new fields, but no field may change that it did not have.
    await expect(signed(once, { field: 'Seller' })).rejects.toThrow('is in no list of the form');
    expect(verifySignatures(await signed(once)).signatures.map(({ field, valid }) => [field, valid])).toEqual(
      [
        ['Buyer', true],
        ['Signature1', true],
      ],
    );
  });

  it('with a value that holds no signature is not signed', async () => {
    const empty = (value: string) => form('4 0 R', { 4: signatureField('Buyer', `/V ${value}`) });
    for (const value of ['<<>>', 'null']) {
      expect(verifySignatures(empty(value))).toMatchObject({ signatures: [], unsigned: ['Buyer'] });
      expect(listForm(new PdfReader(empty(value)))).toMatchObject([{ name: 'Buyer', signed: false }]);
      expect(firstSignature(await signed(empty(value)))).toMatchObject({ field: 'Buyer', valid: true });
    }
  });

  it('is signed by the signature of a field above it', async () => {
    const pdf = form('4 0 R', {
      4: signatureField('Buyer', '/Kids[5 0 R]/V<</Type/Sig/Contents<00>/ByteRange[0 1 2 3]>>'),
      5: '<</Type/Annot/Subtype/Widget/T(part)/Parent 4 0 R/Rect[10 10 100 50]>>',
    });
    expect(verifySignatures(pdf)).toMatchObject({ signatures: [{ field: 'Buyer.part' }], unsigned: [] });
    expect(listForm(new PdfReader(pdf))).toMatchObject([{ name: 'Buyer.part', signed: true }]);
    await expect(signed(pdf, { field: 'Buyer.part' })).rejects.toThrow('is already signed');
  });

  it('below another one has the names of both', async () => {
    const nested = form('4 0 R', {
      4: '<</T(contract)/Kids[5 0 R]>>',
      5: '<</FT/Sig/T(buyer)/Parent 4 0 R/Kids[6 0 R]>>',
      6: '<</Type/Annot/Subtype/Widget/Rect[10 10 100 50]/F 4/P 3 0 R/Parent 5 0 R>>',
    });
    const pdf = await signed(nested, { field: 'contract.buyer' });
    expect(firstSignature(pdf)).toMatchObject({ field: 'contract.buyer', valid: true });
  });
});

describe('certification', () => {
  it('is said, and only the first signature can do it', async () => {
    const pdf = await signed(formPdf, { certification: 2 });
    expect(firstSignature(pdf)).toMatchObject({ certifies: 'fill', valid: true });
    expect(errorsOf(await signed(pdf))).toEqual([]);
    await expect(signed(await signed(formPdf), { certification: 1 })).rejects.toMatchObject({
      code: 'unsupported',
      message: 'Only the first signature can certify a document; this one is signed in the field Signature1.',
    });
  });

  it('that permits nothing permits no second signature', async () => {
    const pdf = await signed(formPdf, { certification: 1 });
    await expect(signed(pdf)).rejects.toMatchObject({ code: 'unsupported' });
  });
});

describe('a lock', () => {
  const locked = async (lock: string) =>
    await signed(
      form('4 0 R 5 0 R', {
        4: signatureField('Author', `/Lock<</Type/SigFieldLock${lock}>>`),
        5: signatureField('Buyer'),
      }),
      { field: 'Author' },
    );

  it('that permits no changes permits no second signature', async () => {
    const sealed = await locked('/Action/Include/Fields[]/P 1');
    await expect(signed(sealed)).rejects.toThrow('The signature Author permits no changes');
  });

  it('of a field permits no signature in it', async () => {
    const one = await locked('/Action/Include/Fields[(Buyer)]/P 2');
    await expect(signed(one)).rejects.toThrow('The signature Author locks the field Buyer');
    expect(firstSignature(await signed(one, { field: 'Witness' })).valid).toBe(true);
    // A lock of all fields is one of new fields too.
    const all = await locked('/Action/All');
    await expect(signed(all, { field: 'Witness' })).rejects.toThrow('locks the field Witness');
    expect(firstSignature(await signed(await locked('/Action/Exclude/Fields[(Buyer)]'))).valid).toBe(true);
  });
});

describe('what cannot be signed', () => {
  it('is encrypted, or has bytes before its header', async () => {
    await expect(signed(fixture('plain-encrypted'))).rejects.toMatchObject({ code: 'encrypted' });
    const shifted = Buffer.concat([Buffer.from('mail\n'), fixture('plain')]);
    await expect(signed(shifted)).rejects.toMatchObject({ code: 'malformed' });
    await expect(signed(Buffer.from('text'))).rejects.toMatchObject({ code: 'not_pdf' });
    await expect(signed(buildPdf({ 1: minimalObjects[1] ?? '' }))).rejects.toMatchObject({
      code: 'malformed',
    });
  });

  it('is protected by certificates, which no password lifts', async () => {
    const pdf = buildPdf(minimalObjects, { trailer: '/Root 1 0 R/Encrypt<</Filter/Adobe.PubSec/V 4>>' });
    await expect(signed(pdf)).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('Open it in a program that has the key of its certificate'),
    });
  });

  it('uses an object that is not where its cross-reference table says', async () => {
    const objects = { 4: signatureField('Buyer'), 5: '(used)', 6: '(not used)' };
    const pdf = form('4 0 R', { ...objects, 4: signatureField('Buyer', '/TU 5 0 R') }).toString('latin1');
    /** The row of the object with this number leads one byte too far. */
    const misplaced = (number: number) => {
      const offset = pdf.indexOf(`${number} 0 obj`);
      return Buffer.from(pdf.replace(`${digits(offset)} 00000 n`, `${digits(offset + 1)} 00000 n`), 'latin1');
    };
    await expect(signed(misplaced(5))).rejects.toMatchObject({
      code: 'malformed',
      message: expect.stringContaining('Object 5 is not at byte'),
    });
    expect(firstSignature(await signed(misplaced(6)))).toMatchObject({ valid: true });
  });
});

/** The numbers of a fixed sequence, so that a failure can be repeated. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state;
  }
}

it('notices each of 1,000 changes of one byte', async () => {
  const pdf = await signed(fixture('plain'));
  const text = pdf.toString('latin1');
  const gapStart = text.indexOf('/Contents<');
  const gapEnd = text.indexOf('>', gapStart);
  const random = numbers(1);
  const missed: string[] = [];
  for (let i = 0; i < 1_000; i++) {
    // Every fifth is in the signature itself.
    const at =
      i % 5 === 0 ? gapStart + (random.next().value % (gapEnd - gapStart)) : random.next().value % pdf.length;
    const was = pdf[at] ?? 0;
    const is = (was + 1 + (random.next().value % 255)) % 256;
    // Another case of the same digit is the same signature.
    const isSameDigit = at > gapStart && at < gapEnd && String.fromCharCode(was, is).match(/^([a-f])\1$/i);
    if (isSameDigit) continue;
    const changed = Buffer.from(pdf);
    changed[at] = is;
    if (!isNoticed(changed)) missed.push(`byte ${at}: ${was} → ${is}`);
  }
  expect(missed).toEqual([]);
});

/** A byte of a certificate beside the signer's, which no signature protects, is worth a note. */
function isNoticed(pdf: Buffer): boolean {
  try {
    const { signatures } = verifySignatures(pdf);
    return signatures.length === 0 || signatures.some(({ findings }) => findings.length > 0);
  } catch (error) {
    if (error instanceof PdfError) return true;
    throw error;
  }
}
