/** Input files are read, repaired, or rejected with a reason. */
import { deflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { cleanPdf } from '../../../src/pdf/index.ts';
import { inspectPdf } from '../../../src/pdf/inspect-pdf.ts';
import { mergeFiles } from '../../../src/pdf/merge/merge-files.ts';
import { underlay } from '../../../src/pdf/underlay/underlay.ts';
import { buildPdf, minimalObjects, streamObject } from '../../support/pdf/build-pdf.ts';
import { fixture, fixtures } from '../../support/pdf/fixture.ts';
import { otherProducers } from '../../support/pdf/merge/other-producers.ts';
import { viewed } from '../../support/pdf/merge/viewed.ts';
import { readPdf } from '../../support/read-pdf.ts';

const text = async (pdf: Uint8Array) => (await viewed(pdf)).text;
const codes = (warnings: readonly { code: string }[]) => warnings.map(({ code }) => code);

it.each(fixtures)('keeps the content of %s', async (name) => {
  const { pdf, warnings } = await cleanPdf(fixture(name));
  expect(warnings).toEqual([]);
  const { info: _, ...before } = await viewed(fixture(name));
  const { info: __, ...after } = await viewed(pdf);
  expect(after).toEqual(before);
});

describe('an encrypted file', () => {
  const encrypt = async (userPassword: string) => {
    const document = await PDFDocument.load(fixture('report'), { updateMetadata: false });
    await document.encrypt({ userPassword, ownerPassword: 'owner' });
    return document.save();
  };

  it('opens with its password and keeps texts and names', async () => {
    const { pdf, warnings } = await cleanPdf(await encrypt('user'), { password: 'user' });
    expect(warnings).toEqual([]);
    expect(await text(pdf)).toEqual(await text(fixture('report')));
    expect((await viewed(mergeFiles([pdf]))).links.flat()).toEqual(
      (await viewed(fixture('report'))).links.flat(),
    );
  });

  it('is rejected without a password and with a wrong one', async () => {
    const locked = await encrypt('user');
    await expect(cleanPdf(locked)).rejects.toThrow('The PDF is protected by a password.');
    await expect(cleanPdf(locked, { password: 'x' })).rejects.toThrow('The password of the PDF is wrong.');
    await expect(cleanPdf(locked)).rejects.toMatchObject({ name: 'PdfError', code: 'encrypted' });
  });

  it('produces a warning if it opens without a password but is restricted', async () => {
    const { pdf, warnings } = await cleanPdf(await encrypt(''));
    expect(codes(warnings)).toEqual(['restricted']);
    expect(await text(pdf)).toEqual(await text(fixture('report')));
  });
});

describe('a damaged file', () => {
  it('is rejected with the reason why no page of it can be read', async () => {
    const page = `<</Type/Page/Parent 2 0 R/X${'['.repeat(5_000)}${']'.repeat(5_000)}>>`;
    await expect(cleanPdf(buildPdf({ ...minimalObjects, 3: page }))).rejects.toThrow(
      'The PDF has no pages. Arrays or dictionaries are nested too deeply.',
    );
  });

  it('is repaired if nothing is lost', async () => {
    const whole = fixture('report');
    const { pdf, warnings } = await cleanPdf(whole.subarray(0, whole.lastIndexOf('xref\n0 ')));
    expect(codes(warnings)).toEqual(['repaired']);
    expect(await text(pdf)).toEqual(await text(whole));
  });

  it.each([0.2, 0.4, 0.6, 0.8])('is never repaired if pages have lost content: cut at %f', async (part) => {
    const whole = fixture('report');
    const outcome = await cleanPdf(whole.subarray(0, Math.floor(whole.length * part))).then(
      async ({ pdf }) => text(pdf),
      (error) => error.code,
    );
    expect(outcome).toBe('malformed');
  });

  it.each<[string, Buffer]>([
    ['not_pdf', Buffer.from('hello')],
    ['not_pdf', Buffer.alloc(0)],
    ['malformed', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, 'A')])],
    ['malformed', buildPdf({ ...minimalObjects, 2: '<</Type/Pages/Count 0/Kids[]>>' })],
  ])('is rejected: %s', async (code, pdf) => {
    await expect(cleanPdf(pdf)).rejects.toMatchObject({ name: 'PdfError', code });
  });
});

it('removes signatures with a warning and keeps their appearances', async () => {
  const signed = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]/SigFlags 3>>/Perms<</DocMDP 6 0 R>>>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Annots[5 0 R]>>',
    5: '<</Type/Annot/Subtype/Widget/FT/Sig/T(signature)/V 6 0 R/Rect[0 0 50 50]/AP<</N 7 0 R>>>>',
    6: '<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>>>',
    7: streamObject('/Subtype/Form/BBox[0 0 9 9]', '0 0 9 9 re f'),
  });
  const { pdf, warnings } = await cleanPdf(signed);
  expect(codes(warnings)).toEqual(['signed']);
  const written = Buffer.from(mergeFiles([pdf])).toString('latin1');
  expect(written).not.toContain('ByteRange');
  expect((await viewed(pdf)).text).toHaveLength(1);
});

it('merges and underlays a file of version 2.0 and one with a form', async () => {
  const two = Buffer.from(fixture('report').toString('latin1').replace('%PDF-1.4', '%PDF-2.0'), 'latin1');
  const { pdf } = await cleanPdf(two);
  expect(await text(underlay(mergeFiles([pdf, fixture('form')]), pdf))).toHaveLength(4);
});

it('underlays contents with old filters, also in several streams', async () => {
  const hexadecimal = (content: string) => `${Buffer.from(content).toString('hex')}>`;
  const old = buildPdf({
    ...minimalObjects,
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents[4 0 R 5 0 R]>>',
    4: streamObject('/Filter/ASCIIHexDecode', hexadecimal('1 0 0 rg 56.7 678.6')),
    5: streamObject('/Filter[/AHx]', hexadecimal('28.35 28.35 re f')),
  });
  for (const base of [old, (await cleanPdf(old)).pdf]) {
    const { at } = await (await readPdf(underlay(fixture('plain'), base))).picture(1);
    expect(at(25, 35)).toEqual([255, 0, 0]);
  }
});

it('keeps deleted objects deleted', async () => {
  const pdf = otherProducers['updates that replace and delete'] ?? Buffer.alloc(0);
  const cleaned = (await cleanPdf(pdf)).pdf;
  expect((await viewed(pdf)).links).toEqual([[], []]);
  expect((await viewed(cleaned)).links).toEqual([[], []]);
  expect((await viewed(cleaned)).text).toEqual(['Replaced', 'Second']);
});

describe('a file built to exhaust', () => {
  const referring = (numbers: readonly number[]) => ({
    ...minimalObjects,
    1: `<</Type/Catalog/Pages 2 0 R/Extra[${numbers.map((number) => `${number} 0 R`).join(' ')}]>>`,
  });

  it('time ends at the time limit', async () => {
    const many = Array.from({ length: 60_000 }, (_, i) => [i + 10, `[${i + 9} 0 R<<>>]`]);
    const pdf = buildPdf({ ...referring([60_009]), ...Object.fromEntries(many) });
    await expect(cleanPdf(pdf, { limitMs: 50 })).rejects.toMatchObject({ code: 'timeout' });
  });

  it('memory ends at the memory limit', async () => {
    const many = Array.from({ length: 100_000 }, (_, i) => [i + 10, `[${'<<>>'.repeat(20)}%\n]`]);
    const pdf = buildPdf({
      ...referring(many.map(([number]) => Number(number))),
      ...Object.fromEntries(many),
    });
    await expect(cleanPdf(pdf, { memoryMb: 32 })).rejects.toMatchObject({ code: 'too_large' });
  });

  it.each([
    ['whole', (pdf: Buffer) => pdf],
    ['damaged', (pdf: Buffer) => pdf.subarray(0, pdf.lastIndexOf('xref\n0 '))],
  ])('buffers is not decompressed to its full size: %s', async (_, made) => {
    const bomb = deflateSync(Buffer.alloc(300_000_000, 0x20)).toString('latin1');
    const pdf = buildPdf({
      ...minimalObjects,
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents[5 0 R 5 0 R]/Annots[5 0 R]>>',
      5: streamObject('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', bomb),
    });
    const cleaned = cleanPdf(made(pdf));
    if (made(pdf) === pdf) expect((await cleaned).pdf.length).toBeLessThan(1e6);
    else await expect(cleaned).rejects.toMatchObject({ code: 'too_large' });
  });
});

/** Files that other readers accept, each with one defect. */
describe('a damaged file is repaired if it', () => {
  const whole = buildPdf({
    ...minimalObjects,
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    4: streamObject('', 'BT /F 24 Tf 20 100 Td (Rescued) Tj ET'),
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FontDescriptor 6 0 R>>',
    6: '<</Type/FontDescriptor/FontName/Helvetica/Flags 32/ItalicAngle 0>>',
  }).toString('latin1');

  it.each<[string, string]>([
    ['has no header', whole.slice(whole.indexOf('1 0 obj'))],
    ['does not say where its table is', whole.replace(/startxref\n\d+/, 'startxref')],
    ['has no table and no trailer', whole.slice(0, whole.indexOf('xref\n0'))],
    ['has objects elsewhere than it says', whole.replace('%PDF-1.4\n', '%PDF-1.4\n%more\n')],
    ['has a stream without an end', whole.replace('\nendstream', '')],
    ['has a name with spaces', whole.replace('/FontName/Helvetica', '/FontName/Comic Sans MS')],
    ['has a key without a value', whole.replace('/ItalicAngle 0', '/ItalicAngle')],
    ['has a dictionary that is not closed', whole.replace('/ItalicAngle 0>>', '')],
    ['has a list that is not closed', whole.replace('/Kids[3 0 R]', '/Kids[3 0 R')],
    ['has brackets that nobody opened', whole.replace('/Flags 32', '/Flags 32 ) } ]')],
    ['has two trailers, of which the last says less', `${whole}trailer\n<</Size 7>>\nstartxref\n0\n%%EOF\n`],
  ])('%s', async (_, damaged) => {
    const { pdf, warnings } = await cleanPdf(Buffer.from(damaged, 'latin1'));
    expect(codes(warnings)).toEqual(['repaired']);
    expect(await text(pdf)).toEqual(['Rescued']);
    expect((await viewed(mergeFiles([pdf, pdf]))).text).toEqual(['Rescued', 'Rescued']);
  });

  it('keeps its objects in object streams', async () => {
    const packed = fixture('report-object-streams').toString('latin1');
    const damaged = Buffer.from(packed.replace(/startxref\s+\d+/, 'startxref 7'), 'latin1');
    const { pdf, warnings } = await cleanPdf(damaged);
    expect(codes(warnings)).toEqual(['repaired']);
    const { info: _, ...before } = await viewed(fixture('report-object-streams'));
    const { info: __, ...after } = await viewed(pdf);
    expect(after).toEqual(before);
  });

  it('was updated, and the last revision counts', async () => {
    const update = `4 0 obj\n${streamObject('', 'BT /F 24 Tf 20 100 Td (Updated) Tj ET')}\nendobj\n`;
    const { pdf } = await cleanPdf(Buffer.from(whole + update, 'latin1').subarray(0, -1));
    expect(await text(pdf)).toEqual(['Rescued']);
    const lost = whole.slice(0, whole.indexOf('xref\n0')) + update;
    expect(await text((await cleanPdf(Buffer.from(lost, 'latin1'))).pdf)).toEqual(['Updated']);
  });

  it('has objects without a value, which is not damage', async () => {
    const pdf = buildPdf({
      ...minimalObjects,
      1: '<</Type/Catalog/Pages 2 0 R/Extra 4 0 R>>',
      4: '',
    });
    expect(codes((await cleanPdf(pdf)).warnings)).toEqual([]);
    expect(inspectPdf(mergeFiles([pdf, pdf])).pages).toBe(2);
  });
});
