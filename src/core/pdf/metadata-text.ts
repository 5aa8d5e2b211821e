/** Makes a caller's text valid in both Info and XML, so that the two agree. */
import { wellFormed } from './well-formed.ts';

/** Control characters except tab and line feed, and the two code points that XML 1.0 cannot represent. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unwritable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Undefined for a text without a visible character, because such a property is omitted. */
export function metadataText(text: string): string | undefined {
  const clean = wellFormed(text).replace(/\r\n?/g, '\n').replace(unwritable, '');
  return clean.trim() === '' ? undefined : clean;
}
