/** Encrypts a small file with the oldest revision of the format (40 bits), reduced to the essentials. */
import { createHash } from 'node:crypto';
import { rc4 } from '../../../../../src/pdf/reading/encryption/rc4.ts';
import { buildPdf, streamObject } from '../../build-pdf.ts';

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const keyLength = 5;

export interface EncryptedFacts {
  readonly title: string;
  readonly content: string;
  readonly password?: string;
  readonly fileId?: string;
}

/** Builds a file of one page with this content. The title is a literal string, as most producers write it. */
export function encryptedPdf({ title, content, password = '', fileId }: EncryptedFacts): Buffer {
  const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest();
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32);
  const owner = rc4(md5(padded).subarray(0, keyLength), padded);
  const permissions = Buffer.from([0xff, 0xff, 0xff, 0xff]);
  const key = md5(padded, owner, permissions, Buffer.from(fileId ?? '', 'latin1')).subarray(0, keyLength);
  const user = rc4(key, padding);
  const encrypted = (number: number, text: string) =>
    rc4(
      md5(key, Buffer.from([number, 0, 0, 0, 0])).subarray(0, keyLength + 5),
      Buffer.from(text, 'latin1'),
    ).toString('latin1');
  const literal = (text: string) =>
    `(${text.replace(/[\\()\r\n]/g, (c) => `\\${c.charCodeAt(0).toString(8).padStart(3, '0')}`)})`;
  const id = fileId === undefined ? '' : `/ID[${literal(fileId)}${literal(fileId)}]`;
  return buildPdf(
    {
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
      4: streamObject('', encrypted(4, content)),
      5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      6: `<</Title${literal(encrypted(6, title))}>>`,
      7: `<</Filter/Standard/V 1/R 2/P -1/O${literal(owner.toString('latin1'))}/U${literal(user.toString('latin1'))}>>`,
    },
    { trailer: `/Root 1 0 R/Info 6 0 R/Encrypt 7 0 R${id}` },
  );
}
