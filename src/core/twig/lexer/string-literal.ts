const special: Record<string, string> = { f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** Returns the value of a string literal, given the source text between its quotes. */
export function unescapeString(raw: string): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(
    /((?:\\x[0-9a-fA-F]{1,2}|\\[0-7]{1,3})+)|\\(#\{|[\s\S])/g,
    (_, bytes: string | undefined, other: string) => {
      if (bytes) return decodeBytes(bytes);
      return special[other] ?? other;
    },
  );
}

/** Decodes a run of byte escapes as UTF-8: `\xC3\xA9` is one character. */
function decodeBytes(escapes: string): string {
  const bytes = escapes
    .split('\\')
    .slice(1)
    .map((each) => (each[0] === 'x' ? Number.parseInt(each.slice(1), 16) : Number.parseInt(each, 8)) & 255);
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
