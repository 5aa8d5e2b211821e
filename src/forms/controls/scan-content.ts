/**
 * Finds what a content stream paints, and in which state. Accepts content as Chromium writes it: one operator at the end of each line,
 * but for colours and `W n`, and strings without line ends.
 */
import type { Box } from '#pdf/document/page-view';
import { combined, type Matrix, mappedBox } from '#pdf/underlay/matrix';

/** A part of a content. */
export interface ContentRange {
  readonly start: number;
  readonly end: number;
}

/** A graphics state of the resources, and the operator that sets it. */
interface GraphicsState extends ContentRange {
  readonly name: string;
}

/** A path, a text, an image or a shading. */
export interface Paint extends ContentRange {
  /** The operator that paints; `ET` for a text. */
  readonly operator: string;
  /** From the coordinates of its operands to those of the page. */
  readonly matrix: Matrix;
  /** The part of the page that may be painted, as far as rectangles limit it. */
  readonly clip: Box | undefined;
  /** Paths other than rectangles that limit it, with the operators that clip, and their coordinates. */
  readonly paths: readonly ClipPath[];
  /** The operators that set the rest of the state, by what they set. */
  readonly settings: ReadonlyMap<string, string>;
  /** The last one that was set. */
  readonly graphicsState: GraphicsState | undefined;
  /** The innermost marked content that belongs to an element. */
  readonly markedId: number | undefined;
}

interface ClipPath {
  readonly text: string;
  readonly matrix: Matrix;
}

/** Marked content of an element. */
interface MarkedRange {
  readonly id: number;
  /** The one that begins it, and the one that ends it if the content has that. */
  readonly operators: readonly ContentRange[];
}

/** A form or an image that is drawn. */
interface DrawnObject {
  readonly name: string;
  readonly matrix: Matrix;
  readonly graphicsState: Paint['graphicsState'];
}

export interface ScannedContent {
  readonly paints: readonly Paint[];
  readonly marks: readonly MarkedRange[];
  readonly drawn: readonly DrawnObject[];
}

interface State {
  matrix: Matrix;
  clip: Box | undefined;
  paths: readonly ClipPath[];
  settings: ReadonlyMap<string, string>;
  graphicsState: GraphicsState | undefined;
}

/** What each operator of the state sets. One line may set both colours: `0 0 0 RG 0 0 0 rg`. */
const kinds: Readonly<Record<string, string>> = {
  ...{ g: 'fill', rg: 'fill', k: 'fill', sc: 'fill', scn: 'fill', cs: 'fill space' },
  ...{ G: 'stroke', RG: 'stroke', K: 'stroke', SC: 'stroke', SCN: 'stroke', CS: 'stroke space' },
  ...{ w: 'width', J: 'cap', j: 'join', M: 'miter', d: 'dash' },
};

/** The lines of a path. They are most of a content, so a run of them is read at once. */
const pathLines = /(?:[\d. -]+ [mlc]\n|h\n)+/y;

const textEnd = '\nET\n';

export function scanContent(content: string, matrix: Matrix): ScannedContent {
  const scan = new Scan(content, matrix);
  let start = 0;
  while (start < content.length) {
    pathLines.lastIndex = start;
    if (pathLines.test(content)) {
      scan.path(start);
      start = pathLines.lastIndex;
      continue;
    }
    if (content.startsWith('BT\n', start)) {
      const end = content.indexOf(textEnd, start);
      if (end < 0) break;
      scan.text(start, end + textEnd.length - 1);
      start = end + textEnd.length;
      continue;
    }
    const found = content.indexOf('\n', start);
    const end = found < 0 ? content.length : found;
    scan.line(start, end);
    start = end + 1;
  }
  return scan;
}

/** The smallest box around the points of a path. Undefined for a path without any. */
export function boxOfPath(path: string): Box | undefined {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const line of path.split('\n')) {
    const words = line.split(' ');
    const isRectangle = words.at(-1) === 're';
    for (let i = 0; i + 2 < words.length; i += 2) {
      const [x, y] = [Number(words[i]), Number(words[i + 1])];
      const isSize = isRectangle && i === 2;
      const across = isSize ? Number(words[0]) + x : x;
      const up = isSize ? Number(words[1]) + y : y;
      left = Math.min(left, across);
      bottom = Math.min(bottom, up);
      right = Math.max(right, across);
      top = Math.max(top, up);
    }
  }
  return left === Infinity ? undefined : [left, bottom, right, top];
}

class Scan implements ScannedContent {
  readonly paints: Paint[] = [];
  readonly marks: MarkedRange[] = [];
  readonly drawn: DrawnObject[] = [];
  readonly #content: string;
  #state: State;
  readonly #saved: State[] = [];
  /** Open marked contents; undefined for those of no element. */
  readonly #open: ({ readonly id: number; readonly operators: ContentRange[] } | undefined)[] = [];
  /** Where the path or text begins that is not painted yet. */
  #start = -1;
  /** The place of a `q` right before the operator that is applied, and of one right before the path. */
  #saveBefore: number | undefined;
  #saveOfPath: number | undefined;
  /** Whether the path is one to clip with. */
  #clips = false;

  constructor(content: string, matrix: Matrix) {
    this.#content = content;
    this.#state = { matrix, clip: undefined, paths: [], settings: new Map(), graphicsState: undefined };
  }

  /** Lines that go on with a path or begin one. */
  path(start: number): void {
    if (this.#start >= 0) return;
    this.#saveOfPath = this.#saveBefore;
    this.#start = start;
  }

  /** From `BT` to `ET`. */
  text(start: number, end: number): void {
    this.#saveBefore = undefined;
    this.#start = start;
    this.#paint('ET', end);
  }

  line(start: number, end: number): void {
    const content = this.#content;
    const operator = content.slice(Math.max(start, content.lastIndexOf(' ', end - 1) + 1), end);
    const saveBefore = this.#saveBefore;
    this.#saveBefore = operator === 'q' ? start : undefined;
    if (this.#start < 0) this.#saveOfPath = saveBefore;
    switch (operator) {
      case 're':
        if (this.#start < 0) this.#start = start;
        break;
      case 'q':
        this.#saved.push({ ...this.#state });
        break;
      case 'Q':
        this.#state = this.#saved.pop() ?? this.#state;
        // Some programs write the state around a path before they paint it: both belong together.
        if (this.#start >= 0) this.#start = this.#saveOfPath ?? this.#start;
        break;
      case 'cm': {
        const numbers = content
          .slice(start, end - 3)
          .split(' ')
          .map(Number);
        this.#state.matrix = combined(numbers as unknown as Matrix, this.#state.matrix);
        break;
      }
      case 'W':
      case 'W*':
        this.#clips = true;
        break;
      case 'n':
        // Chromium writes `W n` on one line.
        if (this.#clips || content[start] === 'W') this.#clip(start, end);
        this.#clips = false;
        this.#start = -1;
        break;
      case 'f':
      case 'f*':
      case 'S':
      case 's':
      case 'B':
      case 'B*':
      case 'b':
      case 'b*':
        this.#paint(operator, end);
        break;
      case 'sh':
        this.#start = start;
        this.#paint(operator, end);
        break;
      case 'Do': {
        this.#start = start;
        this.#paint(operator, end);
        const { matrix, graphicsState } = this.#state;
        this.drawn.push({ name: content.slice(start + 1, end - 3), matrix, graphicsState });
        break;
      }
      default:
        if (operator.endsWith('BDC') || operator === 'BMC') this.#begin(start, end);
        else if (operator === 'EMC') this.#open.pop()?.operators.push({ start, end });
        else this.#set(operator, start, end);
    }
  }

  #begin(start: number, end: number): void {
    const id = /\/MCID (\d+)/.exec(this.#content.slice(start, end))?.[1];
    const mark = id === undefined ? undefined : { id: Number(id), operators: [{ start, end }] };
    this.#open.push(mark);
    if (mark) this.marks.push(mark);
  }

  /** `next`: where the operator begins that ends the path. */
  #clip(next: number, end: number): void {
    const path = this.#content.slice(this.#start, next);
    const box = boxOfPath(path);
    if (!box) return;
    const { clip, matrix, paths } = this.#state;
    const own = mappedBox(matrix, box);
    this.#state.clip = clip ? overlap(clip, own) : own;
    if (/^\S+ \S+ \S+ \S+ re\n(?:W\*?\n)?$/.test(path)) return;
    this.#state.paths = [...paths, { text: this.#content.slice(this.#start, end), matrix }];
  }

  #paint(operator: string, end: number): void {
    if (this.#start < 0) return;
    const markedId = this.#open.findLast((mark) => mark !== undefined)?.id;
    this.paints.push({ ...this.#state, start: this.#start, end, operator, markedId });
    this.#start = -1;
  }

  #set(operator: string, start: number, end: number): void {
    const text = this.#content.slice(start, end);
    if (operator === 'gs') this.#state.graphicsState = { name: text.slice(1, -3), start, end };
    // Two graphics states may set different things.
    const kind = operator === 'gs' ? text : kinds[operator];
    if (kind === undefined) return;
    const settings = new Map(this.#state.settings);
    // The last one of several graphics states counts.
    settings.delete(kind);
    this.#state.settings = settings.set(kind, text);
  }
}

const overlap = (a: Box, b: Box): Box => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
];
