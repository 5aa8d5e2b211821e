/**
 * The width in a charstring: Type 2 (Adobe Technical Note 5177) may have it before the operands of its first operator,
 * Type 1 gives it to `hsbw` or `sbw`.
 */
import type { CffItems } from '#pdf/fonts/cff-data';

export interface CharstringHost {
  readonly locals: CffItems;
  readonly globals: CffItems;
}

/** Deeper than any font; a subroutine may call itself. */
const maxDepth = 10;

/** Subroutines of a hostile font may call others many times. Real glyphs need some dozen before their width. */
const maxCalls = 200;
const maxOperands = 48;

interface Run {
  readonly stack: number[];
  calls: number;
  /** Once the first operator is found. */
  isDone: boolean;
  width: number | undefined;
}

/** The difference to the nominal width. Undefined if the glyph has the default width. */
export function charstringWidth(charstring: Buffer, host: CharstringHost): number | undefined {
  const run: Run = { stack: [], calls: 0, isDone: false, width: undefined };
  interpret(charstring, host, run, 0);
  return run.width;
}

/** Operators that clear the stack, and how many operands they take. `even` means any even number. */
const clearing: Readonly<Record<number, number | 'even'>> = {
  1: 'even', // hstem
  3: 'even', // vstem
  18: 'even', // hstemhm
  23: 'even', // vstemhm
  19: 'even', // hintmask
  20: 'even', // cntrmask
  4: 1, // vmoveto
  22: 1, // hmoveto
  21: 2, // rmoveto
};

const [callsubr, returns, endchar, callgsubr] = [10, 11, 14, 29];

function interpret(charstring: Buffer, host: CharstringHost, run: Run, depth: number): void {
  for (let at = 0; at < charstring.length && !run.isDone; ) {
    const first = charstring.readUInt8(at++);
    const size = operandSize(first);
    if (size >= 0) {
      if (run.stack.length < maxOperands) run.stack.push(readOperand(charstring, first, at));
      at += size;
    } else if ((first === callsubr || first === callgsubr) && depth < maxDepth) {
      if (++run.calls > maxCalls) return;
      const list = first === callsubr ? host.locals : host.globals;
      const subroutine = list.at((run.stack.pop() ?? 0) + bias(list.length));
      if (subroutine) interpret(subroutine, host, run, depth + 1);
    } else if (first === returns) return;
    else finish(first, run);
  }
}

function finish(operator: number, run: Run): void {
  run.isDone = true;
  const { stack } = run;
  const taken = clearing[operator];
  if (taken === 'even') run.width = stack.length % 2 === 1 ? stack[0] : undefined;
  else if (typeof taken === 'number') run.width = stack.length > taken ? stack[0] : undefined;
  // `endchar` may compose two glyphs with four operands.
  else if (operator === endchar) run.width = stack.length === 1 || stack.length === 5 ? stack[0] : undefined;
}

/** Bytes after the first one. -1 for operators. */
function operandSize(first: number): number {
  if (first === 28) return 2;
  if (first === 255) return 4;
  if (first < 32) return -1;
  return first <= 246 ? 0 : 1;
}

function readOperand(charstring: Buffer, first: number, at: number): number {
  if (first === 28) return charstring.readInt16BE(at);
  if (first === 255) return charstring.readInt32BE(at) / 65_536;
  if (first <= 246) return first - 139;
  const second = charstring.readUInt8(at);
  return first <= 250 ? (first - 247) * 256 + second + 108 : -(first - 251) * 256 - second - 108;
}

function bias(count: number): number {
  if (count < 1240) return 107;
  return count < 33_900 ? 1131 : 32_768;
}

const hsbw = 13;
/** The first byte of operators of two. */
const extended = 12;
const sbw = 7;
const div = 12;

/** The width that a decrypted Type 1 charstring sets. Undefined if it does not. */
export function type1Width(charstring: Buffer): number | undefined {
  const stack: number[] = [];
  for (let at = 0; at < charstring.length; ) {
    const first = charstring.readUInt8(at++);
    if (first === hsbw) return stack[1];
    if (first === extended) {
      const second = charstring.readUInt8(at++);
      if (second === sbw) return stack[2];
      if (second !== div) return undefined;
      const divisor = stack.pop() ?? 1;
      stack.push((stack.pop() ?? 0) / divisor);
    } else if (first === 255) {
      stack.push(charstring.readInt32BE(at));
      at += 4;
    } else if (first >= 32) {
      stack.push(readOperand(charstring, first, at));
      at += first <= 246 ? 0 : 1;
    } else return undefined;
  }
  return undefined;
}
