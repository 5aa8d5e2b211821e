import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCharacterMap } from '../../../../src/core/fonts/character-map.ts';
import { readOutlines } from '../../../../src/core/fonts/outlines.ts';
import { readTables, writeTables } from '../../../../src/core/fonts/sfnt.ts';
import { subsetFont } from '../../../../src/core/fonts/subset-font.ts';

const openSans = readFileSync(
  join(import.meta.dirname, '../../../../src/core/pdfme/fonts/OpenSans-Regular.ttf'),
);

const charactersOf = (text: string) => new Set([...text].map((each) => each.codePointAt(0) ?? 0));

function parse(bytes: Buffer) {
  const tables = readTables(bytes) ?? new Map<string, Buffer>();
  const table = (name: string) => tables.get(name) ?? Buffer.alloc(0);
  const map = readCharacterMap(table('cmap')) ?? new Map<number, number>();
  const count = table('maxp').readUInt16BE(4);
  const outlines = readOutlines(table('loca'), table('glyf'), count, table('head').readInt16BE(50) !== 0);
  return {
    table,
    map,
    outlineOf: (text: string) => outlines?.get(map.get(text.codePointAt(0) ?? 0) ?? -1),
    outline: (glyph: number) => outlines?.get(glyph),
  };
}

const whole = parse(openSans);
const subsetFor = (text: string) => {
  const slim = subsetFont(openSans, charactersOf(text));
  if (!slim) throw new Error('The font was not understood.');
  return { bytes: slim, ...parse(slim) };
};

describe('a slim font', () => {
  it('keeps the glyph numbers of its characters and drops other glyphs', () => {
    const slim = subsetFor('Héllo');
    expect(slim.bytes.length).toBeLessThan(openSans.length / 2);
    for (const letter of 'Héllo') {
      expect(slim.map.get(letter.charCodeAt(0))).toBe(whole.map.get(letter.charCodeAt(0)));
      expect(slim.outlineOf(letter)).toEqual(whole.outlineOf(letter));
    }
    expect([slim.map.has(0x78), slim.outline(whole.map.get(0x78) ?? 0)]).toEqual([false, undefined]);
    for (const name of ['hmtx', 'GPOS', 'GSUB', 'fpgm', 'name']) {
      expect(slim.table(name), name).toEqual(whole.table(name));
    }
  });

  it('keeps the components of composite glyphs', () => {
    const slim = subsetFor('é');
    // The letter is not in the text, but its outline is one of the components.
    const [letter, mark] = [whole.map.get(0x65) ?? 0, whole.map.get(0xe9) ?? 0];
    expect(whole.outline(mark)?.readInt16BE(0)).toBe(-1);
    expect(slim.outline(letter)).toEqual(whole.outline(letter));
  });

  it('keeps the substitutes that features may choose', () => {
    const ligature = whole.map.get(0xfb01) ?? 0;
    expect(ligature).toBeGreaterThan(0);
    expect(subsetFor('fi').outline(ligature)).toEqual(whole.outline(ligature));
    expect(subsetFor('f').outline(ligature)).toBeUndefined();
  });

  it('varies along the axes of a variable font like the original', () => {
    const tables = new Map(readTables(openSans));
    const count = whole.table('maxp').readUInt16BE(4);
    // Four bytes per glyph, its number. The test does not interpret their meaning.
    const offsets = Buffer.alloc((count + 1) * 4);
    const data = Buffer.alloc(count * 4);
    for (let glyph = 0; glyph <= count; glyph++) offsets.writeUInt32BE(glyph * 4, glyph * 4);
    for (let glyph = 0; glyph < count; glyph++) data.writeUInt32BE(glyph + 1, glyph * 4);
    const header = Buffer.from('0001000000010001000000000000000100000000', 'hex');
    const shared = Buffer.from('4000', 'hex');
    header.writeUInt32BE(20 + offsets.length, 8);
    header.writeUInt16BE(count, 12);
    header.writeUInt32BE(20 + offsets.length + shared.length, 16);
    tables.set('gvar', Buffer.concat([header, offsets, shared, data]));
    const slim = subsetFont(writeTables(tables), charactersOf('~'));
    const gvar = parse(slim ?? Buffer.alloc(0)).table('gvar');
    const glyph = whole.map.get(0x7e) ?? 0;
    const start = gvar.readUInt32BE(16);
    expect(gvar.subarray(gvar.readUInt32BE(8), start)).toEqual(shared);
    expect(gvar.readUInt32BE(start + gvar.readUInt32BE(20 + glyph * 4))).toBe(glyph + 1);
    expect(gvar.readUInt32BE(20 + (glyph + 1) * 4) - gvar.readUInt32BE(20 + glyph * 4)).toBe(4);
    // Other glyphs, except the one for missing characters, have no data.
    expect(gvar.length - start).toBe(8);
  });

  it.each([
    ['another kind of outlines', 'CFF '],
    ['a colour', 'COLR'],
  ])('is not made from a font with %s', (_, name) => {
    const tables = new Map(readTables(openSans)).set(name, Buffer.alloc(8));
    expect(subsetFont(writeTables(tables), charactersOf('A'))).toBeUndefined();
  });

  it('is not made from a truncated font', () => {
    for (let length = 0; length < 2_000; length += 7) {
      expect(subsetFont(openSans.subarray(0, length), charactersOf('A'))).toBeUndefined();
    }
    const tables = readTables(openSans) ?? new Map<string, Buffer>();
    for (const name of ['cmap', 'loca', 'glyf', 'maxp', 'head']) {
      const table = tables.get(name) ?? Buffer.alloc(0);
      for (const share of [0, 0.01, 0.1]) {
        const cut = new Map(tables).set(name, table.subarray(0, Math.floor(table.length * share)));
        // `head` is needed to write the file.
        if (name === 'head') cut.set(name, Buffer.concat([table.subarray(0, 12), Buffer.alloc(20)]));
        expect(subsetFont(writeTables(cut), charactersOf('Aé')) !== undefined, `${name} ${share}`).toBe(
          false,
        );
      }
    }
    // Both results are valid, depending on what can still be read.
    const gsub = tables.get('GSUB') ?? Buffer.alloc(0);
    for (let length = 0; length < gsub.length; length += 5) {
      const cut = new Map(tables).set('GSUB', gsub.subarray(0, length));
      expect(() => subsetFont(writeTables(cut), charactersOf('Afi'))).not.toThrow();
    }
  });

  it('limits the time for fonts built to exhaust it', () => {
    const tables = new Map(readTables(openSans));
    // 5,000 ranges of a million characters each.
    const cmap = Buffer.alloc(12 + 16 + 5_000 * 12);
    cmap.writeUInt16BE(1, 2);
    cmap.writeUInt16BE(3, 4);
    cmap.writeUInt16BE(10, 6);
    cmap.writeUInt32BE(12, 8);
    cmap.writeUInt16BE(12, 12);
    cmap.writeUInt32BE(5_000, 24);
    for (let row = 28; row < cmap.length; row += 12) cmap.writeUInt32BE(0xffff, row + 4);
    expect(subsetFont(writeTables(tables.set('cmap', cmap)), charactersOf('A'))).toBeUndefined();

    // 60,000 substitutions that share one table, each of every glyph.
    const gsub = Buffer.alloc(10 + 2 + 2 + 6 + 60_000 * 2 + 16);
    gsub.writeUInt16BE(10, 8);
    gsub.writeUInt16BE(1, 10);
    gsub.writeUInt16BE(4, 12);
    gsub.writeUInt16BE(1, 14);
    gsub.writeUInt16BE(60_000, 18);
    const table = 60_006;
    for (let i = 0; i < 60_000; i++) gsub.writeUInt16BE(table & 0xffff, 20 + i * 2);
    const whereItIs = 14 + (table & 0xffff);
    gsub.writeUInt16BE(1, whereItIs);
    gsub.writeUInt16BE(6, whereItIs + 2);
    gsub.writeUInt16BE(2, whereItIs + 6);
    gsub.writeUInt16BE(1, whereItIs + 8);
    gsub.writeUInt16BE(0xffff, whereItIs + 12);
    const slow = new Map(readTables(openSans)).set('GSUB', gsub);
    expect(subsetFont(writeTables(slow), charactersOf('A'))).toBeUndefined();
  });

  it('limits the memory for look-ups that share thousands of tables', () => {
    // 20,000 identical look-ups with 20,000 identical tables.
    const count = 20_000;
    const gsub = Buffer.alloc(10 + 2 + count * 2 + 6 + count * 2 + 16);
    gsub.writeUInt16BE(10, 8);
    gsub.writeUInt16BE(count, 10);
    const lookup = 2 + count * 2;
    for (let i = 0; i < count; i++) gsub.writeUInt16BE(lookup, 12 + i * 2);
    gsub.writeUInt16BE(9, 10 + lookup);
    gsub.writeUInt16BE(count, 10 + lookup + 4);
    for (let i = 0; i < count; i++) gsub.writeUInt16BE(6 + count * 2, 10 + lookup + 6 + i * 2);
    const before = process.memoryUsage().rss;
    const shared = new Map(readTables(openSans)).set('GSUB', gsub);
    expect(subsetFont(writeTables(shared), charactersOf('A'))).toBeUndefined();
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(300);
  });

  it('is not made from a variable font whose glyphs share variation data', () => {
    const count = whole.table('maxp').readUInt16BE(4);
    const offsets = Buffer.alloc((count + 1) * 4);
    // Every second glyph has all of it.
    for (let glyph = 1; glyph <= count; glyph += 2) offsets.writeUInt32BE(1_000_000, glyph * 4);
    const header = Buffer.from('0001000000010000000000000000000100000000', 'hex');
    header.writeUInt32BE(20 + offsets.length, 8);
    header.writeUInt16BE(count, 12);
    header.writeUInt32BE(20 + offsets.length, 16);
    const gvar = Buffer.concat([header, offsets, Buffer.alloc(1_000_000)]);
    const variable = new Map(readTables(openSans)).set('gvar', gvar);
    for (const text of ['ABCDEFGHIJ', 'ACEGI', 'BDFHJ']) {
      expect(subsetFont(writeTables(variable), charactersOf(text)) === undefined, text).toBe(true);
    }
  });
});
