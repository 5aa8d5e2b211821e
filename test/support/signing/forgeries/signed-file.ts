/** Small signed documents, in each form that a file's cross-reference may have. */

import { createHash } from 'node:crypto';
import { PdfRef } from '../../../../src/pdf/object.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import type { CertificationLevel } from '../../../../src/pdf/signing/signature-dictionary.ts';
import { appendSignature } from '../../../../src/render/sealing/append-signature.ts';
import { signDetached } from '../../../../src/signing/index.ts';
import { streamObject } from '../../pdf/build-pdf.ts';
import { makeIdentity } from '../make-identity.ts';
import { type Objects, Revision } from './revision.ts';

export type FileKind = 'table' | 'stream' | 'hybrid' | 'linearized';

export const fileKinds: readonly FileKind[] = ['table', 'stream', 'hybrid', 'linearized'];

/** The numbers of what a forger changes. */
export const numbers = {
  catalog: 1,
  pages: 2,
  page: 3,
  contents: 4,
  font: 5,
  form: 6,
  field: 7,
  appearance: 8,
  drawing: 9,
  layer: 10,
  link: 11,
  state: 12,
  structure: 13,
  outline: 14,
  signed: 15,
  unsigned: 16,
  info: 17,
} as const;

export const text = (words: string): string => `BT /F1 30 Tf 20 150 Td (${words}) Tj ET`;

/** A page that says `TOTAL 100`, with a form, a layer, tags and an outline. */
export const document: Objects = {
  1: '<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R/StructTreeRoot 13 0 R/Outlines 14 0 R/OCProperties<</OCGs[10 0 R]/D<</ON[10 0 R]>>>>>>',
  2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 200]/Resources<</Font<</F1 5 0 R>>/XObject<</X1 9 0 R>>/ExtGState<</G1 12 0 R>>/Properties<</L1 10 0 R>>>>>>',
  3: '<</Type/Page/Parent 2 0 R/Contents 4 0 R/Annots[7 0 R 11 0 R 15 0 R 16 0 R]/StructParents 0>>',
  4: streamObject('', `/G1 gs ${text('TOTAL 100')} /OC /L1 BDC 0 0 1 rg 20 20 40 40 re f EMC /X1 Do`),
  5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  6: '<</Fields[7 0 R 15 0 R 16 0 R]/DR<</Font<</F1 5 0 R>>>>/DA(/F1 12 Tf)/SigFlags 3>>',
  7: '<</Type/Annot/Subtype/Widget/FT/Tx/T(town)/V(Graz)/DA(/F1 12 Tf)/Rect[100 20 200 50]/F 4/P 3 0 R/AP<</N 8 0 R>>>>',
  8: streamObject(
    '/Type/XObject/Subtype/Form/BBox[0 0 100 30]/Resources<</Font<</F1 5 0 R>>>>',
    'BT /F1 12 Tf 5 10 Td (Graz) Tj ET',
  ),
  9: streamObject('/Type/XObject/Subtype/Form/BBox[0 0 300 200]', '1 0 0 RG 220 20 60 40 re S'),
  10: '<</Type/OCG/Name(Plan)>>',
  11: '<</Type/Annot/Subtype/Link/Rect[20 180 60 195]/Border[0 0 0]/A<</S/URI/URI(https://example.com)>>>>',
  12: '<</Type/ExtGState/CA 1/ca 1>>',
  13: '<</Type/StructTreeRoot>>',
  14: '<</Type/Outlines/Count 0>>',
  15: '<</Type/Annot/Subtype/Widget/FT/Sig/T(author)/Rect[0 0 0 0]/F 4/P 3 0 R>>',
  16: '<</Type/Annot/Subtype/Widget/FT/Sig/T(witness)/Rect[230 80 290 110]/F 4/P 3 0 R>>',
  17: '<</Title(Offer)>>',
};

export interface SignedFile {
  readonly kind: FileKind;
  readonly pdf: Buffer;
  /** How its next update lists objects. */
  readonly form: 'table' | 'stream';
  readonly startXref: number;
  /** Where the section of the file before it was signed is. */
  readonly unsignedXref: number;
  /** The first number that no object has. */
  readonly size: number;
  /** Where an object of the unsigned file is; undefined for one in an object stream. */
  offsetOf(number: number): number;
  /** The object of the signature dictionary. */
  readonly signature: number;
}

export interface Preparation {
  /** Objects in the place of those of `document`, by an author who means to forge it later. */
  readonly objects?: Objects;
  readonly certification?: CertificationLevel;
  /** Changes the file before it is signed, without its length. */
  readonly distort?: (pdf: Buffer) => Buffer;
  readonly trailer?: string;
}

const { identity } = makeIdentity('p256');

export async function signedFile(kind: FileKind, preparation: Preparation = {}): Promise<SignedFile> {
  const { objects, certification, distort, trailer = '' } = preparation;
  const unsigned = unsignedFile(kind, objects, trailer);
  const date = new Date('2026-11-25T12:00:00Z');
  const signed = await appendSignature(unsigned, { identity, date, field: 'author', certification });
  const pdf = distort ? await signAgain(distort(Buffer.from(signed.pdf))) : Buffer.from(signed.pdf);
  const reader = new PdfReader(pdf);
  const field = reader.resolve(reader.ref(numbers.signed, 0));
  const value = field instanceof Map ? field.get('V') : undefined;
  const entries = reader.structure.crossReference;
  return {
    kind,
    pdf,
    form: reader.structure.usesStreams ? 'stream' : 'table',
    startXref: reader.structure.startXref,
    unsignedXref: new PdfReader(unsigned).structure.startXref,
    size: Number(reader.trailer.get('Size')),
    signature: value instanceof PdfRef ? value.number : 0,
    offsetOf(number) {
      const entry = entries.find(number);
      return entry.kind === 'plain' ? entry.offset : 0;
    },
  };
}

/** Signs bytes that were changed, as a program would that does not look at them: ours refuses to sign damage. */
async function signAgain(pdf: Buffer): Promise<Buffer> {
  const [, ...range] = /\/ByteRange\[(\d+) (\d+) (\d+) (\d+)/.exec(pdf.toString('latin1')) ?? [];
  const [start = 0, length = 0, second = 0, secondLength = 0] = range.map(Number);
  const parts = [pdf.subarray(start, start + length), pdf.subarray(second, second + secondLength)];
  const digestOf = (algorithm: string) => createHash(algorithm).update(Buffer.concat(parts)).digest();
  const signature = Buffer.from(await signDetached(digestOf, identity, {})).toString('hex');
  pdf.write(signature.padEnd(second - length - 2, '0'), length + 1, 'latin1');
  return pdf;
}

/** `document` with other objects in the place of some. */
export const unsignedFile = (kind: FileKind, objects: Objects = {}, trailer = ''): Buffer =>
  write(kind, { ...document, ...objects }, `/Root 1 0 R/Info 17 0 R${trailer}`);

/** The first row of a file's first table. */
const head = { number: 0, free: true, generation: 65_535 } as const;
/**
 * What a hybrid file has in an object stream: what readers of PDF 1.4, to which it is free, can do without
 * (ISO 32000-2, 7.5.8.4).
 */
const hiddenInHybrid: readonly number[] = [numbers.link, numbers.state, numbers.structure, numbers.outline];

function write(kind: FileKind, objects: Objects, trailer: string): Buffer {
  const file = new Revision(Buffer.from('%PDF-1.7\n'));
  const isStream = (number: number) => objects[number]?.includes('\nstream\n') === true;
  const all = Object.keys(objects).map(Number);
  const plain =
    kind === 'table'
      ? all
      : kind === 'linearized'
        ? []
        : all.filter((number) => (kind === 'hybrid' ? !hiddenInHybrid.includes(number) : isStream(number)));
  for (const number of plain) file.object(number, objects[number] ?? '');
  if (kind === 'table') return file.table(trailer, { before: [head] }).bytes();
  if (kind === 'linearized') return writeLinearized(objects, all, trailer);
  const packed = kind === 'hybrid' ? hiddenInHybrid : all.filter((number) => !isStream(number));
  const next = Math.max(...all) + 1;
  file.pack(next, Object.fromEntries(packed.map((number) => [number, objects[number] ?? ''])));
  if (kind === 'stream') return file.stream(next + 1, trailer).bytes();
  // As Word writes it: a table in which the hidden objects are free, then an empty one with a stream that has them.
  const stream = file.addStream(next + 1, trailer, packed);
  const hidden = packed.map((number) => ({ number, free: true, generation: 65_535 }) as const);
  const first = file.length;
  file.table(trailer, { before: [head], without: packed, more: hidden, size: next + 2 });
  return file.table(`${trailer}/Prev ${first}/XRefStm ${stream}`, { size: next + 2 }).bytes();
}

/** A table of the first page's objects at the beginning, to which the end of the file leads. */
function writeLinearized(objects: Objects, all: readonly number[], trailer: string): Buffer {
  const first: number[] = [numbers.catalog, numbers.page, numbers.contents];
  const next = Math.max(...all) + 1;
  const wide = (value: number) => String(value).padStart(6, '0');
  const build = ({ length, main, file: known }: { length: number; main: number; file?: Revision }) => {
    const file = new Revision(Buffer.from('%PDF-1.7\n'));
    const dict = `<</Linearized 1/L ${wide(length)}/N 1/O 3/E 900/T ${wide(main)}/H[0 1]>>`;
    file.object(next, dict);
    const start = file.length;
    const more = first.map((number) => ({ number, offset: known?.offsetOf(number) ?? 0 }));
    file.table(`${trailer}/Prev ${wide(main)}`, { more, size: next + 1, startXref: 0 });
    for (const number of all) file.object(number, objects[number] ?? '');
    const section = file.length;
    file.table(trailer, { without: first, size: next, startXref: start });
    return { length: file.length, main: section, file };
  };
  // Each pass knows the places of the one before.
  return build(build(build({ length: 0, main: 0 }))).file.bytes();
}
