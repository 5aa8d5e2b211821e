/** Reads the values of fields as Go does, with the texts of Go's errors, which are part of Gotenberg's responses. */
import { millimetresPerUnit } from '#contract/length';

/** Its message continues "form field 'x' is invalid (got 'y', resulting to ". */
export class ValueFault extends Error {
  override readonly name = 'ValueFault';
}

const trueWords = ['1', 't', 'T', 'TRUE', 'true', 'True'];
const falseWords = ['0', 'f', 'F', 'FALSE', 'false', 'False'];

export function parseBoolean(text: string): boolean {
  if (trueWords.includes(text)) return true;
  if (falseWords.includes(text)) return false;
  throw invalidSyntax('ParseBool', text);
}

export function parseInteger(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw invalidSyntax('Atoi', text);
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new ValueFault(`strconv.Atoi: parsing ${JSON.stringify(text)}: value out of range`);
}

/** Numbers that are not finite have no use in a document. */
export function parseNumber(text: string): number {
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) throw invalidSyntax('ParseFloat', text);
  const value = Number(text);
  if (Number.isFinite(value)) return value;
  throw new ValueFault(`strconv.ParseFloat: parsing ${JSON.stringify(text)}: value out of range`);
}

/** The units that Gotenberg knows. */
const lengthUnits = ['pt', 'px', 'in', 'mm', 'cm', 'pc'] as const;

export function parseInches(text: string): number {
  const unit = lengthUnits.find((each) => text.endsWith(each)) ?? 'in';
  const number = text.endsWith(unit) ? text.slice(0, -unit.length) : text;
  return parseNumber(number) * (millimetresPerUnit[unit] / millimetresPerUnit.in);
}

const millisecondsOf: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};

/** A duration such as `1m30s` or `2.5s`, in milliseconds. */
export function parseGoDuration(text: string): number {
  const [, sign = '', amount = ''] = /^([+-]?)(.*)$/s.exec(text) ?? [];
  if (amount === '0') return 0;
  const invalid = () => new ValueFault(`time: invalid duration ${JSON.stringify(text)}`);
  if (amount === '') throw invalid();
  let total = 0;
  let rest = amount;
  while (rest !== '') {
    const [part, number = '', unit = ''] = /^(\d+(?:\.\d*)?|\.\d+)([^\d.]*)/.exec(rest) ?? [];
    if (part === undefined) throw invalid();
    if (unit === '') throw new ValueFault(`time: missing unit in duration ${JSON.stringify(text)}`);
    const milliseconds = Object.hasOwn(millisecondsOf, unit) ? millisecondsOf[unit] : undefined;
    if (milliseconds === undefined) {
      throw new ValueFault(`time: unknown unit ${JSON.stringify(unit)} in duration ${JSON.stringify(text)}`);
    }
    total += Number(number) * milliseconds;
    rest = rest.slice(part.length);
  }
  return sign === '-' ? -total : total;
}

const invalidSyntax = (parser: string, text: string) =>
  new ValueFault(`strconv.${parser}: parsing ${JSON.stringify(text)}: invalid syntax`);
