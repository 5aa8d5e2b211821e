/** Finds what a content stream paints, and in which state: for contents as Chromium writes them, with overlays over them. */
import { type OperandReading, parseContent } from '#pdf/contents/parse-content';
import type { Box } from '#pdf/document/page-view';
import { isDict, PdfName, type PdfValue } from '#pdf/object';
import type { PdfReader } from '#pdf/reading/reader';
import { combined, type Matrix, mappedBox } from '#pdf/underlay/matrix';

/** A path, a text, an image or a shading. */
export interface Paint {
  readonly start: number;
  readonly end: number;
  /** The operator that paints; `ET` for a text. */
  readonly operator: string;
  /** The operators that set the state, but for its matrix and its clipping. */
  readonly state: string;
  /** From the coordinates of its operands to those of the page. */
  readonly matrix: Matrix;
  /** The part of the page that may be painted, as far as rectangles limit it. */
  readonly clip: Box | undefined;
  /** The innermost marked content that belongs to an element. */
  readonly markedId: number | undefined;
  /** For a path. In the coordinates of its operands. */
  readonly box: Box | undefined;
  readonly strokeColour: readonly number[];
  /** The name of the last graphics state, in the resources. */
  readonly graphicsState: string;
}

/** Marked content of an element. */
interface MarkedRange {
  readonly id: number;
  /** The place of the operator that begins it. */
  readonly start: number;
  readonly end: number;
}

/** A form or an image that is drawn. */
interface DrawnObject {
  readonly name: string;
  readonly matrix: Matrix;
  /** As `Paint` has it. */
  readonly graphicsState: string;
}

export interface ScannedContent {
  readonly paints: readonly Paint[];
  readonly marks: readonly MarkedRange[];
  readonly drawn: readonly DrawnObject[];
}

interface State {
  matrix: Matrix;
  clip: Box | undefined;
  /** Operators by what they set. */
  operators: ReadonlyMap<string, string>;
  strokeColour: readonly number[];
  graphicsState: string;
}

/** What each operator of the state sets. Those of the same kind replace each other. */
const kinds: Readonly<Record<string, string>> = {
  ...{ g: 'fill', rg: 'fill', k: 'fill', sc: 'fill', scn: 'fill', cs: 'fill space' },
  ...{ G: 'stroke', RG: 'stroke', K: 'stroke', SC: 'stroke', SCN: 'stroke', CS: 'stroke space' },
  ...{ w: 'width', J: 'cap', j: 'join', M: 'miter', d: 'dash' },
};

/** Throws `malformed`. */
export function scanContent(file: PdfReader, content: Buffer, matrix: Matrix): ScannedContent {
  const scan = new Scan(content, matrix);
  const reading: OperandReading = {
    operand: (_, parser) => parser.value(),
    codeLength: () => 0,
    unclear: () => {},
  };
  const host = {
    ref: (number: number, generation: number) => file.ref(number, generation),
    container: () => {},
    names: file.names,
    forgiving: true,
  };
  parseContent(content, host, reading, (name, operands, start, end) =>
    scan.apply(name, operands, start, end),
  );
  return scan;
}

class Scan implements ScannedContent {
  readonly paints: Paint[] = [];
  readonly marks: MarkedRange[] = [];
  readonly drawn: DrawnObject[] = [];
  readonly #content: Buffer;
  #state: State;
  readonly #saved: State[] = [];
  /** The ids of open marked contents; undefined for those without one. */
  readonly #open: (number | undefined)[] = [];
  /** Where the path or text begins that is not painted yet. */
  #start = -1;
  #box: Box | undefined;
  #clips = false;
  #isText = false;

  constructor(content: Buffer, matrix: Matrix) {
    this.#content = content;
    this.#state = {
      matrix,
      clip: undefined,
      operators: new Map(),
      strokeColour: [0, 0, 0],
      graphicsState: '',
    };
  }

  apply(name: string, operands: readonly PdfValue[], start: number, end: number): void {
    const numbers = operands.filter((each) => typeof each === 'number');
    switch (name) {
      case 'q':
        this.#saved.push({ ...this.#state });
        break;
      case 'Q':
        this.#state = this.#saved.pop() ?? this.#state;
        break;
      case 'cm':
        this.#state.matrix = combined(numbers as unknown as Matrix, this.#state.matrix);
        break;
      case 'BT':
        this.#start = start;
        this.#isText = true;
        break;
      case 'ET':
        this.#isText = false;
        this.#paint(name, end);
        break;
      case 'm':
      case 'l':
      case 'c':
      case 'v':
      case 'y':
        this.#extend(start, numbers);
        break;
      case 're': {
        const [x = 0, y = 0, width = 0, height = 0] = numbers;
        this.#extend(start, [x, y, x + width, y + height]);
        break;
      }
      case 'W':
      case 'W*':
        this.#clips = true;
        break;
      case 'n':
        this.#endPath();
        break;
      case 'f':
      case 'F':
      case 'f*':
      case 'S':
      case 's':
      case 'B':
      case 'B*':
      case 'b':
      case 'b*':
        this.#paint(name, end);
        this.#endPath();
        break;
      case 'sh':
      case 'EI':
        this.#start = start;
        this.#paint(name, end);
        break;
      case 'Do':
        this.#start = start;
        this.#paint(name, end);
        if (operands[0] instanceof PdfName) {
          const { matrix, graphicsState } = this.#state;
          this.drawn.push({ name: operands[0].value, matrix, graphicsState });
        }
        break;
      case 'BDC':
      case 'BMC':
        this.#begin(operands[1], start, end);
        break;
      case 'EMC':
        this.#open.pop();
        break;
      default:
        this.#set(name, operands, start, end);
    }
  }

  #begin(properties: PdfValue | undefined, start: number, end: number): void {
    const value = isDict(properties) ? properties.get('MCID') : undefined;
    const id = typeof value === 'number' ? value : undefined;
    this.#open.push(id);
    if (id !== undefined) this.marks.push({ id, start, end });
  }

  #extend(start: number, numbers: readonly number[]): void {
    if (this.#start < 0) this.#start = start;
    for (let i = 0; i + 1 < numbers.length; i += 2) {
      const [x = 0, y = 0] = [numbers[i], numbers[i + 1]];
      const [left, bottom, right, top] = this.#box ?? [x, y, x, y];
      this.#box = [Math.min(left, x), Math.min(bottom, y), Math.max(right, x), Math.max(top, y)];
    }
  }

  #endPath(): void {
    if (this.#clips && this.#box) {
      const own = mappedBox(this.#state.matrix, this.#box);
      const { clip } = this.#state;
      this.#state.clip = clip ? overlap(clip, own) : own;
    }
    this.#clips = false;
    this.#start = -1;
    this.#box = undefined;
  }

  #paint(operator: string, end: number): void {
    if (this.#start < 0) return;
    const { operators, ...state } = this.#state;
    this.paints.push({
      ...state,
      start: this.#start,
      end,
      operator,
      state: [...operators.values()].join(' '),
      markedId: this.#open.findLast((id) => id !== undefined),
      box: this.#box,
    });
    this.#start = -1;
  }

  #set(name: string, operands: readonly PdfValue[], start: number, end: number): void {
    if (this.#isText) return;
    if (name === 'RG') this.#state.strokeColour = operands.filter((each) => typeof each === 'number');
    const [own] = operands;
    const isGraphicsState = name === 'gs' && own instanceof PdfName;
    if (isGraphicsState) this.#state.graphicsState = own.value;
    // Two graphics states may set different things.
    const kind = isGraphicsState ? `gs ${own.value}` : kinds[name];
    if (kind === undefined) return;
    const operators = new Map(this.#state.operators);
    // The last one of several graphics states counts.
    operators.delete(kind);
    operators.set(kind, this.#content.toString('latin1', start, end));
    this.#state.operators = operators;
  }
}

const overlap = (a: Box, b: Box): Box => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
];
