/** Finds the outlines that the browser drew around controls: see `control-marker.ts`. */
import { controlOfColour, isMarkerOpacity } from '#pdf/contents/control-marker';
import type { Box } from '#pdf/document/page-view';
import type { PdfDict, PdfRef } from '#pdf/object';
import type { PdfReader } from '#pdf/reading/reader';
import { mappedBox } from '#pdf/underlay/matrix';
import type { Control } from './control.ts';
import { boxOfPath, type Paint, type ScannedContent } from './scan-content.ts';

export interface FoundMarker {
  readonly paint: Paint;
  readonly control: Control;
  /** The border box, in the coordinates of the marker, and on the page. */
  readonly own: Box;
  readonly box: Box;
  /** Its element of the structure. */
  readonly element: PdfRef | undefined;
}

interface MarkerSearch {
  readonly file: PdfReader;
  readonly controls: ReadonlyMap<number, Control>;
  readonly content: string;
  readonly resources: PdfDict;
  /** The element of marked content. */
  elementOf(markedId: number): PdfRef | undefined;
}

/**
 * The operators that draw a marker: the entry of the graphics state with its opacity, and how far its line goes beyond its path,
 * in CSS pixels. The line of small or uneven corners is a filled ring.
 */
const lineOf: Readonly<Record<string, { readonly opacity: string; readonly outside: number }>> = {
  S: { opacity: 'CA', outside: 0.5 },
  ...{ f: { opacity: 'ca', outside: 0 }, 'f*': { opacity: 'ca', outside: 0 } },
};

export function findMarkers(
  { paints }: ScannedContent,
  { file, controls, content, resources, elementOf }: MarkerSearch,
): FoundMarker[] {
  const states = file.dict(resources, 'ExtGState') ?? new Map();
  const found: FoundMarker[] = [];
  for (const paint of paints) {
    const line = lineOf[paint.operator];
    const state = line && paint.graphicsState && file.dict(states, paint.graphicsState.name);
    if (!line || !state || !isMarkerOpacity(file.number(state, line.opacity))) continue;
    const control = controls.get(controlOfColour(strokeColourOf(paint.settings)));
    const path = boxOfPath(content.slice(paint.start, paint.end));
    if (!control || !path) continue;
    const [left, bottom, right, top] = path;
    const { outside } = line;
    const own: Box = [left - outside, bottom - outside, right + outside, top + outside];
    const element = paint.markedId === undefined ? undefined : elementOf(paint.markedId);
    found.push({ paint, control, own, box: mappedBox(paint.matrix, own), element });
  }
  return found;
}

/** The operands of the last operator `RG`, beside which Chromium sets the colour of areas. */
function strokeColourOf(settings: Paint['settings']): string {
  const last = [...settings.values()].findLast((text) => text.includes('RG'));
  const [before = ''] = (last ?? '').split(' RG');
  return before.split(' ').slice(-3).join(' ');
}
