/** The encoding of a simple font that names all its glyphs (ISO 32000-2, 9.6.5.1): `/Differences [2 /g2 41 /g29 /g2A]`. */
import { getName, type PdfDict, PdfName, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

const maxCode = 255;

/** Returns glyph names by code. Undefined for an encoding that begins with another one, and for a strange one. */
export function readDifferences(file: PdfReader, font: PdfDict): Map<number, string> | undefined {
  const encoding = file.dict(font, 'Encoding');
  const differences = encoding && !encoding.has('BaseEncoding') && file.array(encoding, 'Differences');
  // A list without superfluous entries has at most a number and a name for each code.
  if (!differences || differences.length > 2 * (maxCode + 1)) return undefined;
  const names = new Map<number, string>();
  let code: number | undefined;
  for (const each of differences) {
    const value = file.resolve(each);
    const name = getName(value);
    if (typeof value === 'number') code = value;
    else if (name === undefined || code === undefined || !(code >= 0 && code <= maxCode)) return undefined;
    else names.set(code++, name);
  }
  return names;
}

export function writeDifferences(names: Iterable<readonly [code: number, name: string]>): PdfDict {
  const differences: PdfValue[] = [];
  let next: number | undefined;
  for (const [code, name] of [...names].sort(([a], [b]) => a - b)) {
    if (code !== next) differences.push(code);
    differences.push(new PdfName(name));
    next = code + 1;
  }
  return new Map<string, PdfValue>([
    ['Type', new PdfName('Encoding')],
    ['Differences', differences],
  ]);
}
