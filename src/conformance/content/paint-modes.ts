/** Which operators fill and which stroke (ISO 32000-1, 8.5.3 and 9.3.6). */
import type { PaintMode } from './content-visitor.ts';

export const fillsOnly: PaintMode = { fills: true, strokes: false };
const strokesOnly: PaintMode = { fills: false, strokes: true };
const fillsAndStrokes: PaintMode = { fills: true, strokes: true };

export const pathPainting: Readonly<Record<string, PaintMode>> = {
  f: fillsOnly,
  F: fillsOnly,
  'f*': fillsOnly,
  S: strokesOnly,
  s: strokesOnly,
  B: fillsAndStrokes,
  'B*': fillsAndStrokes,
  b: fillsAndStrokes,
  'b*': fillsAndStrokes,
};

const neither: PaintMode = { fills: false, strokes: false };

/** By text rendering mode. Those from 4 on also clip. */
export function textPainting(mode: number): PaintMode {
  return textModes[mode % 4] ?? neither;
}

const textModes = [fillsOnly, strokesOnly, fillsAndStrokes];
