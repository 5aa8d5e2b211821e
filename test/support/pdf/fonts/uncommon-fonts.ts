/** Fonts that Chromium writes as Type 3 fonts: one with an axis, one with CFF outlines, one with colours. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCharacterMap } from '../../../../src/pdf/fonts/program/character-map.ts';
import { writeCharstring } from '../../../../src/pdf/fonts/program/charstring.ts';
import { writePlainCff } from '../../../../src/pdf/fonts/program/plain-cff.ts';
import { readTables, writeTables } from '../../../../src/pdf/fonts/program/sfnt.ts';

const openSans = join(import.meta.dirname, '../../../../src/template/pdfme/fonts/OpenSans-Regular.ttf');

const layout = ['GSUB', 'GPOS', 'GDEF', 'DSIG', 'kern', 'hdmx', 'VDMX', 'LTSH'];

function openSansTables(): Map<string, Buffer> {
  const tables = new Map(readTables(readFileSync(openSans)));
  for (const name of layout) tables.delete(name);
  return tables;
}

/** Open Sans with an axis `wght` from 300 to 800, which changes no glyph. */
export function variableFont(): Buffer {
  const tables = openSansTables();
  const fvar = Buffer.alloc(36);
  for (const [i, value] of [1, 0, 16, 2, 1, 20, 0, 8].entries()) fvar.writeUInt16BE(value, i * 2);
  fvar.write('wght', 16, 'latin1');
  for (const [i, value] of [300, 400, 800].entries()) fvar.writeUInt16BE(value, 20 + i * 4);
  // A name that every font has.
  fvar.writeUInt16BE(1, 34);
  const glyphCount = tables.get('maxp')?.readUInt16BE(4) ?? 0;
  const gvar = Buffer.alloc(20 + (glyphCount + 1) * 2);
  gvar.writeUInt16BE(1, 0);
  gvar.writeUInt16BE(1, 4);
  gvar.writeUInt32BE(gvar.length, 8);
  gvar.writeUInt16BE(glyphCount, 12);
  gvar.writeUInt32BE(gvar.length, 16);
  return writeTables(tables.set('fvar', fvar).set('gvar', gvar));
}

/** Open Sans with the character in red: a glyph of COLR version 1, filled with one colour. */
export function colourFont(character: string): Buffer {
  const tables = openSansTables();
  const glyph =
    readCharacterMap(tables.get('cmap') ?? Buffer.alloc(0))?.get(character.codePointAt(0) ?? 0) ?? 0;
  const colr = Buffer.alloc(55);
  const [baseGlyphs, paint] = [34, 44];
  colr.writeUInt16BE(1, 0);
  colr.writeUInt32BE(baseGlyphs, 14);
  colr.writeUInt32BE(1, baseGlyphs);
  colr.writeUInt16BE(glyph, baseGlyphs + 4);
  colr.writeUInt32BE(paint - baseGlyphs, baseGlyphs + 6);
  // PaintGlyph, and PaintSolid with an alpha of 1.
  colr.writeUInt8(10, paint);
  colr.writeUIntBE(6, paint + 1, 3);
  colr.writeUInt16BE(glyph, paint + 4);
  colr.writeUInt8(2, paint + 6);
  colr.writeUInt16BE(0x4000, paint + 9);
  const cpal = Buffer.alloc(18);
  for (const [i, value] of [0, 1, 1, 1, 0, 14].entries()) cpal.writeUInt16BE(value, i * 2);
  cpal.writeUInt32BE(0x0000ffff, 14);
  return writeTables(tables.set('COLR', colr).set('CPAL', cpal));
}

/** The letters A to C are triangles of different heights. It has 1,000 units per em. */
export function cffFont(): Buffer {
  const tables = openSansTables();
  for (const name of ['glyf', 'loca', 'cvt ', 'fpgm', 'prep', 'gasp']) tables.delete(name);
  const charstrings = [0, 300, 500, 700].map((height, i): [string, Buffer] => [
    `glyph${i}`,
    writeCharstring(
      {
        width: 600,
        contours: [
          {
            start: [50, 0],
            segments: [
              [550, 0],
              [300, height],
            ],
          },
        ],
      },
      0,
    ) ?? Buffer.alloc(0),
  ]);
  const box = [0, 0, 600, 700] as const;
  const cff = writePlainCff({
    name: 'Triangles',
    unitsPerEm: 1000,
    box,
    charstrings: new Map(charstrings.slice(1)),
  });
  const head = Buffer.from(tables.get('head') ?? []);
  head.writeUInt16BE(1000, 18);
  const hhea = Buffer.from(tables.get('hhea') ?? []);
  hhea.writeUInt16BE(1, 34);
  const maxp = Buffer.from([0, 0, 0x50, 0, 0, 4]);
  const hmtx = Buffer.alloc(4 + 3 * 2);
  hmtx.writeUInt16BE(600, 0);
  // Without names of glyphs.
  const post = Buffer.from(tables.get('post')?.subarray(0, 32) ?? []);
  post.writeUInt32BE(0x00030000, 0);
  tables.set('head', head).set('hhea', hhea).set('maxp', maxp).set('hmtx', hmtx).set('post', post);
  const font = writeTables(tables.set('CFF ', cff).set('cmap', lettersMap()));
  font.write('OTTO', 0, 'latin1');
  return font;
}

/** A to C are the glyphs 1 to 3. */
function lettersMap(): Buffer {
  const cmap = Buffer.alloc(12 + 16 + 12);
  for (const [at, value] of [
    [2, 1],
    [4, 3],
    [6, 10],
    [12, 12],
  ] as const)
    cmap.writeUInt16BE(value, at);
  for (const [at, value] of [
    [8, 12],
    [16, 28],
    [24, 1],
    [28, 0x41],
    [32, 0x43],
    [36, 1],
  ] as const)
    cmap.writeUInt32BE(value, at);
  return cmap;
}
