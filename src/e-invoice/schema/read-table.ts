/** Reads the tables of elements: `element-table.ts` for one profile of CII, and that of UBL. */
import { type CiiProfile, profiles } from '../profiles.ts';
import { elementTable } from './element-table.ts';

/** The form of a value. Elements that contain others have none. */
type ValueType =
  | ('text' | 'token' | 'decimal' | 'binary' | 'indicator' | 'date' | 'moment' | 'day' | 'empty')
  // UBL
  | ('id' | 'code' | 'amount' | 'quantity' | 'numeric' | 'time' | 'any');

export interface ChildRule {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** False if only other profiles have this element here. */
  readonly isAllowed: boolean;
  readonly value: ValueType | undefined;
  /** The name of the type of what it contains. */
  readonly type: string;
  /** Names of attributes, true for those that must be there. */
  readonly attributes: ReadonlyMap<string, boolean>;
}

/** A type's children in their sequence. */
export type ElementTypes = ReadonlyMap<string, ReadonlyMap<string, ChildRule & { readonly place: number }>>;

const occurrences: Readonly<Record<string, readonly [number, number]>> = {
  '-': [0, 0],
  '1': [1, 1],
  '?': [0, 1],
  '2': [0, 2],
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
};

const read = new Map<CiiProfile, ElementTypes>();

export function ciiTypes(profile: CiiProfile): ElementTypes {
  const known = read.get(profile);
  if (known) return known;
  const types = readElementTable(elementTable, profiles.indexOf(profile));
  read.set(profile, types);
  return types;
}

/** `column`: which of the characters for occurrences counts. */
export function readElementTable(table: string, column: number): ElementTypes {
  return new Map(
    table
      .trim()
      .split(/\n(?! )/)
      .map((block) => {
        const [type = '', children = ''] = block.split(/:\s+(.*)/s);
        return [type, readChildren(children, column)] as const;
      }),
  );
}

function readChildren(children: string, column: number): Map<string, ChildRule & { place: number }> {
  return new Map(
    children.split(';').map((child, place) => {
      const [name = '', counts = '', type = '', ...attributes] = child.trim().split(/\s+/);
      const count = counts[column] ?? '-';
      const [min, max] = occurrences[count] ?? [0, 0];
      const value = type.startsWith('#') ? undefined : (type as ValueType);
      return [
        name,
        {
          name,
          place,
          min,
          max,
          isAllowed: count !== '-',
          value,
          type: type.slice(1),
          attributes: readAttributes(attributes, column),
        },
      ] as const;
    }),
  );
}

function readAttributes(attributes: readonly string[], column: number): ReadonlyMap<string, boolean> {
  const read = new Map<string, boolean>();
  for (const attribute of attributes) {
    const [name = '', uses] = attribute.split(':');
    const use = uses ? uses[column] : name.at(-1);
    if (use !== '-') read.set(uses ? name : name.slice(0, -1), use === '1');
  }
  return read;
}
