/** Chooses and places the glyphs of text from right to left. */
import { loadShapingLibraries, ShapingNotLoaded, shapingLibraries } from './shaping-libraries.ts';

/** Does work that may draw text from right to left. If it does, the libraries are loaded and the work is done again. */
export async function withShaping<Result>(work: () => Result): Promise<Result> {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ShapingNotLoaded)) throw error;
    await loadShapingLibraries();
    return work();
  }
}

/** In units of the font. */
interface PlacedGlyph {
  readonly glyph: number;
  readonly x: number;
  readonly y: number;
}

/** In units of the font. */
export interface GlyphCluster {
  /** The characters that the glyphs show together: a letter with its marks, or a ligature. */
  readonly text: string;
  readonly advance: number;
  readonly glyphs: readonly PlacedGlyph[];
}

/** Returns the clusters of a text from left to right. */
export type ShapeText = (text: string) => GlyphCluster[];

/** By the name of the font. HarfBuzz gives memory back when the garbage is collected, which may be late. */
const shapers = new Map<string, ShapeText>();

/** `name`: of a bundled font. `bytes`: its file. Throws outside of `withShaping`. */
export function shaperOf(name: string, bytes: Uint8Array): ShapeText {
  const shaper = shapers.get(name) ?? createShaper(bytes);
  shapers.set(name, shaper);
  return shaper;
}

function createShaper(bytes: Uint8Array): ShapeText {
  const { Blob, Buffer, BufferFlag, Direction, Face, Font, shape } = shapingLibraries().harfBuzz;
  const font = new Font(new Face(new Blob(bytes)));
  const buffer = new Buffer();
  return (text) => {
    buffer.reset();
    buffer.addText(text);
    buffer.setDirection(Direction.RTL);
    buffer.guessSegmentProperties();
    buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES);
    shape(font, buffer);
    const clusters: { text: string; start: number; advance: number; glyphs: PlacedGlyph[] }[] = [];
    let end = text.length;
    for (const info of buffer.getGlyphInfosAndPositions()) {
      let cluster = clusters.at(-1);
      if (cluster?.start !== info.cluster) {
        end = cluster?.start ?? end;
        cluster = { text: text.slice(info.cluster, end), start: info.cluster, advance: 0, glyphs: [] };
        clusters.push(cluster);
      }
      const x = cluster.advance + (info.xOffset ?? 0);
      cluster.glyphs.push({ glyph: info.codepoint, x, y: info.yOffset ?? 0 });
      cluster.advance += info.xAdvance ?? 0;
    }
    return clusters;
  };
}
