/**
 * Encrypts a finished file with AES-256 (ISO 32000-2, 7.6): every string and stream, its metadata and attachments
 * included. Objects keep their numbers, and object streams are encrypted as they are.
 */
import { createCipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { rewriteFile } from '../copying/rewrite-file.ts';
import {
  isDict,
  isNamed,
  type PdfDict,
  PdfName,
  type PdfRef,
  PdfStream,
  PdfString,
  type PdfValue,
} from '../object.ts';
import { withoutCrypt } from '../reading/encryption/decryption.ts';
import { PdfReader } from '../reading/reader.ts';
import {
  type FoundStream,
  findDeferred,
  type InsertedPdf,
  type StreamPlace,
  type StreamToInsert,
} from '../writing/find-deferred.ts';
import { ObjectOffsets } from '../writing/object-offsets.ts';
import { ownReferences, serialize } from '../writing/serialize.ts';
import type { FileProtection } from './file-protection.ts';

/** AES-256 came with PDF 2.0, and with an extension of 1.7 that every reader knows. */
const baseVersion = '1.7';

/** Throws `malformed`, `unsupported`, `too_large`, and `encrypted` for a file that is protected already. */
export function protectPdf(pdf: Uint8Array, protection: FileProtection): Uint8Array {
  return protectDeferred(pdf, protection, { secret: '', streams: [] }).bytes;
}

/**
 * Like `protectPdf`, for a file whose deferred streams the caller encrypts. Throws the same errors.
 */
export function protectDeferred(
  pdf: Uint8Array,
  protection: FileProtection,
  { secret, streams }: { readonly secret: string; readonly streams: readonly StreamToInsert[] },
): InsertedPdf {
  const read = new PdfReader(pdf);
  // A new file has no generations but 0, which a cross-reference stream can hold for packed objects too.
  const file = isPlain(read) ? read : new PdfReader(rewriteFile(read, { compact: false }));
  const version = file.version > baseVersion ? file.version : baseVersion;
  const sink = new PartList();
  const places = new ObjectOffsets();
  const encrypt = new Encryption(protection.key);
  const root = file.trailer.get('Root') as PdfRef;

  sink.text(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`);
  const write = (number: number, value: PdfValue, data: readonly Uint8Array[] = []) => {
    places.set(number, { kind: 'plain', offset: sink.position });
    sink.text(`${number} 0 obj\n`);
    if (value instanceof PdfStream) {
      const length = data.reduce((sum, part) => sum + part.length, 0);
      sink.text(`${serialize(new Map(value.dict).set('Length', length), ownReferences)}\nstream\n`);
      for (const part of data) sink.data(part);
      sink.text('\nendstream');
    } else {
      sink.text(serialize(value, ownReferences));
    }
    sink.text('\nendobj\n');
  };

  const deferredPlaces: StreamPlace[] = [];
  const writeLater = (number: number, { dict, index, stream }: FoundStream) => {
    places.set(number, { kind: 'plain', offset: sink.position });
    const length = encryptedLength(stream.length);
    const head = encrypt.value(withoutCrypt(new Map(dict).set('Length', length)));
    sink.text(`${number} 0 obj\n${serialize(head, ownReferences)}\nstream\n`);
    deferredPlaces.push({ at: sink.gap(length), index });
    sink.text('\nendstream\nendobj\n');
  };

  const { crossReference } = file.structure;
  const numbers = crossReference.numbers.filter((number) => number > 0);
  const last = numbers.at(-1) ?? 0;
  for (let number = 1; number <= last; number++) places.reserve();
  for (const number of numbers) {
    const entry = crossReference.find(number);
    if (entry.kind === 'packed' && number !== root.number) {
      places.set(number, { kind: 'packed', stream: entry.stream, index: entry.index });
    } else if (entry.kind !== 'free') {
      const value = number === root.number ? extended(file, version) : file.resolve(file.ref(number, 0));
      if (isCrossReference(value)) continue;
      const found = streams.length > 0 ? findDeferred(value, secret, streams) : undefined;
      if (found) {
        writeLater(number, found);
        continue;
      }
      write(number, encrypt.value(value), value instanceof PdfStream ? encrypt.parts(value.data) : []);
    }
  }

  const dictionary = places.reserve();
  write(dictionary, encryptionDict(protection));
  const startXref = sink.position;
  const own = places.reserve();
  places.set(own, { kind: 'plain', offset: startXref });
  const trailer: PdfDict = new Map<string, PdfValue>([['Root', root]]);
  const info = file.trailer.get('Info');
  if (info) trailer.set('Info', info);
  trailer.set('Encrypt', file.ref(dictionary, 0));
  const identifier = new PdfString(randomBytes(16).toString('latin1'));
  const ids = file.resolve(file.trailer.get('ID'));
  trailer.set('ID', Array.isArray(ids) && ids.length === 2 ? ids : [identifier, identifier]);
  const table = places.stream(trailer);
  write(own, table, [table.data]);
  sink.text(`startxref\n${startXref}\n%%EOF\n`);
  return { bytes: sink.bytes(), places: deferredPlaces };
}

/** The parts of the file. Unlike `ByteSink` it keeps them as they are: copying megabytes takes as long as encrypting. */
class PartList {
  position = 0;
  #gaps = 0;
  readonly #parts: Uint8Array[] = [];

  text(text: string): void {
    this.data(Buffer.from(text, 'latin1'));
  }

  data(data: Uint8Array): void {
    this.#parts.push(data);
    this.position += data.length;
  }

  /** Leaves room for data that the caller adds. Returns its offset in the bytes without it. */
  gap(length: number): number {
    const at = this.position - this.#gaps;
    this.#gaps += length;
    this.position += length;
    return at;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

/** Whether all of its objects can be listed as they are. */
function isPlain({ structure, trailer }: PdfReader): boolean {
  if (trailer.has('XRefStm')) return false;
  return structure.crossReference.numbers.every((number) => {
    const entry = structure.crossReference.find(number);
    return entry.kind !== 'plain' || entry.generation === 0;
  });
}

const isCrossReference = (value: PdfValue): boolean =>
  value instanceof PdfStream && isNamed(value.dict.get('Type'), 'XRef');

/** The catalog, which declares the extension that the encryption is part of. */
function extended(file: PdfReader, version: string): PdfDict {
  const catalog = new Map(file.catalog);
  if (version > baseVersion) return catalog;
  const extension: PdfDict = new Map<string, PdfValue>([
    ['BaseVersion', new PdfName(baseVersion)],
    ['ExtensionLevel', 8],
  ]);
  const others = file.dict(catalog, 'Extensions') ?? new Map();
  return catalog.set('Extensions', new Map(others).set('ADBE', extension));
}

function encryptionDict({
  user,
  userKey,
  owner,
  ownerKey,
  sealedPermissions,
  permissions,
}: FileProtection): PdfDict {
  const bytes = (value: Uint8Array) => new PdfString(Buffer.from(value).toString('latin1'));
  const filter: PdfDict = new Map<string, PdfValue>([
    ['AuthEvent', new PdfName('DocOpen')],
    ['CFM', new PdfName('AESV3')],
    ['Length', 32],
  ]);
  return new Map<string, PdfValue>([
    ['Filter', new PdfName('Standard')],
    ['V', 5],
    ['R', 6],
    ['Length', 256],
    ['P', permissions],
    ['U', bytes(user)],
    ['UE', bytes(userKey)],
    ['O', bytes(owner)],
    ['OE', bytes(ownerKey)],
    ['Perms', bytes(sealedPermissions)],
    ['CF', new Map([['StdCF', filter]])],
    ['StmF', new PdfName('StdCF')],
    ['StrF', new PdfName('StdCF')],
    ['EncryptMetadata', true],
  ]);
}

/** Random bytes that are requested at a time, which takes as long as 16 bytes. */
const vectorsLength = 4096;
const vectorLength = 16;

/** The length of data when it is encrypted: with its initialization vector, and padded to whole blocks. */
export const encryptedLength = (length: number): number =>
  vectorLength + (Math.floor(length / vectorLength) + 1) * vectorLength;

class Encryption {
  readonly #key: KeyObject;
  #vectors = Buffer.alloc(0);

  constructor(key: Uint8Array) {
    this.#key = createSecretKey(key);
  }

  /** Returns an encrypted copy. The data of a stream stays: see `parts`. */
  value(value: PdfValue): PdfValue {
    if (value instanceof PdfString) {
      const bytes = Buffer.concat(this.parts(Buffer.from(value.bytes, 'latin1')));
      return new PdfString(bytes.toString('latin1'));
    }
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (value instanceof PdfStream) {
      const dict = this.value(withoutCrypt(new Map(value.dict)));
      return new PdfStream(isDict(dict) ? dict : new Map(), value.data);
    }
    if (!isDict(value)) return value;
    // A signature does not cover itself, so its contents are not encrypted.
    const isSignature = value.has('ByteRange') && value.has('Contents');
    const encrypted: PdfDict = new Map();
    for (const [key, item] of value) {
      encrypted.set(key, isSignature && key === 'Contents' ? item : this.value(item));
    }
    return encrypted;
  }

  /** Returns the initialization vector and the encrypted data. */
  parts(data: Uint8Array): readonly Buffer[] {
    const vector = this.#vector();
    const cipher = createCipheriv('aes-256-cbc', this.#key, vector);
    return [vector, cipher.update(data), cipher.final()];
  }

  #vector(): Buffer {
    if (this.#vectors.length === 0) this.#vectors = randomBytes(vectorsLength);
    const vector = this.#vectors.subarray(0, vectorLength);
    this.#vectors = this.#vectors.subarray(vectorLength);
    return vector;
  }
}
