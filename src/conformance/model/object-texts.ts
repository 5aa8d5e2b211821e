/** Finds the source text of objects, for rules on how it is written. */
import { isNamed, PdfStream } from '#pdf/object';
import type { CheckedDocument, CheckedObject } from './checked-document.ts';

export interface ObjectText {
  /** The number of the object or of the object stream. */
  readonly number: number;
  readonly text: { readonly bytes: Buffer; readonly start: number; readonly end: number };
}

export function readObjectTexts(document: CheckedDocument): ObjectText[] {
  return document.objects.flatMap((object) => {
    const packed = packedText(document, object);
    const plain = plainText(document, object);
    return [...(plain ? [plain] : []), ...(packed ? [packed] : [])];
  });
}

function plainText(
  { file }: CheckedDocument,
  { number, offset, value }: CheckedObject,
): ObjectText | undefined {
  if (offset === undefined) return undefined;
  const { bytes } = file;
  const isStream = value instanceof PdfStream;
  const end = isStream ? value.data.byteOffset - bytes.byteOffset : bytes.indexOf('endobj', offset, 'latin1');
  // Decrypted data is not part of the file.
  if (end < offset || end > bytes.length) return undefined;
  return { number, text: { bytes, start: offset, end } };
}

function packedText(document: CheckedDocument, { number, value }: CheckedObject): ObjectText | undefined {
  if (!(value instanceof PdfStream) || !isNamed(value.dict.get('Type'), 'ObjStm')) return undefined;
  const bytes = document.decode(value);
  return (
    bytes && {
      number,
      text: { bytes, start: document.file.number(value.dict, 'First') ?? 0, end: bytes.length },
    }
  );
}
