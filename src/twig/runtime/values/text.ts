/** Converts values to the text that is printed. */
import { TwigFault } from '../../errors.ts';
import { isArray } from './array.ts';
import { numberText } from './number-text.ts';
import { Sequence } from './sequence.ts';
import { Arrow, Markup, Thing, type Value } from './value.ts';

/**
 * Returns the text of a value as `{{ value }}` prints it before escaping. Throws `TwigFault` if it cannot be printed.
 */
export function toText(value: Value): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return numberText(value);
    case 'boolean':
      return value ? '1' : '';
    case 'bigint':
      return String(value);
    case 'object': {
      if (value === null) return '';
      if (value instanceof Markup) return value.text;
      if (value instanceof Thing || value instanceof Arrow) {
        const text = value instanceof Thing ? value.text() : null;
        if (text === null) throw new TwigFault(`A ${typeName(value)} cannot be printed.`);
        return text;
      }
      return isArray(value) ? 'Array' : '';
    }
    default:
      return '';
  }
}

/** Returns the text of an argument that must be text. Throws `TwigFault` for lists and mappings, as PHP does. */
export function textArgument(value: Value, user: string): string {
  if (typeof value === 'string') return value;
  if (
    typeof value === 'object' &&
    value !== null &&
    !(value instanceof Markup) &&
    !(value instanceof Thing)
  ) {
    throw new TwigFault(`${user} takes text, not a ${typeName(value)}.`);
  }
  return toText(value);
}

/** Returns the name of a value's type for messages. */
export function typeName(value: Value): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'string' || value instanceof Markup) return 'text';
  if (Array.isArray(value) || value instanceof Sequence) return 'sequence';
  if (value instanceof Arrow) return 'function';
  if (value instanceof Thing) return value.constructor.name.replace(/^Twig/, '').toLowerCase();
  return 'mapping';
}
