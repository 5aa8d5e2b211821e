/** Values of CSV cells: text, or with `--decimal` and `--typed` the numbers that it writes. */

import { didYouMean } from '#contract/did-you-mean';
import { parseCsvDecimal } from '#contract/document/csv-decimal';
import { Failure } from '#contract/errors';
import type { Json } from '#contract/json';
import { splitPath } from './column-path.ts';
import type { OnRowWarning } from './row.ts';

export interface CsvCellOptions {
  /** Parses numbers, true, false and null instead of keeping text. */
  readonly typed?: boolean | undefined;
  /** The decimal separator and the columns it is for, as `parseCsvDecimal` reads it. Default: `.`. */
  readonly decimal?: string | undefined;
  /** Paths of columns whose cells keep all that is written, such as keys of groups. */
  readonly keys?: readonly (readonly string[])[] | undefined;
  /** Gets cells that may be numbers or not. Without it, they are errors. */
  readonly onWarning?: OnRowWarning | undefined;
}

/** Returns the value of a cell. `column` counts from 0. */
export type ReadCell = (cell: string, column: number, line: number) => Json;

/**
 * With a decimal comma, cells of named columns are read as numbers in any notation of `number`. Without names, a cell is
 * one if it has a decimal comma: `4.711` may be an article, and `1 234` a telephone.
 *
 * Throws `usage` for named columns that do not exist or must stay as they are.
 */
export function cellReader(
  file: string,
  paths: readonly (readonly string[])[],
  { typed = false, decimal = '.', keys = [], onWarning }: CsvCellOptions,
): ReadCell {
  const { mark, columns } = parseCsvDecimal(decimal) ?? { mark: '.' };
  const value = typed ? typedCell : (cell: string) => cell;
  if (mark === '.') return value;
  const isKey = toSet(keys);
  const named = columns && toSet(columns.map((name) => findColumn(file, name, paths, isKey)));
  const kinds = paths.map((path) => {
    const id = path.join('\0');
    return isKey.has(id) ? 'kept' : named === undefined ? 'any' : named.has(id) ? 'number' : 'kept';
  });
  const warned = new Set<number>();
  return (cell, column, line) => {
    const kind = kinds[column];
    if (kind === 'number' || (kind === 'any' && cell.includes(','))) return value(withDecimalPoint(cell));
    if (!thousands.test(cell.trim())) return value(cell);
    if (kind === 'any' && !warned.has(column)) {
      warned.add(column);
      const warning = doubtful(file, line, paths[column]?.join('.') ?? '', cell.trim());
      if (!onWarning) throw warning;
      onWarning(warning);
    }
    return cell;
  };
}

const toSet = (paths: readonly (readonly string[])[]): ReadonlySet<string> =>
  new Set(paths.map((path) => path.join('\0')));

function findColumn(
  file: string,
  name: string,
  paths: readonly (readonly string[])[],
  keys: ReadonlySet<string>,
): readonly string[] {
  const path = splitPath(name);
  const id = path.join('\0');
  const fail = (message: string) => new Failure('usage', message, { location: { file, line: 1 } });
  if (keys.has(id)) throw fail(`The decimal comma is named for "${name}", which the rows are grouped by.`);
  if (paths.some((each) => each.join('\0') === id)) return path;
  const names = paths.map((each) => each.join('.'));
  throw fail(`The decimal comma is named for "${name}", which is no column.${didYouMean(name, names)}`);
}

const doubtful = (file: string, line: number, name: string, cell: string): Failure =>
  new Failure(
    'invalid_data',
    `"${cell}" in column "${name}" stays as it is, because it may be the number ${withDecimalPoint(cell)} or no number.`,
    {
      location: { file, line },
      hint: 'Name the columns with numbers after the decimal comma, with a colon: ,:price,qty',
    },
  );

/** As spreadsheets of many countries write them, `1.234,50`: with points, spaces or apostrophes between groups of three digits, or without any. */
const number = /^[+-]?(?:\d+|[1-9]\d{0,2}(?:[.\u00a0\u202f '’]\d{3})+)(?:,\d+)?$/;

/** With points between the groups and no decimals. With spaces, Twig says itself that it is no number. */
const thousands = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+$/;

/** Returns a number with a decimal point and nothing else: `1234.50`. Any other cell is returned as it is. */
function withDecimalPoint(cell: string): string {
  const text = cell.trim();
  if (!/[^\d+-]/.test(text) || !number.test(text)) return cell;
  return text.replace(/[^\d,+-]/g, '').replace(',', '.');
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Parses a cell as a number, `true`, `false`, `null`, or a JSON object or array, for `--typed`; CSV itself has only
 * text. A cell stays text if it has more digits than a number can hold, or is not in number notation: `007`, `+49`,
 * `1,5`.
 */
function typedCell(cell: string): Json {
  const text = cell.trim();
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (text === 'null') return null;
  if (jsonNumber.test(text)) return isKept(text) ? Number(text) : cell;
  if (!/^[{[]/.test(text)) return cell;
  try {
    return JSON.parse(text);
  } catch {
    return cell;
  }
}

/** Doubles preserve any 15 digits. */
const isKept = (text: string): boolean =>
  Number.isFinite(Number(text)) && text.replace(/[eE].*$|\D/g, '').replace(/^0+/, '').length <= 15;
