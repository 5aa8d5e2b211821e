/** Finds the field for each value of the data. */
import { didYouMean } from '#contract/did-you-mean';
import { isJsonObject, type Json, type JsonObject } from '#contract/json';
import type { ReadField } from '../model/read-fields.ts';
import type { FieldProblems } from './field-problems.ts';

/** Real names have a few parts. */
const maxDepth = 32;

/**
 * The name of a field has dots: `{ "customer": { "name": "Ada" } }` and `{ "customer.name": "Ada" }` are the same. Items of a
 * list are `items.0` or `items[0]`, as forms number them, unless the list is the value of one field.
 */
export function matchData(
  fields: readonly ReadField[],
  data: JsonObject,
  problems: FieldProblems,
): Map<ReadField, Json> {
  // A signature that shares the name of another field is left alone.
  const isSignature = ({ kind }: ReadField) => kind === 'signature';
  const ordered = [...fields.filter(isSignature), ...fields.filter((field) => !isSignature(field))];
  const byName = new Map(ordered.map((field) => [field.name, field]));
  const values = new Map<ReadField, Json>();
  const match = (names: readonly string[], value: Json, depth: number): void => {
    const field = names.map((name) => byName.get(name)).find((found) => found !== undefined);
    const [name = ''] = names;
    if (field && !isJsonObject(value)) {
      if (values.has(field)) problems.add(field.name, 'has two values in the data');
      else values.set(field, value);
      return;
    }
    const inner = isJsonObject(value)
      ? Object.entries(value)
      : Array.isArray(value)
        ? [...value.entries()]
        : [];
    if (inner.length === 0 || depth > maxDepth) {
      if (!isJsonObject(value)) problems.add(name, unknownField(name, byName.keys()));
      return;
    }
    for (const [key, item] of inner) {
      const below = names.flatMap((above) =>
        above === ''
          ? [`${key}`]
          : typeof key === 'number'
            ? [`${above}.${key}`, `${above}[${key}]`]
            : [`${above}.${key}`],
      );
      match(below.slice(0, maxNames), item as Json, depth + 1);
    }
  };
  match([''], data, 0);
  return values;
}

/** Spellings of one name. */
const maxNames = 64;

function unknownField(name: string, known: Iterable<string>): string {
  const names = [...known];
  if (names.length === 0) return 'is no field: the PDF has no form fields';
  return `is no field of the form.${didYouMean(name, names)}`;
}
