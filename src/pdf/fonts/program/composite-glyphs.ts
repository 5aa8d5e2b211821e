/** Adds glyphs that consist of others (ISO/IEC 14496-22, 5.3.4), such as a letter with its marks. */
import type { FontProgram, GlyphMetrics } from './font-program.ts';

/** In font units. */
export interface CompositeGlyph {
  readonly advance: number;
  readonly glyphs: readonly { readonly glyph: number; readonly x: number; readonly y: number }[];
}

/** Flags of a component: its two numbers are words, and distances; others follow. */
const wordDistances = 0x0001 | 0x0002;
const moreComponents = 0x0020;

/** Fields of `maxp` (ISO/IEC 14496-22, 5.2.6) that composite glyphs raise. */
const points = { simple: 6, composite: 10 };
const contours = { simple: 8, composite: 12 };
const componentCount = 28;
const componentDepth = 30;

/** The first one gets the number of the glyphs before, and so on. */
export function addCompositeGlyphs(program: FontProgram, added: readonly CompositeGlyph[]): FontProgram {
  if (added.length === 0) return program;
  const outlines = new Map(program.outlines);
  const metrics = new Map<number, GlyphMetrics>(program.metrics);
  for (const [index, { advance, glyphs }] of added.entries()) {
    const parts = glyphs.flatMap((each) => {
      const outline = program.outlines.get(each.glyph);
      return outline ? [{ ...each, outline }] : [];
    });
    const number = program.glyphCount + index;
    const edge = (at: number, choose: typeof Math.min, axis: 'x' | 'y') =>
      choose(...parts.map((part) => part.outline.readInt16BE(at) + part[axis]));
    const bearing = parts.length === 0 ? 0 : edge(2, Math.min, 'x');
    metrics.set(number, { advance, bearing });
    if (parts.length === 0) continue;
    const outline = Buffer.alloc(10 + 8 * parts.length);
    const box = [bearing, edge(4, Math.min, 'y'), edge(6, Math.max, 'x'), edge(8, Math.max, 'y')];
    for (const [i, value] of [-1, ...box].entries()) outline.writeInt16BE(value, 2 * i);
    for (const [i, { glyph, x, y }] of parts.entries()) {
      const at = 10 + 8 * i;
      outline.writeUInt16BE(wordDistances | (i < parts.length - 1 ? moreComponents : 0), at);
      outline.writeUInt16BE(glyph, at + 2);
      outline.writeInt16BE(x, at + 4);
      outline.writeInt16BE(y, at + 6);
    }
    outlines.set(number, outline);
  }
  const most = Math.max(...added.map(({ glyphs }) => glyphs.length));
  const maxp = Buffer.from(program.tables.get('maxp') ?? []);
  const raise = (at: number, value: number) =>
    maxp.writeUInt16BE(Math.min(Math.max(maxp.readUInt16BE(at), value), 0xffff), at);
  for (const { simple, composite } of [points, contours]) {
    raise(composite, most * Math.max(maxp.readUInt16BE(simple), maxp.readUInt16BE(composite)));
  }
  raise(componentCount, most);
  raise(componentDepth, maxp.readUInt16BE(componentDepth) + 1);
  const tables = new Map(program.tables).set('maxp', maxp);
  return { ...program, tables, outlines, metrics, glyphCount: program.glyphCount + added.length };
}
