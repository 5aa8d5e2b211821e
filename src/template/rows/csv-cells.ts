/** Values of CSV cells: text, or what the template wants in its place, or `--decimal` and `--typed` read. */

import { didYouMean } from '#contract/did-you-mean';
import { parseCsvDecimal } from '#contract/document/csv-decimal';
import { Failure } from '#contract/errors';
import type { Json } from '#contract/json';
import { splitPath } from './column-path.ts';
import { type CellType, type CellTypes, type OnRowWarning, typeOfValue } from './row.ts';

export interface CsvCellOptions {
  /** Parses numbers, true, false and null instead of keeping text. */
  readonly typed?: boolean | undefined;
  /** The decimal separator and the columns it is for, as `parseCsvDecimal` reads it. Default: `.`. */
  readonly decimal?: string | undefined;
  /** Paths of columns whose cells keep all that is written, such as keys of groups. */
  readonly keys?: readonly (readonly string[])[] | undefined;
  /** Cells become what the template wants at their path, where that is certain. */
  readonly types?: CellTypes | undefined;
  /** Gets cells that may be numbers or not. Without it, they are errors. */
  readonly onWarning?: OnRowWarning | undefined;
}

/** A cell in its row. `column` counts from 0. */
interface CellPlace {
  readonly column: number;
  readonly line: number;
  readonly record: readonly string[];
}

/** Returns the value of a cell; undefined if it is empty and the template allows neither text nor null there. */
export type ReadCell = (cell: string, place: CellPlace) => Json | undefined;

interface Column {
  readonly name: string;
  readonly isKey: boolean;
  /** Whether cells with a decimal comma are numbers, in any notation or only if they have one. */
  readonly comma: 'number' | 'any' | 'none';
  readonly types: ReadonlySet<CellType> | undefined;
}

/**
 * With a decimal comma, cells of named columns are read as numbers in any notation of `number`, and so are those where the
 * template wants numbers. In others, without names, a cell is one if it has a decimal comma: `4.711` may be an article, and
 * `1 234` a telephone.
 *
 * Throws `usage` for named columns that do not exist or must stay as they are.
 */
export function cellReader(
  file: string,
  paths: readonly (readonly string[])[],
  { typed = false, decimal, delimiter, keys = [], types, onWarning }: CsvCellOptions & { delimiter: string },
): ReadCell {
  const { mark, columns: names } = parseCsvDecimal(decimal ?? '.') ?? { mark: '.' };
  const isKey = toSet(keys);
  const named = names && toSet(names.map((name) => findColumn(file, name, paths, isKey)));
  const columns = paths.map((path): Column => {
    const id = path.join('\0');
    const allowed = types?.(path);
    const isNumber = (allowed && isOnlyNumber(allowed)) || named?.has(id);
    const comma = isKey.has(id) || mark === '.' ? 'none' : isNumber ? 'number' : named ? 'none' : 'any';
    return { name: path.join('.'), isKey: isKey.has(id), comma, types: allowed };
  });
  const warned = new Set<number>();
  const warn = (column: number, warning: Failure) => {
    warned.add(column);
    if (!onWarning) throw warning;
    onWarning(warning);
  };
  const withCommas = new Set<number>();
  /** The column and those in which decimal commas were seen, as `--decimal` names them. */
  const numbersBeside = (column: number, record: readonly string[]): string => {
    for (const [index, cell] of record.entries()) {
      if (cell.includes(',') && withDecimalPoint(cell) !== cell) withCommas.add(index);
    }
    const names = columns.filter((_, index) => index === column || withCommas.has(index));
    return names.map((each) => each.name.replaceAll(',', '\\,')).join(',');
  };
  /** Where semicolons separate cells, the comma may be that of decimals. */
  const mayBeComma = decimal === undefined && !typed && delimiter === ';';
  return (cell, { column, line, record }) => {
    const { name, comma, types } = columns[column] ?? { name: '', comma: 'none', types: undefined };
    const isCut = thousands.test(cell.trim());
    if (comma === 'number' || (comma === 'any' && cell.includes(','))) {
      const text = withDecimalPoint(cell);
      if (text !== cell) withCommas.add(column);
      return toValue(text, columns[column], typed);
    }
    if (!isCut) return toValue(cell, columns[column], typed);
    if (mark === ',') {
      if (comma === 'any' && !warned.has(column)) {
        warn(column, doubtful({ file, line }, name, cell.trim(), numbersBeside(column, record)));
      }
      return cell;
    }
    if (mayBeComma && types && isOnlyNumber(types) && /^[^.]*\.[^.]*$/.test(cell)) {
      if (!warned.has(column)) warn(column, doubtfulPoint({ file, line }, name, cell.trim()));
    }
    return toValue(cell, columns[column], typed);
  };
}

const isOnlyNumber = (types: ReadonlySet<CellType>): boolean => types.has('number') && !types.has('string');

function toValue(cell: string, column: Column | undefined, typed: boolean): Json | undefined {
  const { types, isKey } = column ?? {};
  if (!types) return typed ? typedCell(cell) : cell;
  const isText = types.has('string');
  if (!isText && !isKey && cell.trim() === '') return types.has('null') ? null : undefined;
  if (isText && !typed) return cell;
  const value = typedCell(cell);
  return types.has(typeOfValue(value)) ? value : cell;
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
  // `Preis` is nearer to `Preis €` than the spelling tells.
  const longer = names.find((each) => each.toLowerCase().startsWith(`${name.toLowerCase()} `));
  const meant = longer === undefined ? didYouMean(name, names) : ` Did you mean "${longer}"?`;
  throw fail(`The decimal comma is named for "${name}", which is no column.${meant}`);
}

interface Place {
  readonly file: string;
  readonly line: number;
}

/** `columns`: all that are known to have numbers, as `--decimal` names them. */
const doubtful = (location: Place, name: string, cell: string, columns: string): Failure =>
  new Failure(
    'invalid_data',
    `"${cell}" in column "${name}" stays as it is, because it may be the number ${withDecimalPoint(cell)} or no number.`,
    {
      location,
      hint: `Name all columns with numbers after the decimal comma, with a colon: ,:${columns}`,
    },
  );

const doubtfulPoint = (location: Place, name: string, cell: string): Failure =>
  new Failure(
    'invalid_data',
    `"${cell}" in column "${name}" is read as ${Number(cell)}, and may be ${withDecimalPoint(cell)}.`,
    {
      location,
      hint: `Say what is before decimals: with --decimal , it is ${withDecimalPoint(cell)}, with --decimal . it is ${Number(cell)}.`,
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

/** `7 %`, `0,85 €` and `EUR 12`, which no reader of numbers takes. */
const numberWithUnit = /^(?:[^\d\s.,+-]{1,4}\s*)?([+-]?\d[\d.,]*)(?:\s*[^\d\s.,]{1,4})?$/u;

interface AdviceOptions {
  readonly typed?: boolean | undefined;
  readonly decimal?: string | undefined;
  readonly types: boolean;
  readonly isSheet?: boolean;
}

/**
 * What to do about cells that a template refuses, or undefined. `types`: whether what it wants is known where cells are
 * read; `isSheet`: whether they are of a workbook, where `--decimal` does not concern them.
 *
 * @example adviseOnCells(['12,50'], { types: true }) // 'Cells with a decimal comma are numbers with --decimal ,'
 */
export function adviseOnCells(
  cells: readonly unknown[],
  { typed = false, decimal = '.', types, isSheet = false }: AdviceOptions,
): string | undefined {
  const texts = cells.filter((cell) => typeof cell === 'string').map((cell) => cell.trim());
  const isTypedNeeded = !types && !typed;
  const comma = texts.find((cell) => cell.includes(',') && withDecimalPoint(cell) !== cell);
  if (comma !== undefined && isSheet) return `"${comma}" is text in the workbook: make it a number there.`;
  if (comma !== undefined && decimal === '.') {
    return `Cells with a decimal comma are numbers with --decimal ,${isTypedNeeded ? ' --typed' : ''}`;
  }
  for (const cell of texts) {
    const [, number] = numberWithUnit.exec(cell) ?? [];
    if (number !== undefined && number !== cell) {
      return `A number is alone in its cell: ${number} in place of "${cell}".`;
    }
  }
  if (isTypedNeeded && texts.some((cell) => typeof typedCell(cell) !== 'string')) {
    return 'Cells are text; --typed reads numbers, true and false as values.';
  }
  if (!types && typed && cells.some((cell) => typeof cell === 'number')) {
    return '--typed reads every cell that looks like a number as one. With the folder of the template, cells are read as schema.json wants them: pdfapi templates pull, then pdfapi batch ./folder rows.csv';
  }
  return undefined;
}
