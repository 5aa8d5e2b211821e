/** The part of the graphics state that rules depend on, and the operators that change it (ISO 32000-2, 8.4.4). */
import { isDict, type PdfDict, PdfName, type PdfValue } from '../../pdf/object.ts';
import type { PdfReader } from '../../pdf/reading/reader.ts';
import type { ContentColor, GraphicsState } from './content-visitor.ts';

const black: ContentColor = { space: new PdfName('DeviceGray'), pattern: null };
const rgb: ContentColor = { space: new PdfName('DeviceRGB'), pattern: null };
const cmyk: ContentColor = { space: new PdfName('DeviceCMYK'), pattern: null };

/** At the start of a page. */
export function initialState(): GraphicsState {
  return {
    fill: black,
    stroke: black,
    font: undefined,
    textMode: 0,
    overprintFill: false,
    overprintStroke: false,
    overprintMode: 0,
    depth: 0,
  };
}

type Resource = (category: string, name: string) => PdfValue;

/** Changes the state as the operator says. `q` and `Q` are left to the caller, which keeps the stack. */
export function applyOperator(
  file: PdfReader,
  state: GraphicsState,
  operator: string,
  operands: readonly PdfValue[],
  resource: Resource,
): void {
  switch (operator) {
    case 'g':
      state.fill = black;
      return;
    case 'G':
      state.stroke = black;
      return;
    case 'rg':
      state.fill = rgb;
      return;
    case 'RG':
      state.stroke = rgb;
      return;
    case 'k':
      state.fill = cmyk;
      return;
    case 'K':
      state.stroke = cmyk;
      return;
    case 'cs':
      state.fill = { space: colorSpace(file, operands[0], resource), pattern: null };
      return;
    case 'CS':
      state.stroke = { space: colorSpace(file, operands[0], resource), pattern: null };
      return;
    case 'scn':
    case 'SCN': {
      const name = operands.at(-1);
      if (!(name instanceof PdfName)) return;
      const key = operator === 'scn' ? 'fill' : 'stroke';
      state[key] = { space: state[key].space, pattern: resource('Pattern', name.value) };
      return;
    }
    case 'Tf': {
      const font = operands[0] instanceof PdfName ? resource('Font', operands[0].value) : null;
      state.font = isDict(font) ? font : undefined;
      return;
    }
    case 'Tr':
      if (typeof operands[0] === 'number') state.textMode = operands[0];
      return;
    case 'gs': {
      const dict = operands[0] instanceof PdfName ? resource('ExtGState', operands[0].value) : null;
      if (isDict(dict)) applyExtGState(file, state, dict);
    }
  }
}

/** Others are names of resources. */
const namedSpaces = new Set(['DeviceGray', 'DeviceRGB', 'DeviceCMYK', 'Pattern']);

function colorSpace(file: PdfReader, operand: PdfValue | undefined, resource: Resource): PdfValue {
  if (!(operand instanceof PdfName) || namedSpaces.has(operand.value)) return operand ?? null;
  return file.resolve(resource('ColorSpace', operand.value));
}

function applyExtGState(file: PdfReader, state: GraphicsState, dict: PdfDict): void {
  const stroke = file.get(dict, 'OP');
  const fill = file.get(dict, 'op');
  if (typeof stroke === 'boolean') state.overprintStroke = stroke;
  // `OP` alone sets both.
  if (typeof fill === 'boolean') state.overprintFill = fill;
  else if (typeof stroke === 'boolean') state.overprintFill = stroke;
  const mode = file.number(dict, 'OPM');
  if (mode !== undefined) state.overprintMode = mode;
  const font = file.array(dict, 'Font')?.[0];
  const resolved = file.resolve(font);
  if (isDict(resolved)) state.font = resolved;
}
