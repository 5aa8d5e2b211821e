/**
 * The content of a page made fit for drawings of others behind it. Viewers read the streams of a page as one, so that whatever is
 * wrong with the own content of the page befalls the drawing: it is moved, hidden, or swallowed by a string. Poppler draws nothing
 * behind a `Q` without `q` and an operator without its operands.
 */
import { PdfStream, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { ObjectParser, type ObjectParserHost } from '../reading/object-parser.ts';
import type { PdfReader } from '../reading/reader.ts';
import { decodeStart } from './decode-start.ts';
import { hasOperands } from './operand-rules.ts';
import { type OperandReading, parseContent } from './parse-content.ts';
import { skippedOperand } from './skipped-operand.ts';

export interface MendedContents {
  /** The decoded content of all streams. */
  readonly content: Buffer;
  /** Whether it is not what the page has: something was left out. */
  readonly isChanged: boolean;
  /** Operators that end what the content leaves open, which many producers do with `q`. */
  readonly closing: string;
}

/** More are not ended: no viewer keeps as many. */
const maxOpen = 1_000;

/**
 * Leaves out what viewers skip or stop at: operators without their operands, `Q` without `q`, and a part at the end that is no
 * operator, such as a string without an end. `contents`: the streams of the page, see `listContents`.
 *
 * Throws `unsupported` for a filter that cannot be undone here, `too_large`.
 */
export function mendedContents(file: PdfReader, contents: readonly PdfValue[]): MendedContents {
  const parts: Uint8Array[] = [];
  let isDamaged = false;
  for (const item of contents) {
    const stream = file.resolve(item);
    if (!(stream instanceof PdfStream)) continue;
    const { data, isWhole } = decodeStart(file, stream);
    isDamaged ||= !isWhole;
    parts.push(data);
  }
  const content = joined(parts);
  const { faults, closing } = findFaults(file, content);
  if (faults.length === 0) return { content, isChanged: isDamaged, closing };
  return { content: withoutFaults(content, faults), isChanged: true, closing };
}

const lineEnd = Buffer.from('\n');

function joined(parts: readonly Uint8Array[]): Buffer {
  const [only] = parts;
  return only && parts.length === 1
    ? Buffer.from(only.buffer, only.byteOffset, only.byteLength)
    : Buffer.concat(parts.flatMap((part) => [part, lineEnd]));
}

type Range = readonly [start: number, end: number];

function findFaults(file: PdfReader, content: Buffer) {
  const faults: Range[] = [];
  const open = new OpenOperators();
  const host = toHost(file);
  let last = 0;
  const unclear = (start: number, end: number) => {
    last = Math.max(last, end);
    while ((faults.at(-1)?.[0] ?? -1) >= start) faults.pop();
    faults.push([start, end]);
  };
  const reading: OperandReading = { operand: skippedOperand, codeLength: () => 0, unclear };
  try {
    parseContent(content, host, reading, (name, operands, start, _end, _isPlain, next) => {
      if (!open.add(name, hasOperands(name, operands))) unclear(start, next);
      last = next;
    });
  } catch (error) {
    if (!(error instanceof PdfError) || error.code !== 'malformed') throw error;
  }
  const rest = new ObjectParser(content, last, host);
  rest.skipSpace();
  if (rest.position < content.length) faults.push([last, content.length]);
  return { faults, closing: open.closing() };
}

/** Contents are bounded by their length, not by the containers in them. */
const toHost = (file: PdfReader): ObjectParserHost => ({
  ref: (number, generation) => file.ref(number, generation),
  container: () => {},
  names: file.names,
  forgiving: true,
});

/** Tracks what the content has begun and not ended: graphics states, a text, marked content. */
class OpenOperators {
  #states = 0;
  #isText = false;
  /** The ends of the text and of marked content, innermost last. Empty for a mark that is left out. */
  readonly #ends: ('ET' | 'EMC' | '')[] = [];

  /** Returns false for an operator that has to be left out. */
  add(name: string, isComplete: boolean): boolean {
    switch (name) {
      case 'q':
        this.#states++;
        return true;
      case 'Q':
        if (this.#states === 0) return false;
        this.#states--;
        return true;
      case 'BT':
        if (!this.#isText) this.#ends.push('ET');
        this.#isText = true;
        return true;
      case 'ET':
        if (this.#isText) this.#ends.splice(this.#ends.lastIndexOf('ET'), 1);
        this.#isText = false;
        return true;
      case 'BMC':
      case 'BDC':
        this.#ends.push(isComplete ? 'EMC' : '');
        return isComplete;
      case 'EMC': {
        const mark = this.#ends.findLastIndex((end) => end !== 'ET');
        return mark < 0 || this.#ends.splice(mark, 1)[0] !== '';
      }
      default:
        return isComplete;
    }
  }

  closing(): string {
    const ends = this.#ends.filter((end) => end !== '').reverse();
    const states = Array<string>(Math.min(this.#states, maxOpen)).fill('Q');
    return [...ends.slice(0, maxOpen), ...states].map((end) => `${end} `).join('');
  }
}

function withoutFaults(content: Buffer, faults: readonly Range[]): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (const [start, end] of faults) {
    parts.push(content.subarray(from, start), lineEnd);
    from = end;
  }
  return Buffer.concat([...parts, content.subarray(from)]);
}
