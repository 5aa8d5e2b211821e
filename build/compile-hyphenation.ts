/**
 * Compiles hyphenation patterns into the format that Chromium reads: that of Android's Minikin, a packed trie as in
 * F. M. Liang's thesis, with the patterns that its nodes end.
 */

export interface HyphenationPatterns {
  /** Letters, with `.` for an end of the word → the level before each of them, and after the last. */
  readonly patterns: ReadonlyMap<string, readonly number[]>;
  /** Word → the indices of the letters that may begin a line. */
  readonly exceptions: ReadonlyMap<string, readonly number[]>;
}

interface Node {
  readonly edges: Map<number, Node>;
  /** An index in the table of patterns; 0 for none. */
  pattern: number;
}

const magic = 0x62ad7968;

/** Throws if the patterns do not fit into the format. */
export function compileHyphenation(source: HyphenationPatterns): Buffer {
  const patterns = new Map([...source.patterns, ...[...source.exceptions].map(toPattern)]);
  const letters = [...new Set([...patterns.keys()].flatMap((text) => [...text]))].filter(
    (each) => each !== '.',
  );
  const codes = new Map([['.', 0], ...letters.sort().map((letter, i) => [letter, i + 1] as const)]);
  const table = new PatternTable();
  const root = share(toTrie(patterns, codes, table));
  const sections = [packAlphabet(codes), packTrie(root, codes.size, table.size), table.pack()];
  const header = [magic, 0];
  let at = 24;
  for (const section of sections) {
    header.push(at);
    at += section.length;
  }
  return Buffer.concat([words([...header, at]), ...sections]);
}

/** A pattern of a whole word whose levels are above all others, which have one digit. */
function toPattern([word, breaks]: readonly [string, readonly number[]]): [string, number[]] {
  const levels = Array.from({ length: word.length + 3 }, (_, i) => (breaks.includes(i - 1) ? 11 : 10));
  return [`.${word}.`, [0, 0, ...levels.slice(2, word.length + 1), 0, 0]];
}

function toTrie(
  patterns: ReadonlyMap<string, readonly number[]>,
  codes: ReadonlyMap<string, number>,
  table: PatternTable,
): Node {
  const root: Node = { edges: new Map(), pattern: 0 };
  for (const [text, levels] of patterns) {
    let node = root;
    for (const letter of text) {
      const code = codes.get(letter) as number;
      const next = node.edges.get(code) ?? { edges: new Map(), pattern: 0 };
      node.edges.set(code, next);
      node = next;
    }
    node.pattern = table.add(levels);
  }
  return root;
}

/** Makes one node of all that are the ends of equal texts. */
function share(root: Node): Node {
  const known = new Map<string, Node>();
  const ids = new Map<Node, number>();
  const visit = (node: Node): Node => {
    for (const [code, next] of node.edges) node.edges.set(code, visit(next));
    const edges = [...node.edges].sort(([a], [b]) => a - b).map(([code, next]) => `${code}:${ids.get(next)}`);
    const key = `${node.pattern};${edges.join()}`;
    const same = known.get(key) ?? node;
    known.set(key, same);
    if (!ids.has(same)) ids.set(same, ids.size);
    return same;
  };
  return visit(root);
}

/** The levels, each without the zeros around it. */
class PatternTable {
  readonly #indices = new Map<string, number>([['none', 0]]);
  readonly #entries: number[] = [0];
  readonly #bytes: number[] = [];

  get size(): number {
    return this.#entries.length;
  }

  add(levels: readonly number[]): number {
    const first = levels.findIndex((level) => level > 0);
    if (first < 0) return 0;
    const last = levels.findLastIndex((level) => level > 0);
    const used = levels.slice(first, last + 1);
    const zeros = levels.length - 1 - last;
    const key = `${used.join()}|${zeros}`;
    const known = this.#indices.get(key);
    if (known !== undefined) return known;
    const index = this.#entries.length;
    if (used.length > 63 || zeros > 63) throw new Error(`A pattern is too long: ${levels.join('')}`);
    this.#entries.push(used.length * 2 ** 26 + zeros * 2 ** 20 + this.#bytes.length);
    this.#bytes.push(...used);
    this.#indices.set(key, index);
    return index;
  }

  pack(): Buffer {
    const entries = words(this.#entries);
    const header = words([0, this.#entries.length, 16 + entries.length, this.#bytes.length]);
    return Buffer.concat([header, entries, padded(this.#bytes)]);
  }
}

/** Code point → code, in upper and lower case. */
function packAlphabet(codes: ReadonlyMap<string, number>): Buffer {
  const points = new Map<number, number>();
  for (const [letter, code] of codes) {
    if (code === 0) continue;
    points.set(letter.codePointAt(0) as number, code);
    const upper = letter.toUpperCase();
    const point = upper.codePointAt(0) as number;
    if ([...upper].length === 1 && !codes.has(upper)) points.set(point, code);
  }
  const sorted = [...points].sort(([a], [b]) => a - b);
  return words([1, sorted.length, ...sorted.map(([point, code]) => point * 2 ** 11 + code)]);
}

function packTrie(root: Node, letters: number, patterns: number): Buffer {
  const places = new Map<Node, number>();
  const slots: { node?: Node; code: number; target?: Node }[] = [];
  const slot = (index: number) => {
    while (slots.length <= index) slots.push({ code: 0 });
    return slots[index] as (typeof slots)[number];
  };
  let firstFree = 0;
  const waiting = [root];
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    if (places.has(node)) continue;
    const edges = [...node.edges].sort(([a], [b]) => a - b);
    const isFree = (place: number) =>
      slot(place).node === undefined &&
      edges.every(([code]) => slot(place + code).target === undefined) &&
      // Otherwise the end of a word would seem to lead there.
      (edges[0]?.[0] === 0 ? slot(place).target === undefined : true);
    // Few places before the last ones are free, and looking at all of them takes half a minute.
    let place = Math.max(firstFree, slots.length - 1_000);
    while (!isFree(place)) place++;
    slot(place).node = node;
    places.set(node, place);
    for (const [code, target] of edges) {
      Object.assign(slot(place + code), { code, target });
      waiting.push(target);
    }
    while (slot(firstFree).node !== undefined) firstFree++;
  }
  const characterBits = bitsFor(letters - 1);
  const linkBits = bitsFor(slots.length - 1);
  if (characterBits + linkBits + bitsFor(patterns - 1) > 32) throw new Error('The patterns are too many.');
  const data = slots.map(
    ({ node, code, target }) =>
      (node?.pattern ?? 0) * 2 ** (characterBits + linkBits) +
      (target ? (places.get(target) as number) : 0) * 2 ** characterBits +
      code,
  );
  const mask = 2 ** characterBits - 1;
  // A look-up reads beyond the place of a node by any character.
  while (data.length < slots.length + letters) data.push(0);
  const linkMask = (2 ** linkBits - 1) * 2 ** characterBits;
  return words([0, mask, characterBits, linkMask, characterBits + linkBits, data.length, ...data]);
}

const bitsFor = (most: number): number => Math.max(1, Math.ceil(Math.log2(most + 1)));

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value, i * 4);
  return bytes;
}

/** To four bytes. */
const padded = (bytes: readonly number[]): Buffer =>
  Buffer.concat([Buffer.from(bytes), Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
