/** A signature in a PDF, but for its bytes: they cover the whole file, which must be complete before (ISO 32000-2, 12.8). */
import { getAllPages } from '../document/page-tree.ts';
import { PdfName, type PdfRef, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { PdfReader } from '../reading/reader.ts';
import { assertStaticForm } from '../repair/static-form.ts';
import { encodeText } from '../text-string.ts';
import { IncrementalUpdate } from '../writing/incremental-update.ts';
import { assertUndamaged } from './assert-undamaged.ts';
import { chooseSignatureField } from './choose-signature-field.ts';
import { findSeal } from './find-seal.ts';
import { ObjectEdits } from './object-edits.ts';
import { getCertification } from './read-certification.ts';
import { locks, readLocks } from './read-locks.ts';
import { readSignatures } from './read-signatures.ts';
import { drawSignature, type SignatureAppearance } from './signature-appearance.ts';
import { makeSignatureDictionary, type SignatureDetails } from './signature-dictionary.ts';
import { getSignatureFields } from './signature-fields.ts';

export interface SignatureRequest extends SignatureDetails {
  /** The most bytes that the signature can take. */
  readonly contentsLength: number;
  /**
   * The name of an unsigned signature field of the file, or of a new one, which is invisible. Without it, the only
   * unsigned field of the file, or a new one.
   */
  readonly field?: string | undefined;
  /** The new appearance of a field that has a box. Without it, the field keeps the one that it has. */
  readonly appearance?: SignatureAppearance | undefined;
}

export interface PreparedSignature {
  /** The name of the field. */
  readonly field: string;
  /** Characters of the appearance that its font does not have. */
  readonly missing: readonly string[];
  /** The two parts of the file that the signature must cover, in this order. */
  readonly signed: readonly [Uint8Array, Uint8Array];
  /** Returns the file with the signature. Throws if the signature is longer than `contentsLength`. */
  complete(signature: Uint8Array): Uint8Array;
}

/** SigFlags: signatures exist, and the file may only be appended to (ISO 32000-2, table 225). */
const appendOnly = 3;

/** Print and Locked (ISO 32000-2, table 167). */
const widgetFlags = 4 | 128;

/**
 * Appends an incremental update with the signature's dictionary, its field, and room for the signature. Everything before
 * stays as it is, so that earlier signatures stay valid.
 *
 * Throws `encrypted`; `malformed` also for damage with which the signature could not be verified; and `unsupported` for what
 * cannot be signed: a dynamic XFA form, a field that is taken, a certification of a document that is already signed, or one that
 * permits no more signatures.
 */
export function prepareSignature(pdf: Uint8Array, request: SignatureRequest): PreparedSignature {
  const file = new PdfReader(pdf);
  if (file.bytes.length !== pdf.length) {
    throw new PdfError('malformed', 'It has other bytes before its header, so no signature can cover it.');
  }
  assertUndamaged(file);
  assertStaticForm(file);
  const { name, existing } = chooseSignatureField(file, request.field);
  assertMaySign(file, name, request);
  const update = new IncrementalUpdate(file);
  const edits = new ObjectEdits(file, update);
  const lock = existing && file.dict(existing.dict, 'Lock');
  const dictionary = makeSignatureDictionary(request, request.contentsLength, lock);
  const value = update.add(dictionary);
  const form = edits.child(edits.catalog, 'AcroForm');
  form.set('SigFlags', appendOnly);
  const { appearance } = request;
  const missing = existing && appearance ? drawSignature(edits, existing, appearance) : [];
  if (existing?.ref) edits.dict(existing.ref).set('V', value);
  const { ref, parent } = existing ? (existing.unlisted ?? {}) : { ref: addField(edits, name, value) };
  if (ref) edits.list(parent ? edits.dict(parent) : form, parent ? 'Kids' : 'Fields').push(ref);
  if (request.certification !== undefined) edits.child(edits.catalog, 'Perms').set('DocMDP', value);
  const appended = Buffer.from(update.bytes(new Map()));
  const start = update.offsetOf(value) - pdf.length;
  const whole = withRoom(pdf, appended, start, request.contentsLength);
  assertVerifiable(whole.pdf, name);
  return { signed: whole.signed, complete: whole.complete, field: name, missing };
}

/** Throws `malformed` for a file whose signature could not be verified. */
function assertVerifiable(pdf: Uint8Array, field: string): void {
  const own = readSignatures(pdf).signatures.filter((signature) => signature.field === field);
  const problem = own.length === 1 ? own[0]?.problem : 'it could not be found again';
  if (problem !== undefined) throw new PdfError('malformed', `A signature would be of no use: ${problem}.`);
}

/**
 * A field without a size, which viewers list and no page shows. Outside the page it needs no tag in a tagged document
 * (ISO 14289-1, 7.18.4): a change of the tags would break the signatures that the document already has.
 */
function addField(edits: ObjectEdits, name: string, value: PdfRef): PdfRef {
  const page = getAllPages(edits.file)[0];
  if (!page?.ref) throw new PdfError('malformed', 'The first page is not an indirect object.');
  const [x, y] = cornerOutside(edits.file, page.inherited);
  const ref = edits.update.add(
    new Map<string, PdfValue>([
      ['Type', new PdfName('Annot')],
      ['Subtype', new PdfName('Widget')],
      ['FT', new PdfName('Sig')],
      ['T', encodeText(name)],
      ['TU', encodeText(name)],
      ['V', value],
      ['Rect', [x, y, x, y]],
      ['F', widgetFlags],
      ['P', page.ref],
    ]),
  );
  edits.list(edits.dict(page.ref), 'Annots').push(ref);
  return ref;
}

/** A point beside the lower left corner of what a page shows. */
function cornerOutside(file: PdfReader, inherited: ReadonlyMap<string, PdfValue>): readonly [number, number] {
  const box = inherited.get('CropBox') ?? inherited.get('MediaBox');
  const numbers = (Array.isArray(box) ? box : []).map((item) => file.resolve(item));
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbers.map((each) => (typeof each === 'number' ? each : 0));
  return [Math.floor(Math.min(x0, x1)) - 1, Math.floor(Math.min(y0, y1)) - 1];
}

/** Throws `unsupported` for what the signatures of the document forbid. `field`: the name of the one to sign. */
function assertMaySign(file: PdfReader, field: string, { certification }: SignatureRequest): void {
  const signed = getSignatureFields(file).find(({ value }) => value);
  const reason =
    certification !== undefined && signed
      ? `Only the first signature can certify a document; this one is signed in the field ${signed.name}.`
      : reasonAgainst(file, field);
  if (reason !== undefined) throw new PdfError('unsupported', reason);
}

function reasonAgainst(file: PdfReader, field: string): string | undefined {
  if (getCertification(file)?.level === 1) {
    return 'The document is certified so that nothing may change any more: another signature would break the certification.';
  }
  const seal = findSeal(file);
  if (seal !== undefined)
    return `The signature ${seal} permits no changes: another signature would break it.`;
  const lock = readLocks(file).find((each) => locks(each, field));
  return (
    lock && `The signature ${lock.signature} locks the field ${field}: signing it would break that signature.`
  );
}

/** `start` is the offset of the signature's object in the update. */
function withRoom(
  pdf: Uint8Array,
  appended: Buffer,
  start: number,
  contentsLength: number,
): Pick<PreparedSignature, 'signed' | 'complete'> & { readonly pdf: Uint8Array } {
  const rangeStart = appended.indexOf('/ByteRange[', start, 'latin1') + '/ByteRange['.length;
  const rangeEnd = appended.indexOf(']', rangeStart, 'latin1');
  // The signature is left out together with its brackets (ISO 32000-2, 12.8.1).
  const holeStart = appended.indexOf('/Contents<', rangeEnd, 'latin1') + '/Contents'.length;
  const holeEnd = holeStart + 2 * contentsLength + 2;
  const range = [0, pdf.length + holeStart, pdf.length + holeEnd, appended.length - holeEnd];
  appended.write(range.join(' ').padEnd(rangeEnd - rangeStart), rangeStart, 'latin1');
  const whole = Buffer.concat([pdf, appended]);
  return {
    pdf: whole,
    signed: [whole.subarray(0, pdf.length + holeStart), whole.subarray(pdf.length + holeEnd)],
    complete(signature) {
      if (signature.length > contentsLength) {
        throw new Error(
          `The signature takes ${signature.length} bytes; room was left for ${contentsLength}.`,
        );
      }
      whole.write(Buffer.from(signature).toString('hex'), pdf.length + holeStart + 1, 'latin1');
      return whole;
    },
  };
}
