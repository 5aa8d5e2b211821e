/** `html_attr`, `html_attr_merge` and `html_attr_type` of twig/html-extra. */
import { TwigFault } from '../../errors.ts';
import { escapeAs, escapeHtml } from '../../runtime/escape.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { getEntries, getSize, isArray, type Key } from '../../runtime/values/array.ts';
import { truthy } from '../../runtime/values/compare.ts';
import { toText, typeName } from '../../runtime/values/text.ts';
import { Markup, Thing, type Value } from '../../runtime/values/value.ts';
import { suggest } from '../../suggest.ts';
import { AttributeValue, InlineStyle, joined, TokenList } from './attribute-value.ts';
import { jsonEncode } from './json.ts';

const types = ['sst', 'cst', 'style'];

/** Creates an attribute value of the type that `html_attr_type` names. Throws `TwigFault` for any other name. */
export function attributeValue(value: Value, type: string): AttributeValue {
  if (type === 'sst') return new TokenList(value, ' ');
  if (type === 'cst') return new TokenList(value, ', ');
  if (type === 'style') return new InlineStyle(value);
  throw new TwigFault(
    `Unknown attribute type "${type.slice(0, 40)}" (valid ones: ${types.join(', ')}).${suggest(type, types)}`,
  );
}

/**
 * Merges mappings of attributes: lists are appended, single values replaced, and an `AttributeValue` decides for
 * itself. Arguments that are false, null or empty are skipped, to support conditions without an else. Throws
 * `TwigFault` for any other argument, and for a list merged with a single value.
 */
export function mergeAttributes(runtime: Runtime, maps: readonly Value[]): Map<Key, Value> {
  const merged = new Map<Key, Value>();
  for (const [index, map] of maps.entries()) {
    if (!truthy(map)) continue;
    if (!isArray(map)) {
      const hint = typeName(map) === 'text' ? ', and of texts only an empty one' : '';
      throw new TwigFault(
        `Attributes are mappings of names to values${hint}: value ${index + 1} is a ${typeName(map)}.`,
      );
    }
    runtime.charge(getSize(map) * 16);
    for (const [name, value] of getEntries(map))
      merged.set(name, mergeOne(runtime, name, merged.get(name), value));
  }
  return merged;
}

function mergeOne(runtime: Runtime, name: Key, existing: Value, value: Value): Value {
  if (existing === undefined || existing === null) return value;
  runtime.charge((isArray(existing) ? getSize(existing) : 1) * 2);
  if (value instanceof AttributeValue) return value.mergedInto(existing);
  if (existing instanceof AttributeValue) return existing.appendedFrom(value);
  if (isArray(existing) && isArray(value)) {
    runtime.charge(getSize(value) * 2);
    return joined(existing, value);
  }
  if (isArray(existing) || isArray(value) || value === null || value === undefined) {
    throw new TwigFault(
      `The attribute "${String(name).slice(0, 40)}" is a ${typeName(existing)} in one mapping and a ` +
        `${typeName(value)} in another: write both as lists, or both as single values.`,
    );
  }
  return value;
}

/** Returns the attributes as HTML: `class="a b" disabled=""`. */
export function htmlAttributes(runtime: Runtime, ...maps: Value[]): string {
  const written: string[] = [];
  for (const [key, value] of mergeAttributes(runtime, maps)) {
    const name = String(key);
    const text = attributeText(runtime, name, value);
    if (text === null) continue;
    runtime.charge(name.length + text.length);
    written.push(`${escapeAs(name, 'html_attr_relaxed')}="${escapeHtml(text)}"`);
  }
  return runtime.built(written.join(' '));
}

/** Returns the unescaped text of an attribute, or null to omit the attribute. */
function attributeText(runtime: Runtime, name: string, value: Value): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof AttributeValue) return value.written();
  const isAria = name.startsWith('aria-');
  const isData = name.startsWith('data-');
  if (value === false) return isAria ? 'false' : null;
  if (value === true) return isAria || isData ? 'true' : '';
  if (isData && (isArray(value) || value instanceof Thing || value instanceof Markup)) {
    return jsonEncode(value, 0, (length) => runtime.room(length));
  }
  if (isArray(value)) return (name === 'style' ? new InlineStyle(value) : new TokenList(value)).written();
  return toText(value);
}
