/** Opens an encrypted file with a password (the standard security handler, ISO 32000-2, 7.6.4). */

import { protectedByCertificates } from '#contract/api/protection';
import { getName, isDict, type PdfDict, PdfString, type PdfValue } from '../../object.ts';
import { PdfError } from '../../pdf-error.ts';
import { Decryption, type Method, type Methods } from './decryption.ts';
import { fileKey, fileKey256, type OpenedKey } from './file-key.ts';
import { normalizePassword } from './prepare-password.ts';

export interface EncryptedFile {
  readonly trailer: PdfDict;
  resolve(value: PdfValue | undefined): PdfValue;
}

/** Names of crypt filter methods (ISO 32000-2, table 25). */
const methodNames: Readonly<Record<string, Method>> = { V2: 'rc4', AESV2: 'aes', AESV3: 'aes256' };

/** A file opened by a password, with the permissions that its author gives to the user password. */
export interface OpenedFile {
  readonly decryption: Decryption;
  /** The file's own key, which opens it in place of a password. */
  readonly key: Uint8Array;
  readonly isOwner: boolean;
  /** The bits of `/P` (ISO 32000-2, table 22). */
  readonly permissions: number;
}

/** Throws `encrypted` for a missing or wrong password or key, and `unsupported` for another security handler. */
export function openEncrypted(file: EncryptedFile, password: string | Uint8Array | undefined): OpenedFile {
  const encrypt = file.resolve(file.trailer.get('Encrypt'));
  const dict: PdfDict = isDict(encrypt) ? encrypt : new Map();
  const number = (key: string, otherwise: number) => {
    const value = file.resolve(dict.get(key));
    return typeof value === 'number' ? value : otherwise;
  };
  const version = number('V', 0);
  const revision = number('R', 0);
  const handler = getName(file.resolve(dict.get('Filter')));
  if (handler !== 'Standard' || ![1, 2, 4, 5].includes(version) || revision < 2 || revision > 6) {
    throw new PdfError('unsupported', protectedByCertificates);
  }
  if (password === undefined) throw new PdfError('encrypted', 'The PDF is encrypted.');
  const bytes = (key: string) => getBytes(file.resolve(dict.get(key)));
  const encryptsMetadata = file.resolve(dict.get('EncryptMetadata')) !== false;
  const permissions = number('P', 0);
  const owner = bytes('O');
  const user = bytes('U');
  let opened: OpenedKey | undefined;
  if (typeof password !== 'string') {
    opened = { key: Buffer.from(password), isOwner: true };
  } else if (version === 5) {
    const facts = { revision, owner, user, ownerKey: bytes('OE'), userKey: bytes('UE') };
    // Many programs hash a password as it was typed.
    const spellings = new Set([normalizePassword(password), password]);
    for (const spelling of spellings) opened ??= fileKey256(facts, Buffer.from(spelling, 'utf8'));
  } else {
    const ids = file.resolve(file.trailer.get('ID'));
    const facts = {
      revision,
      // Version 4 always has 128 bits. Some files give the length in bytes, or not at all.
      length: version === 4 ? 16 : version === 1 ? 5 : keyLength(number('Length', 40)),
      owner,
      user,
      permissions,
      encryptsMetadata,
      fileId: getBytes(file.resolve(Array.isArray(ids) ? ids[0] : undefined)),
    };
    // Programs differ in which of the two encodings they use.
    opened = fileKey(facts, Buffer.from(password, 'latin1')) ?? fileKey(facts, Buffer.from(password, 'utf8'));
  }
  if (!opened) {
    const message =
      password === '' ? 'The PDF is protected by a password.' : 'The password of the PDF is wrong.';
    throw new PdfError('encrypted', message);
  }
  const decryption = new Decryption(opened.key, readMethods(file, dict, version, encryptsMetadata));
  return { decryption, key: opened.key, isOwner: opened.isOwner, permissions };
}

function keyLength(bits: number): number {
  return Math.min(Math.max(Math.floor(bits / 8), 5), 16);
}

function readMethods(
  file: EncryptedFile,
  dict: PdfDict,
  version: number,
  encryptsMetadata: boolean,
): Methods {
  const named = new Map<string, Method>([['Identity', 'none']]);
  if (version < 4) {
    return { strings: 'rc4', streams: 'rc4', attachedFiles: 'rc4', metadata: 'rc4', named };
  }
  const filters = file.resolve(dict.get('CF'));
  for (const [name, value] of isDict(filters) ? filters : []) {
    const filter = file.resolve(value);
    const method = isDict(filter) ? getName(file.resolve(filter.get('CFM'))) : undefined;
    named.set(name, methodNames[method ?? ''] ?? 'none');
  }
  const method = (key: string) => named.get(getName(file.resolve(dict.get(key))) ?? 'Identity') ?? 'none';
  const streams = method('StmF');
  return {
    strings: method('StrF'),
    streams,
    attachedFiles: dict.has('EFF') ? method('EFF') : streams,
    metadata: encryptsMetadata ? streams : 'none',
    named,
  };
}

function getBytes(value: PdfValue): Buffer {
  return Buffer.from(value instanceof PdfString ? value.bytes : '', 'latin1');
}
