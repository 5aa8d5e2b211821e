/** Decrypts strings and streams with the file's key (ISO 32000-2, 7.6). */
import { createHash } from 'node:crypto';
import {
  getName,
  isDict,
  isNamed,
  type PdfDict,
  PdfStream,
  PdfString,
  type PdfValue,
  toList,
} from '../../object.ts';
import { decryptAes } from './aes.ts';
import { rc4 } from './rc4.ts';
import type { StreamCipher } from './stream-cipher.ts';

/** Encryption method: none, with a key per object (`rc4`, `aes`), or with the file's own key (`aes256`). */
export type Method = 'none' | 'rc4' | 'aes' | 'aes256';

export interface Methods {
  readonly strings: Method;
  readonly streams: Method;
  readonly attachedFiles: Method;
  /** Method for XMP streams. */
  readonly metadata: Method;
  /** Crypt filters that a stream may select by name. */
  readonly named: ReadonlyMap<string, Method>;
}

export class Decryption {
  readonly #key: Buffer;
  readonly #methods: Methods;

  constructor(key: Buffer, methods: Methods) {
    this.#key = key;
    this.#methods = methods;
  }

  /** Decrypts a top-level object. Objects inside object streams are encrypted together with their stream. */
  decrypted(value: PdfValue, number: number, generation: number): PdfValue {
    const strings = (inside: PdfValue): PdfValue => {
      if (inside instanceof PdfString) {
        const bytes = Buffer.from(inside.bytes, 'latin1');
        return new PdfString(
          this.#decrypt(this.#methods.strings, bytes, number, generation).toString('latin1'),
        );
      }
      if (Array.isArray(inside)) return inside.map(strings);
      if (!isDict(inside)) return inside;
      // A signature does not cover itself, so its contents are not encrypted.
      const isSignature = inside.has('ByteRange') && inside.has('Contents');
      return new Map(
        [...inside].map(([key, item]) => [key, isSignature && key === 'Contents' ? item : strings(item)]),
      );
    };
    if (!(value instanceof PdfStream)) return strings(value);
    if (isNamed(value.dict.get('Type'), 'XRef')) return value;
    const dict = strings(value.dict);
    const data = this.#decrypt(this.#getMethod(value.dict), value.data, number, generation);
    return new PdfStream(isDict(dict) ? withoutCrypt(dict) : value.dict, data);
  }

  /** How the data of a stream with this dictionary is encrypted. Undefined if it is not. */
  cipherOf(dict: PdfDict, number: number, generation: number): StreamCipher | undefined {
    return this.#cipher(this.#getMethod(dict), number, generation);
  }

  #getMethod(dict: PdfDict): Method {
    if (firstFilter(dict) === 'Crypt') {
      const parameters = dict.get('DecodeParms');
      const own = toList(parameters)[0];
      const name = isDict(own) ? getName(own.get('Name')) : undefined;
      return this.#methods.named.get(name ?? 'Identity') ?? 'none';
    }
    if (isNamed(dict.get('Type'), 'Metadata')) return this.#methods.metadata;
    if (isNamed(dict.get('Type'), 'EmbeddedFile')) return this.#methods.attachedFiles;
    return this.#methods.streams;
  }

  #decrypt(method: Method, data: Uint8Array, number: number, generation: number): Buffer {
    const cipher = this.#cipher(method, number, generation);
    if (!cipher) return Buffer.from(data.buffer, data.byteOffset, data.length);
    return cipher.kind === 'aes' ? decryptAes(cipher.key, data) : rc4(cipher.key, data);
  }

  #cipher(method: Method, number: number, generation: number): StreamCipher | undefined {
    if (method === 'none') return undefined;
    if (method === 'aes256') return { kind: 'aes', key: this.#key };
    const id = Buffer.alloc(5);
    id.writeUIntLE(number % 2 ** 24, 0, 3);
    id.writeUIntLE(generation % 2 ** 16, 3, 2);
    const hash = createHash('md5').update(this.#key).update(id);
    if (method === 'aes') hash.update('sAlT');
    const key = hash.digest().subarray(0, Math.min(this.#key.length + 5, 16));
    return { kind: method, key };
  }
}

function firstFilter(dict: PdfDict): string | undefined {
  return getName(toList(dict.get('Filter'))[0]);
}

/** Removes, from this dictionary, the Crypt filter, which selects the stream's encryption method. */
export function withoutCrypt(dict: PdfDict): PdfDict {
  if (firstFilter(dict) !== 'Crypt') return dict;
  for (const key of ['Filter', 'DecodeParms']) {
    const value = dict.get(key);
    if (Array.isArray(value) && value.length > 1) dict.set(key, value.slice(1));
    else dict.delete(key);
  }
  return dict;
}
