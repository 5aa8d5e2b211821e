/** A caller's text as it may stand in Info and in XML alike, so that both say the same. */
import { wellFormed } from './well-formed.ts';

/** Control characters but tab and line feed, and the two code points that XML 1.0 has no way to write. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unwritable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Undefined for a text without a visible character: such a property is left out. */
export function metadataText(text: string): string | undefined {
  const clean = wellFormed(text).replace(/\r\n?/g, '\n').replace(unwritable, '');
  return clean.trim() === '' ? undefined : clean;
}
