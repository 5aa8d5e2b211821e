/** Which fields of the data hold the business terms of an e-invoice, as the descriptions of `schema.json` say. */
import { isJsonObject, type Json } from '#contract/json';

/** A longer schema is not read, because that takes time on the thread of a server. */
const maxCharacters = 200_000;
/** Deeper than any invoice. A schema may refer to itself. */
const maxDepth = 8;
const maxFields = 1_000;

/**
 * Returns the fields whose description names each term, `BT-130` or `BG-4`. In a list, `*` is any item. Empty
 * for what is no JSON Schema.
 *
 *     fieldsByTerm(schema).get('BT-130'); // ['items.*.unit', 'items.*.unit_code']
 */
export function fieldsByTerm(schema: string): ReadonlyMap<string, readonly string[]> {
  const fields = new Map<string, string[]>();
  const root = schema.length > maxCharacters ? undefined : parse(schema);
  let count = 0;
  visit(root, []);
  return fields;

  function visit(node: Json | undefined, path: readonly string[]): void {
    if (!isJsonObject(node) || path.length > maxDepth || count > maxFields) return;
    count += 1;
    const description = path.length > 0 && typeof node.description === 'string' ? node.description : '';
    for (const term of findTerms(description)) {
      fields.set(term, [...(fields.get(term) ?? []), path.join('.')]);
    }
    visit(ownValue(node, 'items'), [...path, '*']);
    if (!isJsonObject(node.properties)) return;
    for (const [name, below] of Object.entries(node.properties)) visit(below, [...path, name]);
  }
}

/** The terms that a text names, each once. */
export const findTerms = (text: string): ReadonlySet<string> => new Set(text.match(/\bB[TG]-\d+\b/g));

const ownValue = (from: { readonly [key: string]: Json }, key: string): Json | undefined =>
  Object.hasOwn(from, key) ? from[key] : undefined;

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
