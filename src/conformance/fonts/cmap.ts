/** CMaps: which bytes are a code, the CID of a code, its text (ISO 32000-1, 9.7.5 and 9.10.3). */

interface CodeRange {
  readonly first: number;
  readonly last: number;
  /** Length of the codes in bytes. */
  readonly length: number;
}

interface CidRange {
  readonly first: number;
  readonly last: number;
  readonly cid: number;
}

export interface CMap {
  readonly codeRanges: readonly CodeRange[];
  readonly cids: readonly CidRange[];
  readonly notdefs: readonly CidRange[];
  readonly texts: ReadonlyMap<number, string>;
  readonly textRanges: readonly { readonly first: number; readonly last: number; readonly text: string }[];
  readonly writingMode: number;
}

/** Hexadecimal strings, names, brackets and other words. Strings in parentheses are skipped. */
const tokens = /%[^\r\n]*|\([^)]*\)|<<|>>|<([\da-fA-F\s]*)>|[[\]]|\/[^\s<>[\]/()]*|[^\s<>[\]/()]+/g;

/** Reads as much as it understands. */
export function readCMap(bytes: Buffer): CMap {
  const codeRanges: CodeRange[] = [];
  const cids: CidRange[] = [];
  const notdefs: CidRange[] = [];
  const texts = new Map<number, string>();
  const textRanges: { first: number; last: number; text: string }[] = [];
  let writingMode = 0;
  const words = [...bytes.toString('latin1').matchAll(tokens)]
    .map(([word]) => word)
    .filter((word) => !/^[%(]/.test(word));
  const code = (word: string | undefined) => Number.parseInt(digits(word) || '0', 16);
  for (let i = 0; i < words.length; i++) {
    const kind = /^begin(codespace|cid|notdef|bf)(range|char)$/.exec(words[i] ?? '');
    if (words[i] === '/WMode' && /^\d$/.test(words[i + 1] ?? '')) writingMode = Number(words[i + 1]);
    if (!kind) continue;
    const isRange = kind[2] === 'range';
    for (i++; i < words.length && words[i] !== `end${kind[1]}${kind[2]}`; ) {
      const first = code(words[i]);
      const last = isRange ? code(words[i + 1]) : first;
      const value = words[i + (isRange ? 2 : 1)] ?? '';
      if (kind[1] === 'codespace') {
        codeRanges.push({ first, last, length: digits(words[i]).length / 2 });
        i += 2;
      } else if (kind[1] === 'bf' && value === '[') {
        let next = first;
        for (i += 3; i < words.length && words[i] !== ']'; i++) texts.set(next++, toText(words[i] ?? ''));
        i++;
      } else {
        if (kind[1] === 'cid') cids.push({ first, last, cid: Number(value) });
        else if (kind[1] === 'notdef') notdefs.push({ first, last, cid: Number(value) });
        else if (isRange) textRanges.push({ first, last, text: toText(value) });
        else texts.set(first, toText(value));
        i += isRange ? 3 : 2;
      }
    }
  }
  return { codeRanges, cids, notdefs, texts, textRanges, writingMode };
}

function digits(word: string | undefined): string {
  const inner = word?.startsWith('<') ? word.slice(1, -1).replaceAll(/\s/g, '') : '';
  return inner.length % 2 ? `${inner}0` : inner;
}

function toText(word: string): string {
  if (word.startsWith('/')) return word.slice(1);
  const bytes = Buffer.from(digits(word), 'hex');
  if (bytes.length === 1) return bytes.toString('latin1');
  return bytes
    .subarray(0, bytes.length & ~1)
    .swap16()
    .toString('utf16le');
}

/** The text of a code. Undefined if there is none. */
export function textOfCode({ texts, textRanges }: CMap, code: number): string | undefined {
  const single = texts.get(code);
  if (single !== undefined) return single;
  const range = textRanges.find(({ first, last }) => code >= first && code <= last);
  if (!range || range.text === '') return undefined;
  const end = range.text.length - 1;
  return range.text.slice(0, end) + String.fromCharCode(range.text.charCodeAt(end) + code - range.first);
}

/** The CID of a code. Undefined if the map does not have the code. Later ranges override earlier ones. */
export function cidOfCode({ cids, notdefs }: CMap, code: number): number | undefined {
  const isIn = ({ first, last }: CidRange) => code >= first && code <= last;
  const range = cids.findLast(isIn);
  if (range) return range.cid + code - range.first;
  return notdefs.find(isIn)?.cid;
}

/** The codes of a shown string, one character a byte. Bytes outside all ranges read as the code 0. */
export function* readCodesByRanges(shown: string, ranges: readonly CodeRange[]): Generator<number> {
  const shortest = Math.min(4, ...ranges.map(({ length }) => length));
  for (let at = 0; at < shown.length; ) {
    let code = 0;
    let found = false;
    let length = 1;
    for (; length <= 4 && at + length <= shown.length && !found; length++) {
      code = code * 256 + shown.charCodeAt(at + length - 1);
      found = ranges.some((range) => range.length === length && isInRange(code, range));
    }
    if (found) yield code;
    else yield 0;
    at += found ? length - 1 : Math.max(shortest, 1);
  }
}

/** Each byte must be within the bytes at its place. */
function isInRange(code: number, { first, last, length }: CodeRange): boolean {
  for (let shift = 0; shift < length * 8; shift += 8) {
    const byte = (code >>> shift) & 0xff;
    if (byte < ((first >>> shift) & 0xff) || byte > ((last >>> shift) & 0xff)) return false;
  }
  return true;
}
