/** Changes dictionary entries on their way into another file: one rule per key, wherever the key occurs. */
import type { PdfDict, PdfValue } from '../object.ts';

/** Returned by a rule that needs the whole dictionary, which has not been read yet. */
export const needsDict = 'needs the dictionary';

/**
 * Returns the new value: undefined leaves it unchanged, null omits the key. `type` is the dictionary's `/Type` if
 * known. Without `dict` the object is copied as text, and a rule may request that it be parsed instead.
 */
export type KeyRule = (
  value: PdfValue,
  dict: PdfDict | undefined,
  type: string | undefined,
) => PdfValue | undefined | typeof needsDict;

export type KeyRules = ReadonlyMap<string, KeyRule>;
