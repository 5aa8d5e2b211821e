/** Reads `element-table.ts` for one profile. */
import { type EInvoiceProfile, profiles } from '../profiles.ts';
import { elementTable } from './element-table.ts';

/** The form of a value. Elements that contain others have none. */
type ValueType = 'text' | 'token' | 'decimal' | 'binary' | 'indicator' | 'date' | 'moment' | 'day' | 'empty';

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

const read = new Map<EInvoiceProfile, ElementTypes>();

export function ciiTypes(profile: EInvoiceProfile): ElementTypes {
  const known = read.get(profile);
  if (known) return known;
  const types = new Map(
    elementTable
      .trim()
      .split(/\n(?! )/)
      .map((block) => {
        const [type = '', children = ''] = block.split(/:\s+(.*)/s);
        return [type, readChildren(children, profiles.indexOf(profile))] as const;
      }),
  );
  read.set(profile, types);
  return types;
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
