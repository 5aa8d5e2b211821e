/** The dictionary of a signature (ISO 32000-2, 12.8.1; PAdES: ETSI EN 319 142-1, 5.3), with room for what is not known yet. */
import { type PdfDict, PdfName, PdfString, type PdfValue } from '../object.ts';
import { formatPdfDate } from '../pdf-date.ts';
import { encodeText } from '../text-string.ts';

/**
 * The changes that a certifying signature permits (DocMDP, ISO 32000-2, table 257). 1: none; 2: fields may be filled in
 * and signed; 3: annotations may change as well. It is a place in `permittedChanges`, from 1 on. Evidence for the
 * validity of signatures may always be added.
 */
export type CertificationLevel = 1 | 2 | 3;

export interface SignatureDetails {
  /** The time that is claimed, to the second. A time stamp proves it. */
  readonly date: Date;
  readonly name?: string | undefined;
  readonly reason?: string | undefined;
  readonly location?: string | undefined;
  /** How to reach the signer, such as a telephone number. */
  readonly contact?: string | undefined;
  readonly certification?: CertificationLevel | undefined;
}

/** A file may be as long as this has digits. */
const widestOffset = 9_999_999_999;

/** `lock`: the fields that the signature locks, from the field's own `/Lock`. */
export function makeSignatureDictionary(
  { date, name, reason, location, contact, certification }: SignatureDetails,
  contentsLength: number,
  lock: PdfDict | undefined,
): PdfDict {
  const dict: PdfDict = new Map<string, PdfValue>([
    ['Type', new PdfName('Sig')],
    ['Filter', new PdfName('Adobe.PPKLite')],
    ['SubFilter', new PdfName('ETSI.CAdES.detached')],
    ['ByteRange', [0, widestOffset, widestOffset, widestOffset]],
    // Zero bytes are written in hexadecimal digits, as a signature must be.
    ['Contents', new PdfString('\0'.repeat(contentsLength))],
    ['M', new PdfString(formatPdfDate(date))],
  ]);
  for (const [key, text] of [
    ['Name', name],
    ['Reason', reason],
    ['Location', location],
    ['ContactInfo', contact],
  ] as const) {
    if (text !== undefined && text !== '') dict.set(key, encodeText(text));
  }
  const references: PdfDict[] = [];
  if (certification !== undefined) references.push(makeReference('DocMDP', [['P', certification]]));
  if (lock) {
    const fields = ['Action', 'Fields', 'P'].flatMap((key) => {
      const value = lock.get(key);
      return value === undefined ? [] : [[key, value] as const];
    });
    references.push(makeReference('FieldMDP', fields));
  }
  if (references.length > 0) dict.set('Reference', references);
  return dict;
}

function makeReference(method: string, entries: readonly (readonly [string, PdfValue])[]): PdfDict {
  return new Map<string, PdfValue>([
    ['Type', new PdfName('SigRef')],
    ['TransformMethod', new PdfName(method)],
    [
      'TransformParams',
      new Map<string, PdfValue>([
        ['Type', new PdfName('TransformParams')],
        ['V', new PdfName('1.2')],
        ...entries,
      ]),
    ],
  ]);
}
