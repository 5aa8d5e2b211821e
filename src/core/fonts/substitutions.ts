/** The table `GSUB` (ISO/IEC 14496-22, 6.2): glyph substitutions. */

/** Look-up types. The omitted ones only define contexts in which others apply. */
const single = 1;
const multiple = 2;
const alternate = 3;
const ligature = 4;
const extension = 7;
const reverse = 8;

/** Tables, which look-ups may share. Large Arabic fonts have some hundred. */
const maxTables = 10_000;

/** Steps, a time limit for untrusted fonts. Real ones take a hundredth. */
const maxSteps = 2_000_000;

/**
 * Adds all glyphs that any feature could substitute, in any context. Throws `RangeError` for a table that is
 * truncated or takes too long.
 */
export function addSubstitutes(gsub: Buffer, glyphs: Set<number>): void {
  const tables = readSubtables(gsub);
  let steps = 0;
  const step = () => {
    if (++steps > maxSteps) throw new RangeError('The substitutions of the font take too long.');
  };
  for (let before = -1; before !== glyphs.size; ) {
    before = glyphs.size;
    for (const { kind, table } of tables) apply(kind, table, glyphs, step);
  }
}

interface Subtable {
  readonly kind: number;
  readonly table: Buffer;
}

function readSubtables(gsub: Buffer): Subtable[] {
  const tables: Subtable[] = [];
  const start = gsub.readUInt16BE(8);
  if (start === 0) return tables;
  const lookups = gsub.subarray(start);
  for (const offset of offsets(lookups, 0)) {
    const lookup = lookups.subarray(offset);
    const kind = lookup.readUInt16BE(0);
    for (const place of offsets(lookup, 4)) {
      const table = lookup.subarray(place);
      if (kind === extension) {
        tables.push({ kind: table.readUInt16BE(2), table: table.subarray(table.readUInt32BE(4)) });
      } else {
        tables.push({ kind, table });
      }
      if (tables.length > maxTables) throw new RangeError('The font has too many substitutions.');
    }
  }
  return tables;
}

function apply(kind: number, table: Buffer, glyphs: Set<number>, step: () => void): void {
  const covered = () => covering(table.subarray(table.readUInt16BE(2)), step);
  switch (kind) {
    case single: {
      const difference = table.readUInt16BE(0) === 1 ? table.readInt16BE(4) : undefined;
      for (const [index, glyph] of covered()) {
        if (!glyphs.has(glyph)) continue;
        glyphs.add(
          difference === undefined ? table.readUInt16BE(6 + index * 2) : (glyph + difference) & 0xffff,
        );
      }
      break;
    }
    case multiple:
    case alternate:
      for (const [index, glyph] of covered()) {
        if (!glyphs.has(glyph)) continue;
        for (const each of numbers(table, table.readUInt16BE(6 + index * 2), step)) glyphs.add(each);
      }
      break;
    case ligature:
      for (const [index, glyph] of covered()) {
        if (!glyphs.has(glyph)) continue;
        const set = table.subarray(table.readUInt16BE(6 + index * 2));
        for (const offset of offsets(set, 0)) {
          step();
          addLigature(set.subarray(offset), glyphs, step);
        }
      }
      break;
    case reverse: {
      // After the backtrack and lookahead coverage tables.
      const before = table.readUInt16BE(4);
      const after = table.readUInt16BE(6 + before * 2);
      const first = 10 + (before + after) * 2;
      for (const [index, glyph] of covered()) {
        if (glyphs.has(glyph)) glyphs.add(table.readUInt16BE(first + index * 2));
      }
    }
  }
}

/** Called if the first glyph of the ligature is present. */
function addLigature(table: Buffer, glyphs: Set<number>, step: () => void): void {
  const count = table.readUInt16BE(2);
  for (let i = 1; i < count; i++) {
    step();
    if (!glyphs.has(table.readUInt16BE(2 + i * 2))) return;
  }
  glyphs.add(table.readUInt16BE(0));
}

/** Yields coverage index and glyph for each glyph that a look-up applies to. */
function* covering(coverage: Buffer, step: () => void): Generator<readonly [index: number, glyph: number]> {
  const count = coverage.readUInt16BE(2);
  if (coverage.readUInt16BE(0) === 1) {
    for (let index = 0; index < count; index++) {
      step();
      yield [index, coverage.readUInt16BE(4 + index * 2)];
    }
    return;
  }
  for (let row = 4; row < 4 + count * 6; row += 6) {
    const last = coverage.readUInt16BE(row + 2);
    let index = coverage.readUInt16BE(row + 4);
    for (let glyph = coverage.readUInt16BE(row); glyph <= last; glyph++) {
      step();
      yield [index++, glyph];
    }
  }
}

const offsets = (table: Buffer, at: number): Iterable<number> => numbers(table, at, () => {});

/** Yields as many numbers as the first one specifies. */
function* numbers(table: Buffer, at: number, step: () => void): Generator<number> {
  const count = table.readUInt16BE(at);
  for (let i = 1; i <= count; i++) {
    step();
    yield table.readUInt16BE(at + i * 2);
  }
}
