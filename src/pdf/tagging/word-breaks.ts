/**
 * Ends the lines of a paragraph with the space that the line break has replaced. A tagged document holds the spaces between
 * words (ISO 32000-1, 14.8.2.5), and Chromium draws none at the end of a line, so that a screen reader would join the last
 * word of a line with the first one of the next.
 */
import { digitsOfText } from '../fonts/to-unicode.ts';
import type { FontTexts } from './font-texts.ts';

/** How a line of text begins: its font, its size, its matrix with its height on the page. */
const beginning = /^BT\n(?:\/Span[^\n]*\n)?\/(\S+) (\S+) Tf\n(?:\S+ ){5}(\S+) Tm\n/;
/** Longer than any. */
const maxBeginning = 400;
const lastCodes = /^<([0-9A-Fa-f]+)> Tj\n(?:EMC\n)?$/;
const firstCodes = /<([0-9A-Fa-f]+)> Tj\n/;
const stateOperators = /^(?:q|Q|[^\n]* cm)$/gm;

/**
 * Scripts whose lines break without a space, and those that are written from right to left, whose text ends where the line
 * begins.
 */
const unspaced =
  /\s|\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|\p{sc=Hangul}|\p{sc=Bopomofo}|\p{sc=Yi}|\p{sc=Thai}|\p{sc=Lao}|\p{sc=Khmer}|\p{sc=Myanmar}|[\u3000-\u303F\uFF00-\uFFEF]|\p{sc=Arabic}|\p{sc=Hebrew}|\p{sc=Syriac}|\p{sc=Thaana}|\p{sc=Nko}/u;
/** Characters after which a word may continue on the next line: hyphens, dashes, slashes. */
const divides = /[\p{Pd}\u00AD\u200B/]/u;

interface Line {
  /** Where the operators begin that show it, and where its `ET` is. */
  readonly start: number;
  readonly end: number;
  /** The number of the marked text that it belongs to. */
  readonly mark: number;
  readonly height: number;
  /** Equal for lines whose heights can be compared. */
  readonly matrix: number;
  readonly size: number;
  /** Its name in the resources. */
  readonly font: string;
}

export interface LineContext {
  /** Gets the name of a font in the resources of the content. */
  readonly fontOf: (name: string) => FontTexts | undefined;
  /** Gets the number of a marked text, and returns that of the block that it is part of. */
  readonly blockOf: (mark: number) => number | undefined;
}

/**
 * Returns the content with the spaces. Where CSS breaks a word that is longer than its line, it gets one too: the PDF does not
 * say why a line ends.
 */
export function separateLines(content: string, { fontOf, blockOf }: LineContext): string {
  let text = '';
  let at = 0;
  let previous: Line | undefined;
  const matrices = new MatrixStack();
  let mark = -1;
  let behind = 0;
  for (let start = content.indexOf('BT\n'); start >= 0; start = content.indexOf('BT\n', behind)) {
    const between = content.slice(behind, start);
    mark = markIn(between) ?? mark;
    matrices.read(between);
    const end = content.indexOf('\nET\n', start) + 1;
    if (end === 0) break;
    behind = end + 'ET\n'.length;
    const found = beginning.exec(content.slice(start, Math.min(end, start + maxBeginning)));
    const [all = '', font = '', size, height] = found ?? [];
    const { matrix } = matrices;
    const next = {
      start: start + all.length,
      end,
      mark,
      matrix,
      height: Number(height),
      size: Number(size),
      font,
    };
    if (previous && isBelow(next, previous)) {
      const continues = mark === previous.mark || isSame(blockOf(mark), blockOf(previous.mark));
      const ended =
        continues &&
        beginsWord(content, next, fontOf) &&
        withSpace(content.slice(at, previous.end), previous, fontOf);
      if (ended) {
        text += ended;
        at = previous.end;
      }
    }
    previous = next;
  }
  return text + content.slice(at);
}

/** Follows the operators that change the matrix. Equal numbers stand for equal matrices. */
class MatrixStack {
  matrix = 0;
  readonly #outer: number[] = [];
  readonly #numbers = new Map<string, number>();

  read(operators: string): void {
    if (operators.length === 0) return;
    for (const [operator] of operators.matchAll(stateOperators)) {
      if (operator === 'q') this.#outer.push(this.matrix);
      else if (operator === 'Q') this.matrix = this.#outer.pop() ?? 0;
      else this.matrix = this.#numberOf(`${this.matrix} ${operator}`);
    }
  }

  #numberOf(matrix: string): number {
    const number = this.#numbers.get(matrix) ?? this.#numbers.size + 1;
    this.#numbers.set(matrix, number);
    return number;
  }
}

/** The number of the marked text that begins last. */
function markIn(operators: string): number | undefined {
  const start = operators.lastIndexOf('/MCID ');
  return start < 0 ? undefined : Number.parseInt(operators.slice(start + '/MCID '.length), 10);
}

const isSame = (a: number | undefined, b: number | undefined): boolean => a !== undefined && a === b;

/** Whether a text is so much lower that it is not raised or lowered within the same line. */
const isBelow = (next: Line, { matrix, height, size }: Line): boolean =>
  next.matrix === matrix && next.height - height > 0.8 * size;

function beginsWord(content: string, { font, start, end }: Line, fontOf: LineContext['fontOf']): boolean {
  const codes = firstCodes.exec(content.slice(start, end))?.[1];
  const texts = codes && fontOf(font);
  const first = texts && textOf(texts, codes.slice(0, texts.codeLength));
  return Boolean(first) && !unspaced.test(first ?? '');
}

/** Returns the content, which ends with the line, with a space. Undefined if no space belongs there. */
function withSpace(content: string, { font }: Line, fontOf: LineContext['fontOf']): string | undefined {
  const codes = lastCodes.exec(content.slice(content.lastIndexOf('<')))?.[1];
  const texts = codes && fontOf(font);
  if (!texts) return undefined;
  const end = textOf(texts, codes.slice(-texts.codeLength));
  if (!end || unspaced.test(end) || divides.test(end)) return undefined;
  if (texts.space) return `${content}<${texts.space}> Tj\n`;
  const drawn = `<${codes}> Tj\n`;
  const word = wordOf(texts, codes);
  if (!word || !content.endsWith(drawn)) return undefined;
  // The font has no glyph for a space, so the word itself says what it means.
  const actual = digitsOfText(`\uFEFF${word} `);
  return `${content.slice(0, -drawn.length)}/Span <</ActualText <${actual}>>>BDC\n${drawn}EMC\n`;
}

/** Undefined if the meaning of a code is not known. */
function wordOf(font: FontTexts, codes: string): string | undefined {
  let word = '';
  for (let i = 0; i < codes.length; i += font.codeLength) {
    const text = textOf(font, codes.slice(i, i + font.codeLength));
    if (text === undefined) return undefined;
    word += text;
  }
  return word;
}

const textOf = (font: FontTexts, code: string): string | undefined =>
  font.texts.get(Number.parseInt(code, 16));
