/** What changes in dictionaries on their way into another file: one rule a key, wherever the key stands. */
import type { PdfDict, PdfValue } from '../object.ts';

/** The rule has to see the whole dictionary, which was not read yet. */
export const needsDict = 'needs the dictionary';

/**
 * What the value becomes: undefined leaves it as it is, null leaves the key out. `type` is the dictionary's `/Type`
 * as far as it is known. Without `dict` the object is copied as text, and a rule may ask for it to be read instead.
 */
export type KeyRule = (
  value: PdfValue,
  dict: PdfDict | undefined,
  type: string | undefined,
) => PdfValue | undefined | typeof needsDict;

export type KeyRules = ReadonlyMap<string, KeyRule>;
