/** Encrypted files open with the parameters they declare, and their content is decrypted correctly. */
import { describe, expect, it } from 'vitest';
import { cleanPdf } from '../../../../../src/pdf/index.ts';
import { inspectPdf } from '../../../../../src/pdf/inspect-pdf.ts';
import { mergeFiles } from '../../../../../src/pdf/merge/merge-files.ts';
import { rc4 } from '../../../../../src/pdf/reading/encryption/rc4.ts';
import { PdfReader } from '../../../../../src/pdf/reading/reader.ts';
import { attached } from '../../../../support/pdf/attached.ts';
import { buildPdf, minimalObjects } from '../../../../support/pdf/build-pdf.ts';
import { fixture } from '../../../../support/pdf/fixture.ts';
import { hasQpdf, qpdf } from '../../../../support/pdf/installed.ts';
import { viewed } from '../../../../support/pdf/merge/viewed.ts';
import { encryptedPdf } from '../../../../support/pdf/reading/encryption/encrypted-pdf.ts';

const content = 'BT /F 24 Tf 20 100 Td (Secret) Tj ET';
const awkward = 'One ( of \\ them ) \r\n and ))) \\\\n \\101';

it('RC4 matches a known test vector', () => {
  expect(rc4(Buffer.from('Key'), Buffer.from('Plaintext')).toString('hex')).toBe('bbf316e8d940af0ad3');
});

describe('a file encrypted with 40 bits', () => {
  it('keeps its texts with any characters', async () => {
    const { pdf, warnings } = await cleanPdf(encryptedPdf({ title: awkward, content, fileId: 'id' }));
    expect(warnings.map(({ code }) => code)).toEqual(['restricted']);
    expect(inspectPdf(pdf).metadata.title).toBe(awkward);
    const merged = mergeFiles([pdf, fixture('plain')]);
    expect(inspectPdf(merged).metadata.title).toBe(awkward);
    expect((await viewed(merged)).text[0]).toBe('Secret');
  });

  it('opens without an identifier', async () => {
    const { pdf } = await cleanPdf(encryptedPdf({ title: 'x', content }));
    expect((await viewed(pdf)).text).toEqual(['Secret']);
  });

  it('opens only with its password', async () => {
    const locked = encryptedPdf({ title: 'x', content, password: 'pässword', fileId: 'id' });
    expect((await viewed((await cleanPdf(locked, { password: 'pässword' })).pdf)).text).toEqual(['Secret']);
    await expect(cleanPdf(locked)).rejects.toThrow('The PDF is protected by a password.');
    await expect(cleanPdf(locked, { password: 'password' })).rejects.toThrow(/password of the PDF is wrong/);
  });

  it('is repaired and decrypted in one step', async () => {
    const whole = encryptedPdf({ title: awkward, content, fileId: 'id' });
    const damaged = whole.toString('latin1').replace(/startxref\n\d+/, 'startxref\n5');
    const { pdf } = await cleanPdf(Buffer.from(damaged, 'latin1'));
    expect(inspectPdf(pdf).metadata.title).toBe(awkward);
    expect((await viewed(pdf)).text).toEqual(['Secret']);
  });
});

it('reports another kind of protection for a file encrypted with certificates', async () => {
  const pdf = buildPdf(
    { ...minimalObjects, 5: '<</Filter/Adobe.PubSec/SubFilter/adbe.pkcs7.s5/V 4>>' },
    { trailer: '/Root 1 0 R/Encrypt 5 0 R' },
  );
  await expect(cleanPdf(pdf)).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringMatching(/^The PDF is protected, but not by a password\. Open it in a program/),
  });
});

const plain = Buffer.from(
  attached(fixture('report'), [{ name: 'data.xml', data: Buffer.from('<data/>'), description: awkward }]),
);
const seen = viewed(plain);

/** Every encryption method, as written by qpdf. */
describe.runIf(hasQpdf).each([
  ['40', ['40']],
  ['128, the old cipher', ['128']],
  ['128, AES', ['128', '--use-aes=y']],
  ['128, AES, its properties for all to read', ['128', '--use-aes=y', '--cleartext-metadata']],
  ['256', ['256']],
  ['256, as it was before the norm', ['256', '--force-R5']],
  ['256, its properties for all to read', ['256', '--cleartext-metadata']],
])('a file of %s bits', (_, method) => {
  const encrypted = (user: string, owner: string, more: string[] = []) =>
    qpdf(plain, ['--allow-weak-crypto', '--encrypt', user, owner, ...method, '--', ...more]);

  it.each<[string, string, string | undefined, string[]]>([
    ['the user has', 'user', 'user', []],
    ['the owner has', 'user', 'owner', ['--object-streams=generate']],
    ['nobody needs', '', undefined, ['--linearize']],
  ])('opens with the password that %s, and loses nothing', async (_name, user, password, more) => {
    const { pdf } = await cleanPdf(encrypted(user, 'owner', more), { password });
    const { info: before, ...all } = await seen;
    const { info: after, ...opened } = await viewed(pdf);
    expect(opened).toEqual(all);
    expect(after.Title).toBe(before.Title);
  });

  it('is not opened without an explicit password', () => {
    expect(() => new PdfReader(encrypted('', 'owner'))).toThrow(
      expect.objectContaining({ code: 'encrypted' }),
    );
  });
});
