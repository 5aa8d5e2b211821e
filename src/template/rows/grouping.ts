/** Which rows belong to one document, and what its data is: what they share, and a list of them. */
import { didYouMean } from '#contract/did-you-mean';
import { dataAt, membersOf, parseData, writeData } from '#twig';
import { splitPath } from './column-path.ts';
import { type CellTypes, commonTypes } from './row.ts';

export interface Grouping {
  /** Paths of the columns whose values are those of one group. */
  readonly by: readonly Column[];
  /** The variable that is the list. */
  readonly list: string;
  /** The columns of its items. Without any, an item has all columns of its row. */
  readonly columns: readonly Column[] | undefined;
}

interface Column {
  /** As written. */
  readonly name: string;
  readonly path: readonly string[];
}

/** A row as it is grouped. `place` names it in messages: `line 3`. */
export interface GroupedRow {
  /** From `parseData`. */
  readonly data: object;
  readonly place: string;
}

/**
 * Parses `number` or `customer.id,month`, and `items` or `items:name,price`. A comma that belongs to a name is written
 * `\,`. Throws a `GroupingFault`.
 */
export function parseGrouping(by: string, items = 'items'): Grouping {
  const [, list = '', columns] = /^([^:]*)(?::(.*))?$/s.exec(items) ?? [];
  if (!/^[A-Za-z_]\w*$/.test(list)) {
    throw new GroupingFault('items', 'must be the name of a variable, such as items or items:name,price');
  }
  const parsed = { by: parseColumns('group_by', by), list };
  if (columns === undefined) return { ...parsed, columns };
  const named = parseColumns('items', columns);
  const twice = parsed.by.find(({ path }) =>
    named.some((column) => column.path.join('\0') === path.join('\0')),
  );
  if (twice) throw new GroupingFault('items', `must not have ${twice.name}, which the rows are grouped by`);
  return { ...parsed, columns: named };
}

/** The paths of the columns that rows are grouped by. */
export const keysOf = (grouping: Grouping | undefined): readonly (readonly string[])[] =>
  grouping?.by.map(({ path }) => path) ?? [];

/** The types of the cells of a column wherever the data of a group has it: at the top, in the items of its list, or both. */
export function groupedTypes(types: CellTypes, grouping: Grouping | undefined): CellTypes {
  if (!grouping) return types;
  const { list, columns } = grouping;
  const isOfItems = (path: readonly string[]) =>
    columns?.some((column) => column.path.every((part, index) => part === path[index]));
  return (path) => {
    const inItems = () => types([list, '*', ...path]);
    if (columns) return isOfItems(path) ? inItems() : types(path);
    const [top, item] = [types(path), inItems()];
    if (!top || !item) return top ?? item;
    const both = commonTypes(top, item);
    return both.size > 0 ? both : undefined;
  };
}

/** `field` is the parameter at fault, unless the rows are; the message may then follow its name. */
export class GroupingFault extends Error {
  readonly field: 'group_by' | 'items' | undefined;

  constructor(field: GroupingFault['field'], message: string) {
    super(message);
    this.field = field;
  }
}

/** Each is looked for in each row. */
const maxColumns = 100;

function parseColumns(field: 'group_by' | 'items', text: string): readonly Column[] {
  const names = text.split(/(?<!\\),/);
  if (names.length > maxColumns) throw new GroupingFault(field, `must have at most ${maxColumns} columns`);
  return names.map((each) => {
    const name = each.trim();
    const path = splitPath(name);
    if (path.includes('')) {
      throw new GroupingFault(
        field,
        'must be names of columns, with commas between them, such as number,customer.name',
      );
    }
    return { name, path };
  });
}

/** The same text for all rows of one group. Throws a `GroupingFault` for a row that has no value in these columns. */
export function keyOf(data: object, { by }: Grouping): string {
  const values = by.map((column) => {
    const value = valueAt(data, column.path);
    if (value === undefined) throw new GroupingFault('group_by', noColumn('This row has no', column, data));
    return value;
  });
  if (values.every((value) => value === null || (typeof value === 'string' && value.trim() === ''))) {
    throw new GroupingFault(
      undefined,
      `${namesOf(by)} is empty in this row, so that it belongs to no group.`,
    );
  }
  return values.map(writeData).join(',');
}

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** The same without white space, such as no-break spaces, at the ends of the values. */
export const trimmedKeyOf = (data: object, { by }: Grouping): string =>
  by.map(({ path }) => writeData(trimmed(valueAt(data, path)))).join(',');

/** The first of the columns that are grouped by in which two rows differ, and their values as messages show them. */
export function differentColumn(
  a: object,
  b: object,
  { by }: Grouping,
): { readonly name: string; readonly values: readonly string[] } {
  const shown = ({ path }: Column) => [a, b].map((data) => visible(writeData(valueAt(data, path))));
  const column = by.find((each) => new Set(shown(each)).size > 1) ?? by[0];
  return { name: column?.name ?? '', values: column ? shown(column) : [] };
}

/** With white space that is not seen, such as a no-break space, as JSON escapes it. */
const visible = (text: string): string =>
  text.replace(/[^\S ]/g, (space) => `\\u${space.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Notes which columns of the items there are, row by row. */
export function expectColumns({ columns = [] }: Grouping) {
  const missing = new Set(columns);
  return {
    seen(data: object): void {
      for (const column of missing) if (valueAt(data, column.path) !== undefined) missing.delete(column);
    },
    /** `data` is that of any row. Throws a `GroupingFault` for a column that no row had. */
    assertSeen(data: object): void {
      const [column] = missing;
      if (column) throw new GroupingFault('items', noColumn('No row has the', column, data));
    },
  };
}

/**
 * The data of a group, as JSON: at the top what its rows share, and the list. If the columns of the items are named, every
 * other column must be the same in all rows. Throws a `GroupingFault` that names the column.
 */
export function groupData(rows: readonly GroupedRow[], { by, list, columns }: Grouping): string {
  if (!columns) {
    const shared = sharedOf(rows.map(({ data }) => data)) ?? '{}';
    return withList(shared, rows, list, writeData);
  }
  const tree = toTree(columns);
  const [first = '{}', ...others] = rows.map(({ data }) => writePart(data, tree, false) ?? '{}');
  const other = others.findIndex((text) => text !== first);
  const different = other < 0 ? undefined : findDifference(parseData(first), parseData(others[other] ?? ''));
  if (different !== undefined) {
    const places = `${rows[0]?.place} and ${rows[other + 1]?.place}`;
    throw new GroupingFault(
      'items',
      `"${different}" is not the same in all rows of one ${namesOf(by)}: compare ${places}. Name it among the columns of the items if it belongs to them.`,
    );
  }
  return withList(first, rows, list, (data) => writePart(data, tree, true) ?? '{}');
}

/** The names of all other columns, if the rows of a group are equal in none of them. */
export function unsharedColumns(rows: readonly GroupedRow[], { by, columns }: Grouping): readonly string[] {
  const [first] = rows;
  if (!first || rows.length === 1 || columns) return [];
  const keys = by.filter(({ path }) => path.length === 1).map(({ path }) => path[0]);
  const others = membersOf(first.data).filter(([name]) => !keys.includes(String(name)));
  const isShared = others.some(
    ([name]) => sharedOf(rows.map(({ data }) => valueAt(data, [String(name)]))) !== undefined,
  );
  return isShared ? [] : others.map(([name]) => String(name));
}

function withList(
  shared: string,
  rows: readonly GroupedRow[],
  list: string,
  write: (data: object) => string,
): string {
  const items = rows.map(({ data }) => write(data)).join(',');
  if (rows.some(({ data }) => membersOf(data).some(([key]) => key === list))) {
    throw new GroupingFault(
      'items',
      `The list cannot be called "${list}", because the rows have a column of that name.`,
    );
  }
  return `${shared === '{}' ? '{' : `${shared.slice(0, -1)},`}${JSON.stringify(list)}:[${items}]}`;
}

const namesOf = (columns: readonly Column[]): string => columns.map(({ name }) => name).join(', ');

/** Columns that a message lists. */
const maxListed = 8;

function noColumn(start: string, { name }: Column, data: object): string {
  const names = membersOf(data).map(([key]) => key);
  const listed = names.slice(0, maxListed).map((each) => JSON.stringify(each.slice(0, 60)));
  const rest = names.length > maxListed ? ` and ${names.length - maxListed} more` : '';
  const columns = names.length === 0 ? '' : ` Its columns are ${listed.join(', ')}${rest}.`;
  return `${start} column "${name}".${didYouMean(name, names) || columns}`;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Data from `parseData` may have numbers as keys. */
function valueAt(data: object, path: readonly string[]): unknown {
  let value: unknown = data;
  for (const step of path) {
    const found = dataAt(value, [step]);
    value = found === undefined && /^\d+$/.test(step) ? dataAt(value, [Number(step)]) : found;
  }
  return value;
}

/** JSON of what is equal in all values, key by key in objects. Undefined if that is nothing. */
function sharedOf(values: readonly unknown[]): string | undefined {
  const [first] = values;
  const text = writeData(first);
  if (values.every((value) => writeData(value) === text)) return text;
  if (!values.every(isObject)) return undefined;
  const [own, ...others] = values.map((value) => new Map(membersOf(value)));
  const members = [...(own ?? [])].flatMap(([key, value]) => {
    if (!others.every((other) => other.has(key))) return [];
    const shared = sharedOf([value, ...others.map((other) => other.get(key))]);
    return shared === undefined ? [] : [`${JSON.stringify(key)}:${shared}`];
  });
  return members.length === 0 ? undefined : `{${members.join(',')}}`;
}

/** Names of columns as a tree; a leaf is a whole column. */
type Tree = Map<string, Tree | undefined>;

function toTree(columns: readonly Column[]): Tree {
  const root: Tree = new Map();
  for (const { path } of columns) {
    let level: Tree | undefined = root;
    for (const [index, step] of path.entries()) {
      const below: Tree | undefined = index === path.length - 1 ? undefined : (level?.get(step) ?? new Map());
      level?.set(step, below);
      level = below;
    }
  }
  return root;
}

/** JSON of these columns alone, or of all others. Undefined if there are none. */
function writePart(data: object, tree: Tree, isKept: boolean): string | undefined {
  const members = membersOf(data).flatMap(([key, value]) => {
    const below = tree.get(key);
    const isWhole = tree.has(key) && below === undefined;
    const text =
      below && isObject(value)
        ? writePart(value, below, isKept)
        : isWhole === isKept
          ? writeData(value)
          : undefined;
    return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
  });
  return members.length === 0 ? undefined : `{${members.join(',')}}`;
}

/** The path of the first value that two objects do not share. Undefined if only the order of their keys differs. */
function findDifference(a: unknown, b: unknown): string | undefined {
  if (!isObject(a) || !isObject(b)) return writeData(a) === writeData(b) ? undefined : '';
  const [left, right] = [new Map(membersOf(a)), new Map(membersOf(b))];
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    const below = findDifference(left.get(key), right.get(key));
    if (below !== undefined) return below === '' ? key : `${key}.${below}`;
  }
  return undefined;
}
