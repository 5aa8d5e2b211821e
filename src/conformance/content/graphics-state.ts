/** The part of the graphics state that rules depend on, and the operators that change it (ISO 32000-2, 8.4.4). */
import { getName, isDict, isNamed, type PdfDict, PdfName, type PdfValue, toList } from '#pdf/object';
import type { PdfReader } from '#pdf/reading/reader';
import type { ContentColor, GraphicsState } from './content-visitor.ts';

/** The file and the resources in which operators look up names. */
export interface StateSources {
  readonly file: PdfReader;
  /** The resources of the stream itself or, for a page, the inherited ones. */
  readonly resources: PdfDict | undefined;
  readonly resource: (category: string, name: string) => PdfValue;
}

/** At the start of a page. */
export function initialState(file: PdfReader, resources: PdfDict | undefined): GraphicsState {
  const black = toColor(toUsedSpace(file, new PdfName('DeviceGray'), resources));
  return {
    fill: black,
    stroke: black,
    font: undefined,
    textMode: 0,
    overprintFill: false,
    overprintStroke: false,
    overprintMode: 0,
    alphaFill: 1,
    alphaStroke: 1,
    isBlended: false,
    isMasked: false,
    ignoresColors: false,
    depth: 0,
  };
}

const toColor = (space: PdfValue): ContentColor => ({ space, pattern: null });

const defaultSpaces: Readonly<Record<string, string>> = {
  DeviceGray: 'DefaultGray',
  DeviceRGB: 'DefaultRGB',
  DeviceCMYK: 'DefaultCMYK',
};

/** Replaces a device colour space by the default one that the resources give for it (ISO 32000-2, 8.6.5.6). */
export function toUsedSpace(file: PdfReader, space: PdfValue, resources: PdfDict | undefined): PdfValue {
  const single = Array.isArray(space) && space.length === 1 ? file.resolve(space[0]) : space;
  const key = defaultSpaces[getName(single) ?? ''];
  const spaces = key && resources ? file.dict(resources, 'ColorSpace') : undefined;
  return (key && spaces && file.get(spaces, key)) || single;
}

/** Changes the state as the operator says. `q` and `Q` are left to the caller, which keeps the stack. */
export function applyOperator(
  state: GraphicsState,
  operator: string,
  operands: readonly PdfValue[],
  sources: StateSources,
): void {
  const color = colorOperators[operator];
  if (color) {
    if (!state.ignoresColors) applyColor(state, color, operands, sources);
    return;
  }
  const [first] = operands;
  switch (operator) {
    case 'Tf': {
      const font = first instanceof PdfName ? sources.resource('Font', first.value) : null;
      state.font = isDict(font) ? font : undefined;
      return;
    }
    case 'Tr':
      if (typeof first === 'number') state.textMode = first;
      return;
    case 'gs': {
      const dict = first instanceof PdfName ? sources.resource('ExtGState', first.value) : null;
      if (isDict(dict)) applyExtGState(sources.file, state, dict);
      return;
    }
    case 'd1':
      // The glyph is a stencil that is painted in the colour of the text.
      state.ignoresColors = true;
  }
}

/** Whether `applyOperator` does anything for an operator. */
export const changesState = (operator: string): boolean =>
  Object.hasOwn(colorOperators, operator) || ['Tf', 'Tr', 'gs', 'd1'].includes(operator);

interface ColorOperator {
  readonly target: 'fill' | 'stroke';
  /** The colour space of the operator. Undefined if an operand names it, and for a pattern. */
  readonly space?: PdfName;
  readonly isPattern?: boolean;
}

const colorOperators: Readonly<Record<string, ColorOperator>> = {
  g: { target: 'fill', space: new PdfName('DeviceGray') },
  G: { target: 'stroke', space: new PdfName('DeviceGray') },
  rg: { target: 'fill', space: new PdfName('DeviceRGB') },
  RG: { target: 'stroke', space: new PdfName('DeviceRGB') },
  k: { target: 'fill', space: new PdfName('DeviceCMYK') },
  K: { target: 'stroke', space: new PdfName('DeviceCMYK') },
  cs: { target: 'fill' },
  CS: { target: 'stroke' },
  scn: { target: 'fill', isPattern: true },
  SCN: { target: 'stroke', isPattern: true },
};

function applyColor(
  state: GraphicsState,
  { target, space, isPattern }: ColorOperator,
  operands: readonly PdfValue[],
  { file, resources, resource }: StateSources,
): void {
  if (space) {
    state[target] = toColor(toUsedSpace(file, space, resources));
  } else if (!isPattern) {
    const named = file.resolve(namedSpace(operands[0] ?? null, resource));
    state[target] = toColor(toUsedSpace(file, named, resources));
  } else {
    const name = operands.at(-1);
    if (!(name instanceof PdfName)) return;
    state[target] = { space: state[target].space, pattern: resource('Pattern', name.value) };
  }
}

/** Others are names of resources. */
const reservedSpaces = new Set(['DeviceGray', 'DeviceRGB', 'DeviceCMYK', 'Pattern']);

function namedSpace(operand: PdfValue, resource: StateSources['resource']): PdfValue {
  if (!(operand instanceof PdfName) || reservedSpaces.has(operand.value)) return operand;
  return resource('ColorSpace', operand.value);
}

function applyExtGState(file: PdfReader, state: GraphicsState, dict: PdfDict): void {
  const stroke = file.get(dict, 'OP');
  const fill = file.get(dict, 'op');
  if (typeof stroke === 'boolean') state.overprintStroke = stroke;
  // `OP` alone sets both.
  if (typeof fill === 'boolean') state.overprintFill = fill;
  else if (typeof stroke === 'boolean') state.overprintFill = stroke;
  state.overprintMode = file.number(dict, 'OPM') ?? state.overprintMode;
  state.alphaFill = file.number(dict, 'ca') ?? state.alphaFill;
  state.alphaStroke = file.number(dict, 'CA') ?? state.alphaStroke;
  const mask = file.get(dict, 'SMask');
  if (mask !== null) state.isMasked = !isNamed(mask, 'None');
  const mode = getName(file.resolve(toList(file.get(dict, 'BM'))[0]));
  if (mode !== undefined) state.isBlended = mode !== 'Normal' && mode !== 'Compatible';
  const font = file.resolve(file.array(dict, 'Font')?.[0]);
  if (isDict(font)) state.font = font;
}
