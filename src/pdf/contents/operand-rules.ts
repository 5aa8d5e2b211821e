/**
 * The operands that each operator takes (ISO 32000-2, annex A). Some viewers draw nothing of a page after an operator
 * without them.
 */
import { isDict, PdfName, PdfString, type PdfValue } from '../object.ts';

/** `n` number, `s` string, `N` name, `a` array, `p` property list or its name. */
type Kind = 'n' | 's' | 'N' | 'a' | 'p';

const operators: Readonly<Record<string, string>> = {
  '"': 'nns',
  "'": 's',
  BDC: 'Np',
  BMC: 'N',
  c: 'nnnnnn',
  cm: 'nnnnnn',
  CS: 'N',
  cs: 'N',
  d: 'an',
  d0: 'nn',
  d1: 'nnnnnn',
  Do: 'N',
  DP: 'Np',
  G: 'n',
  g: 'n',
  gs: 'N',
  i: 'n',
  J: 'n',
  j: 'n',
  K: 'nnnn',
  k: 'nnnn',
  l: 'nn',
  M: 'n',
  m: 'nn',
  MP: 'N',
  re: 'nnnn',
  RG: 'nnn',
  rg: 'nnn',
  ri: 'N',
  sh: 'N',
  Tc: 'n',
  TD: 'nn',
  Td: 'nn',
  Tf: 'Nn',
  TJ: 'a',
  Tj: 's',
  TL: 'n',
  Tm: 'nnnnnn',
  Tr: 'n',
  Ts: 'n',
  Tw: 'n',
  Tz: 'n',
  v: 'nnnn',
  w: 'n',
  y: 'nnnn',
};

const rules = new Map(Object.entries(operators).map(([name, kinds]) => [name, [...kinds] as Kind[]]));

/** Operators of colour, which take as many numbers as the colour space has components, and perhaps the name of a pattern. */
const colours = new Set(['SC', 'sc', 'SCN', 'scn']);

/**
 * Whether viewers can execute the operator. More operands than it takes do no harm: the last ones count. `BI` is an inline image
 * without data. Unknown operators are skipped by all viewers.
 */
export function hasOperands(name: string, operands: readonly PdfValue[]): boolean {
  const rule = rules.get(name);
  if (!rule) return name !== 'BI' && !(colours.has(name) && !operands.every(isColour));
  const surplus = operands.length - rule.length;
  if (surplus < 0) return false;
  for (let i = 0; i < rule.length; i++) if (!isOfKind(operands[surplus + i] ?? null, rule[i])) return false;
  return true;
}

const isColour = (value: PdfValue): boolean => typeof value === 'number' || value instanceof PdfName;

function isOfKind(value: PdfValue, kind: Kind | undefined): boolean {
  switch (kind) {
    case 'n':
      return typeof value === 'number';
    case 's':
      return value instanceof PdfString;
    case 'N':
      return value instanceof PdfName;
    case 'a':
      return Array.isArray(value);
    default:
      return value instanceof PdfName || isDict(value);
  }
}
