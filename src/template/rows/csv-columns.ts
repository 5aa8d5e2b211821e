/** The header of a CSV file as a shape: `customer.name` and `items.0.price` build objects and lists from the cells. */
import { Failure } from '#contract/errors';
import type { Json, JsonObject } from '#contract/json';
import { maxJsonDepth } from '#contract/parse-json';
import { putKey, splitPath } from './column-path.ts';

/** Characters of a name that a message shows. */
const maxNameShown = 40;

export interface CsvColumns {
  /** The parts of the name of each column. */
  readonly paths: readonly (readonly string[])[];
  /** Trailing list items whose cells are all empty are omitted: rows have lists of different lengths. So are values that are undefined. */
  dataOf(cells: readonly string[], cellValue: CellValue): JsonObject;
}

/** `column` counts from 0. */
type CellValue = (cell: string, column: number) => Json | undefined;

type Shape =
  | { readonly kind: 'cell'; readonly column: number }
  | { readonly kind: 'object'; readonly parts: readonly (readonly [string, Shape])[] }
  | { readonly kind: 'list'; readonly items: readonly Shape[] };

/** A node under construction: a column, or the parts below a name. */
type Draft = number | Map<string, Draft>;

/** Throws `invalid_data` if names are empty, duplicate or contradictory. */
export function csvColumns(file: string, header: readonly string[]): CsvColumns {
  const fail = (message: string, hint?: string) =>
    new Failure('invalid_data', message, { location: { file, line: 1 }, hint });
  const root = new Map<string, Draft>();
  const paths: string[][] = [];
  for (const [column, cell] of header.entries()) {
    const name = cell.trim();
    const path = splitPath(name);
    paths.push(path);
    if (path.includes('')) {
      const what =
        name === '' ? `Column ${column + 1} has no name` : `Column "${name}": a part of the name is empty`;
      throw fail(`${what}.`, 'Names such as customer.name; write a dot that belongs to the name as \\.');
    }
    // Rows become JSON, which is not read if it is deeper.
    if (path.length > maxJsonDepth) {
      throw fail(
        `Column ${column + 1}, "${name.slice(0, maxNameShown)}…", has ${path.length} parts: a name has at most ${maxJsonDepth}.`,
        'Write a dot that belongs to the name as \\.',
      );
    }
    place(root, path, column, () => {
      const id = path.join('\0');
      const first = paths.findIndex((other) => other.join('\0') === id);
      if (first < column) {
        throw fail(`Column "${name}" is there twice: columns ${first + 1} and ${column + 1} have this name.`);
      }
      throw fail(
        `Column "${name}" and another one cannot both be there: one has a value, and the other parts of that value.`,
        'a and a.b cannot both be columns.',
      );
    });
  }
  const shape = toShape(root, [], (message) => {
    throw fail(message, 'The items of a list are numbered from 0 without gaps: items.0.price, items.1.price');
  });
  return {
    paths,
    dataOf: (cells, cellValue) => build(shape, cells, cellValue) as JsonObject,
  };
}

function place(
  parts: Map<string, Draft>,
  path: readonly string[],
  column: number,
  reject: () => never,
): void {
  const [name = '', ...rest] = path;
  const existing = parts.get(name);
  if (rest.length === 0) {
    if (existing !== undefined) reject();
    parts.set(name, column);
    return;
  }
  const below = existing ?? new Map<string, Draft>();
  if (typeof below === 'number') reject();
  parts.set(name, below as Map<string, Draft>);
  place(below as Map<string, Draft>, rest, column, reject);
}

function toShape(draft: Draft, path: readonly string[], reject: (message: string) => never): Shape {
  if (typeof draft === 'number') return { kind: 'cell', column: draft };
  const names = [...draft.keys()];
  const parts = names.map((name) => [name, toShape(draft.get(name) ?? 0, [...path, name], reject)] as const);
  // The data of a template is always an object.
  if (path.length === 0 || !names.some((name) => /^\d+$/.test(name))) return { kind: 'object', parts };
  const items = names.map((_, index) => parts.find(([name]) => name === String(index))?.[1]);
  const missing = items.indexOf(undefined);
  if (missing >= 0) reject(`The columns of the list ${path.join('.')} have no item ${missing}.`);
  return { kind: 'list', items: items as Shape[] };
}

function build(shape: Shape, cells: readonly string[], cellValue: CellValue): Json | undefined {
  if (shape.kind === 'cell') return cellValue(cells[shape.column] ?? '', shape.column);
  if (shape.kind === 'list') {
    const last = shape.items.findLastIndex((item) => !isEmpty(item, cells));
    return shape.items.slice(0, last + 1).map((item) => build(item, cells, cellValue) ?? '');
  }
  const object: Record<string, Json> = {};
  for (const [name, part] of shape.parts) {
    const value = build(part, cells, cellValue);
    if (value === undefined) continue;
    if (name === '__proto__') putKey(object, name, value);
    else object[name] = value;
  }
  return object;
}

function isEmpty(shape: Shape, cells: readonly string[]): boolean {
  if (shape.kind === 'cell') return (cells[shape.column] ?? '') === '';
  const below = shape.kind === 'list' ? shape.items : shape.parts.map(([, part]) => part);
  return below.every((part) => isEmpty(part, cells));
}
