/**
 * Marks that show where the browser prints a control. The page draws an outline with a colour of its own around each: it is
 * printed wherever the control is, whatever transforms, columns, frames or headers do to it, and within its element of the
 * structure. `placeControls` takes the outlines out of the PDF again.
 */
import type { PdfDict } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

/** The opacity of the outline: too faint to be seen, and unlike that of any document. */
const opacity = 0.0042;

/** The difference that writing a colour with four digits makes. */
const tolerance = 0.000_05;

/** More do not fit into the 24 bits of a colour. */
export const maxControls = 100_000;

/** The values of `outline` that the page script completes with three numbers of a colour. */
export const markerOutline = { width: 1, opacity } as const;

/** Whether the state of a graphics object draws lines as faint as those of a marker. */
export const isMarkerOpacity = (found: number | undefined): boolean =>
  found !== undefined && Math.abs(found - opacity) < tolerance;

/** Whether a graphics state of a page is that of markers: for lines, or for the areas that lines may be drawn as. */
export const isMarkerState = (file: PdfReader, state: PdfDict): boolean =>
  ['CA', 'ca'].some((key) => isMarkerOpacity(file.number(state, key)));

/** The number of the control whose marker has a colour: `0 .0039 1`. */
export function controlOfColour(colour: string): number {
  const parts = colour.split(' ').map(Number);
  return parts.reduce((sum, part) => sum * 256 + Math.round(part * 255), 0);
}
