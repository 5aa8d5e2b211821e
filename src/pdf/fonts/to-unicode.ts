/** The ToUnicode map of a font (ISO 32000-2, 9.10.3), from glyphs to text. */

/** Glyph codes have two bytes, so further ranges would only repeat. */
const maxGlyphs = 65_536;

/** Reads glyph → UTF-16BE in hexadecimal digits. Undefined if the map holds more than plain characters and ranges. */
export function readToUnicode(cmap: string): Map<number, string> | undefined {
  if (/usecmap|begincid|beginnotdef/.test(cmap)) return undefined;
  // White space within hexadecimal strings has no meaning (ISO 32000-2, 7.3.4.3).
  const compact = cmap.replaceAll(/<[0-9A-Fa-f\s]+>/g, (string) => string.replaceAll(/\s+/g, ''));
  const characters = readSections(compact, 'bfchar');
  const ranges = readSections(compact, 'bfrange');
  if (!characters || !ranges) return undefined;
  const texts = new Map<number, string>();
  for (const section of characters) {
    for (const [, glyph = '', text = ''] of section.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g)) {
      texts.set(Number.parseInt(glyph, 16), text.toUpperCase());
    }
  }
  let left = 4 * maxGlyphs;
  for (const section of ranges) {
    if (section.includes('[')) return undefined;
    for (const [, first = '', last = '', text = ''] of section.matchAll(range)) {
      const from = Number.parseInt(first, 16);
      const to = Number.parseInt(last, 16);
      left -= to - from;
      if (to >= maxGlyphs || left < 0) return undefined;
      for (let glyph = from; glyph <= to; glyph++) texts.set(glyph, advanced(text, glyph - from));
    }
  }
  return texts;
}

const range = /<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g;

/** The text between `begin…` and `end…`. Undefined if a section does not end. */
function readSections(cmap: string, kind: string): string[] | undefined {
  const sections: string[] = [];
  for (const part of cmap.split(`begin${kind}`).slice(1)) {
    const end = part.indexOf(`end${kind}`);
    if (end < 0) return undefined;
    sections.push(part.slice(0, end));
  }
  return sections;
}

/** A range increments only the last code unit. */
function advanced(text: string, steps: number): string {
  const unit = Number.parseInt(text.slice(-4), 16) + steps;
  return (text.slice(0, -4) + hexadecimal(unit)).toUpperCase();
}

/** Codes of simple fonts have one byte. */
export function writeToUnicode(texts: ReadonlyMap<number, string>, { codeBytes = 2 } = {}): string {
  const digits = 2 * codeBytes;
  const lines = [...texts]
    .sort(([a], [b]) => a - b)
    .map(([glyph, text]) => `<${hexadecimal(glyph, digits)}> <${text}>\n`);
  const sections: string[] = [];
  // A section holds at most 100 lines (Adobe technical note 5014).
  for (let i = 0; i < lines.length; i += 100) {
    const section = lines.slice(i, i + 100);
    sections.push(`${section.length} beginbfchar\n${section.join('')}endbfchar\n`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<${'0'.repeat(digits)}> <${'F'.repeat(digits)}>
endcodespacerange
${sections.join('')}endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
}

function hexadecimal(value: number, digits = 4): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}

/** The text that `readToUnicode` returns as UTF-16BE in hexadecimal digits. */
export const textOfDigits = (digits: string): string =>
  Buffer.from(digits, 'hex').swap16().toString('utf16le');

/** The digits of a text, as `writeToUnicode` takes them. */
export const digitsOfText = (text: string): string =>
  Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
