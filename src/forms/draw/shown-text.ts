/** The text that an appearance stream shows, as far as its bytes say. */

/** A string, or an array of strings and distances, before an operator that shows it. */
const shown = /(\((?:[^()\\]|\\[\s\S])*\)|<[\da-fA-F\s]*>|\[[^\]]*\])\s*(?:Tj|TJ|'|")/g;
const strings = /\(((?:[^()\\]|\\[\s\S])*)\)|<([\da-fA-F\s]*)>/g;

/** Each byte is a character of Latin-1: the text itself in fonts whose encoding agrees with it, else only not empty. */
export function shownText(bytes: Uint8Array): string {
  const content = Buffer.from(bytes).toString('latin1');
  let text = '';
  for (const [, operand = ''] of content.matchAll(shown)) {
    for (const [, literal, hex] of operand.matchAll(strings)) {
      text += hex === undefined ? unescaped(literal ?? '') : Buffer.from(hex, 'hex').toString('latin1');
    }
  }
  return text;
}

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function unescaped(literal: string): string {
  return literal.replace(/\\([0-7]{1,3}|\r?\n|[\s\S])/g, (_, escaped: string) => {
    if (/^[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8) & 0xff);
    return controls[escaped] ?? (/^[\r\n]/.test(escaped) ? '' : escaped);
  });
}
