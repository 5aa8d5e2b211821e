/** What is drawn within a control, as the content of an appearance in the coordinates of the page. */
import type { PdfDict } from '#pdf/object';
import type { PdfReader } from '#pdf/reading/reader';
import { inverted } from '#pdf/underlay/matrix';
import type { Paint } from './scan-content.ts';

/** Operators and their resources. */
export interface Drawing {
  readonly content: string;
  readonly resources: PdfDict;
  /** For all of it together: from 0 to 1. */
  readonly opacity: number;
}

interface DrawingSource {
  readonly file: PdfReader;
  readonly content: string;
  readonly resources: PdfDict;
  readonly opacity: number;
}

/** `outline`: the marker, whose graphics state no other paint needs. Undefined if nothing is drawn. */
export function toDrawing(
  { file, content, resources, opacity }: DrawingSource,
  paints: readonly Paint[],
  outline: Paint,
): Drawing | undefined {
  if (paints.length === 0) return undefined;
  const foreign = outline.graphicsState?.name;
  const text = paints
    .map(({ start, end, settings, graphicsState, matrix, clip, paths }) => {
      const state = [...settings]
        .filter(([kind]) => kind !== `/${foreign} gs` || graphicsState?.name === foreign)
        .map(([, operators]) => operators);
      const [left, bottom, right, top] = clip ?? [0, 0, 0, 0];
      const limit = clip ? `${numbers([left, bottom, right - left, top - bottom])} re W n ` : '';
      const shapes = paths.map((path) => {
        const back = inverted(path.matrix);
        return back ? `${numbers(path.matrix)} cm ${path.text} ${numbers(back)} cm ` : '';
      });
      return `q ${limit}${shapes.join('')}${numbers(matrix)} cm\n${state.join('\n')}\n${content.slice(start, end)}\nQ\n`;
    })
    .join('');
  return { content: text, resources: usedResources(file, resources, text), opacity };
}

/** The resources that operators name. */
function usedResources(file: PdfReader, resources: PdfDict, text: string): PdfDict {
  const names = new Set([...text.matchAll(/\/([^\s/<>[\]()]+)/g)].map(([, name]) => name));
  const used: PdfDict = new Map();
  for (const kind of ['Font', 'ExtGState', 'XObject', 'Pattern', 'Shading', 'ColorSpace', 'Properties']) {
    const known = file.dict(resources, kind);
    const own = [...(known ?? [])].filter(([name]) => names.has(name));
    if (own.length > 0) used.set(kind, new Map(own));
  }
  return used;
}

/** To a ten thousandth: text of several thousand units is scaled by some. */
const numbers = (values: readonly number[]): string =>
  values.map((value) => String(Number(value.toFixed(4)))).join(' ');
