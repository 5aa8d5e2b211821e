/** The colours of contents, images, shadings and groups: clause 6.2.4. */
import { isDict, isNamed, type PdfDict, PdfName, PdfStream, type PdfValue } from '#pdf/object';
import {
  type ContentPosition,
  type ContentVisitor,
  defaultResources,
} from '../../content/content-visitor.ts';
import { toUsedSpace } from '../../content/graphics-state.ts';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import type { Check } from '../rule.ts';
import { ColorSpaces, colorRules } from './color-spaces.ts';
import { jpegColorSpace, readJpeg2000 } from './jpeg2000.ts';
import { SeparationTable, separationRule } from './separation-table.ts';

function placeOf({ stream }: ContentPosition) {
  return { page: stream.page?.number, object: stream.object, stream };
}

function visit(document: CheckedDocument, findings: FindingCollector): ContentVisitor {
  const { file } = document;
  const spaces = new ColorSpaces(document, findings, new SeparationTable(document, findings));
  const take = (space: PdfValue, at: ContentPosition) =>
    spaces.use(space, defaultResources(at.stream), placeOf(at));
  const takeNamed = (space: PdfValue, at: ContentPosition) => {
    take(toUsedSpace(file, file.resolve(space), defaultResources(at.stream)), at);
  };
  const takePaint = (target: 'fill' | 'stroke', at: ContentPosition) => {
    const { state } = at;
    if (state.ignoresColors) return;
    if (state[target].pattern !== null) return takePattern(state[target].pattern, at);
    const flag = target === 'fill' ? state.overprintFill : state.overprintStroke;
    const overprint = { flag, mode: state.overprintMode };
    spaces.use(state[target].space, defaultResources(at.stream), placeOf(at), overprint);
  };
  const takePattern = (pattern: PdfValue, at: ContentPosition) => {
    const shading = isDict(pattern) ? document.dictOf(pattern.get('Shading')) : undefined;
    if (shading) takeNamed(shading.get('ColorSpace') ?? null, at);
  };
  const takeImage = (image: PdfDict, at: ContentPosition, data: PdfStream | undefined) => {
    if (file.get(image, 'ImageMask') === true || file.get(image, 'IM') === true) return takePaint('fill', at);
    if (at.state.ignoresColors) return;
    const space = file.get(image, 'ColorSpace') ?? file.get(image, 'CS');
    if (space === null) return takeJpegSpace(data, at);
    const name = space instanceof PdfName ? (inlineNames[space.value] ?? space.value) : undefined;
    if (name === undefined) return takeNamed(space, at);
    takeNamed(deviceSpaces.has(name) ? new PdfName(name) : at.resource('ColorSpace', name), at);
  };
  const takeJpegSpace = (data: PdfStream | undefined, at: ContentPosition) => {
    const space = data && jpegColorSpace(readJpeg2000(document, data));
    if (space) takeNamed(new PdfName(space), at);
  };
  const takeGroup = (dict: PdfDict, resources: PdfDict | undefined, place: ReturnType<typeof placeOf>) => {
    const space = document.dictOf(dict.get('Group'))?.get('CS');
    if (space === undefined) return;
    spaces.use(toUsedSpace(file, file.resolve(space), resources), resources, place);
  };
  const colorOperator = (target: 'fill' | 'stroke') => (_: readonly PdfValue[], at: ContentPosition) => {
    if (!at.state.ignoresColors) take(at.state[target].space, at);
  };
  const [fill, stroke] = [colorOperator('fill'), colorOperator('stroke')];
  return {
    operators: {
      g: fill,
      rg: fill,
      k: fill,
      cs: fill,
      G: stroke,
      RG: stroke,
      K: stroke,
      CS: stroke,
      sh: ([name], at) => {
        const shading =
          name instanceof PdfName ? document.dictOf(at.resource('Shading', name.value)) : undefined;
        if (shading && !at.state.ignoresColors) takeNamed(shading.get('ColorSpace') ?? null, at);
      },
      EI: ([image], at) => {
        if (isDict(image)) takeImage(image, at, undefined);
      },
      Do: ([name], at) => {
        const xobject = name instanceof PdfName ? at.resource('XObject', name.value) : null;
        if (!(xobject instanceof PdfStream)) return;
        if (isNamed(file.get(xobject.dict, 'Subtype'), 'Image')) takeImage(xobject.dict, at, xobject);
      },
    },
    paint: (kind, at, { fills, strokes }) => {
      if (kind !== 'path' && kind !== 'text') return;
      if (fills) takePaint('fill', at);
      if (strokes) takePaint('stroke', at);
    },
    enter: (stream) => {
      const place = { page: stream.page?.number, object: stream.object, stream };
      if (stream.kind !== 'glyph' && stream.kind !== 'pattern')
        takeGroup(stream.dict, defaultResources(stream), place);
    },
  };
}

const deviceSpaces = new Set(['DeviceGray', 'DeviceRGB', 'DeviceCMYK']);

/** Abbreviations that inline images may use. */
const inlineNames: Readonly<Record<string, string>> = {
  G: 'DeviceGray',
  RGB: 'DeviceRGB',
  CMYK: 'DeviceCMYK',
};

export const colorCheck: Check = { rules: [...colorRules, separationRule], visit };
