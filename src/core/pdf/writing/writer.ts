/**
 * A whole new file: object streams and a cross-reference stream, which make tagged files two to six times smaller
 * than a plain table does. The same values in the same order give the same bytes.
 */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import {
  type PdfDict,
  PdfName,
  PdfRef,
  type PdfRefOwner,
  PdfStream,
  PdfString,
  type PdfValue,
} from '../object.ts';
import { ByteSink } from './byte-sink.ts';
import { serialize } from './serialize.ts';
import { type WrittenPlace, writeCrossReferenceStream } from './write-cross-reference-stream.ts';

/** Larger ones compress little better, and a reader has to unpack all of one for a single object. */
const objectsPerStream = 200;

/** The first version with object streams. */
const lowestVersion = '1.5';

export class PdfWriter implements PdfRefOwner {
  readonly description = 'the PDF that is written';
  readonly #sink = new ByteSink();
  /** Where each object is, by its number. */
  readonly #places: (WrittenPlace | undefined)[] = [undefined];
  #packed: { number: number; bytes: Buffer }[] = [];

  /** `version` is the lowest that the content needs. */
  constructor(version: string) {
    // Four bytes above 127 say that the file is binary (ISO 32000-2, 7.5.2).
    this.#sink.text(`%PDF-${version > lowestVersion ? version : lowestVersion}\n%\xe2\xe3\xcf\xd3\n`);
  }

  /** A number for an object that is written later, or never. */
  reserve(): PdfRef {
    return new PdfRef(this.#places.push(undefined) - 1, 0, this);
  }

  /** `reference` says what references of other files become; the writer's own may stand in the value too. */
  write(ref: PdfRef, value: PdfValue, reference: (ref: PdfRef) => PdfRef | null): void {
    const written = (inside: PdfRef) => {
      const target = inside.owner === this ? inside : reference(inside);
      return target === null ? 'null' : `${target.number} 0 R`;
    };
    if (value instanceof PdfStream) {
      const dict = new Map(value.dict).set('Length', value.data.length);
      this.#writeStream(ref.number, serialize(dict, written), value.data);
      return;
    }
    // As bytes at once: a text put together from many pieces takes ten times the memory.
    const bytes = Buffer.from(`${serialize(value, written)}\n`, 'latin1');
    this.#packed.push({ number: ref.number, bytes });
    if (this.#packed.length === objectsPerStream) this.#writePacked();
  }

  /** The file. `/ID` is made from its content. */
  finish(root: PdfRef, info: PdfRef | undefined): Uint8Array {
    this.#writePacked();
    const startXref = this.#sink.position;
    const own = this.reserve();
    this.#places[own.number] = { kind: 'plain', offset: startXref };
    const identifier = new PdfString(
      createHash('md5').update(this.#sink.bytes()).digest().toString('latin1'),
    );
    const trailer: PdfDict = new Map<string, PdfValue>([['Root', root]]);
    if (info) trailer.set('Info', info);
    trailer.set('ID', [identifier, identifier]);
    const stream = writeCrossReferenceStream(this.#places, trailer);
    this.write(own, stream, () => null);
    this.#sink.text(`startxref\n${startXref}\n%%EOF\n`);
    return this.#sink.bytes();
  }

  #writeStream(number: number, dict: string, data: Uint8Array): void {
    this.#places[number] = { kind: 'plain', offset: this.#sink.position };
    this.#sink.text(`${number} 0 obj\n${dict}\nstream\n`);
    this.#sink.data(data);
    this.#sink.text('\nendstream\nendobj\n');
  }

  #writePacked(): void {
    if (this.#packed.length === 0) return;
    const stream = this.reserve();
    let list = '';
    let offset = 0;
    for (const [index, { number, bytes }] of this.#packed.entries()) {
      list += `${number} ${offset} `;
      offset += bytes.length;
      this.#places[number] = { kind: 'packed', stream: stream.number, index };
    }
    const dict: PdfDict = new Map<string, PdfValue>([
      ['Type', new PdfName('ObjStm')],
      ['N', this.#packed.length],
      ['First', list.length],
      ['Filter', new PdfName('FlateDecode')],
    ]);
    const objects = this.#packed.map(({ bytes }) => bytes);
    this.#packed = [];
    const data = deflateSync(Buffer.concat([Buffer.from(list, 'latin1'), ...objects]));
    this.write(stream, new PdfStream(dict, data), () => null);
  }
}
