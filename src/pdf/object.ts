/**
 * The values a PDF is made of (ISO 32000-2, 7.3). Numbers, booleans, null, arrays and dictionaries are their
 * JavaScript counterparts. Other types have their own classes, so that `instanceof` distinguishes them.
 */

export type PdfValue =
  | null
  | boolean
  | number
  | PdfName
  | PdfString
  | PdfRef
  | PdfValue[]
  | PdfDict
  | PdfStream;

/** Keys are names without the slash, `#xx` decoded. A key whose value is null is absent, as the format says. */
export type PdfDict = Map<string, PdfValue>;

export class PdfName {
  /** Without the slash, `#xx` decoded; one character a byte. */
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }
}

export class PdfString {
  /** One character per byte. The meaning depends on the context: see `text-string.ts` for text. */
  readonly bytes: string;

  constructor(bytes: string) {
    this.bytes = bytes;
  }
}

/** Creates references: a file that is read, or an update that is written. */
export interface PdfRefOwner {
  readonly description: string;
}

/** A reference to an indirect object. It knows its file, so that it cannot be resolved in another one. */
export class PdfRef {
  readonly number: number;
  readonly generation: number;
  readonly owner: PdfRefOwner;

  constructor(number: number, generation: number, owner: PdfRefOwner) {
    this.number = number;
    this.generation = generation;
    this.owner = owner;
  }
}

export class PdfStream {
  readonly dict: PdfDict;
  /** As in the file: still encoded by the dictionary's filters. A view, not a copy. */
  data: Uint8Array;

  constructor(dict: PdfDict, data: Uint8Array) {
    this.dict = dict;
    this.data = data;
  }
}

export function isDict(value: PdfValue | undefined): value is PdfDict {
  return value instanceof Map;
}

export function isNamed(value: PdfValue | undefined, name: string): value is PdfName {
  return value instanceof PdfName && value.value === name;
}

/** Undefined if the value is not a name. */
export function getName(value: PdfValue | undefined): string | undefined {
  return value instanceof PdfName ? value.value : undefined;
}

/** Returns all values of an entry that may be a single value or an array. */
export function toList(value: PdfValue | undefined): PdfValue[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
