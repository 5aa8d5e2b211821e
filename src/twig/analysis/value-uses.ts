/** Infers the kind of a value from its uses: rounding needs a number, and looping a list. */
import type { Expression } from '../parser/ast.ts';

/**
 * - `number`: it is calculated with or formatted as a number
 * - `text`: it is treated as text
 * - `date`: it is formatted as a date
 * - `list`: its items are read one after the other
 * - `entries`: so are they, with their keys, which a list and an object have
 * - `boolean`: `false` or `true` is its default
 * - `printed`: it is written as it is, which numbers and texts can be
 * - `tested`: only whether it is true matters at this place
 */
export type ValueUse = 'number' | 'text' | 'date' | 'list' | 'entries' | 'boolean' | 'printed' | 'tested';

const filtersByUse: Readonly<Partial<Record<ValueUse, readonly string[]>>> = {
  number: [
    'abs',
    'format_currency',
    'format_number',
    'number_format',
    'round',
    ...['decimal', 'percent', 'scientific', 'ordinal', 'currency', 'spellout', 'duration'].map(
      (style) => `format_${style}_number`,
    ),
  ],
  text: [
    'capitalize',
    'convert_encoding',
    'country_name',
    'currency_name',
    'currency_symbol',
    'html_to_markdown',
    'language_name',
    'locale_name',
    'lower',
    'markdown_to_html',
    'nl2br',
    'replace',
    'slug',
    'spaceless',
    'split',
    'striptags',
    'timezone_name',
    'title',
    'trim',
    'u',
    'upper',
    'wordwrap',
  ],
  date: ['date', 'date_modify', 'format_date', 'format_datetime', 'format_time'],
  list: ['batch', 'column', 'filter', 'find', 'join', 'map', 'reduce', 'shuffle', 'sort'],
  entries: ['keys'],
  printed: ['e', 'escape', 'raw', 'url_encode'],
};
const useOfFilter = new Map(
  Object.entries(filtersByUse).flatMap(([use, names]) => names.map((name) => [name, use as ValueUse])),
);

const arithmetic = new Set(['+', '-', '*', '/', '//', '%', '**', '..', 'b-and', 'b-or', 'b-xor', '<=>']);
const textual = new Set(['starts with', 'ends with', 'matches']);
const comparing = new Set(['==', '!=', '===', '!==', '<', '>', '<=', '>=']);

/** Returns the use that a filter makes of its input. */
export function filterUse({
  name,
  arguments: [first],
}: Extract<Expression, { kind: 'filter' }>): ValueUse | undefined {
  return name === 'default' && first ? constantUse(first.value) : useOfFilter.get(name);
}

/** Returns the use that a test makes of its input. */
export const testUse = (name: string): ValueUse | undefined =>
  /^(?:odd|even|divisible by)$/.test(name) ? 'number' : undefined;

/** Returns the use that an operator makes of one side, given the other side. */
export function operandUse(operator: string, other: Expression): ValueUse | undefined {
  if (arithmetic.has(operator)) return 'number';
  if (textual.has(operator)) return 'text';
  if (operator === '??' || operator === '?:' || comparing.has(operator)) return constantUse(other);
  return undefined;
}

/** The values that an operator compares a side with: `currency == 'EUR'`, `size in ['S', 'M']`. */
export function comparedValues(operator: string, other: Expression): readonly (string | number)[] {
  const values = operator === 'in' || operator === 'not in' ? listed(other) : [other];
  if (!comparing.has(operator) && values[0] === other) return [];
  return values.flatMap((node) =>
    node.kind === 'constant' && (typeof node.value === 'string' || typeof node.value === 'number')
      ? [node.value]
      : [],
  );
}

const listed = (node: Expression): readonly Expression[] =>
  node.kind === 'list' ? node.items.map(({ value }) => value) : [];

/** The kind of a value that is the default of another. */
function constantUse(node: Expression): ValueUse | undefined {
  if (node.kind === 'list') return 'list';
  if (node.kind !== 'constant') return undefined;
  if (typeof node.value === 'number' || typeof node.value === 'bigint') return 'number';
  if (typeof node.value === 'boolean') return 'boolean';
  // An empty text is also the default of a number that is printed.
  return typeof node.value === 'string' && node.value !== '' ? 'text' : undefined;
}
