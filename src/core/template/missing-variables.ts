/** Which variables of a template sample data does not have. */
import type { Json, JsonObject } from '../../contract/json.ts';

/** `paths` as `core/twig` lists them: `customer.name`, `items[].price`. */
export const missingVariables = (paths: readonly string[], data: JsonObject): string[] =>
  paths.filter((path) => !has(data, path.split(/\.|(?=\[\])/).filter(Boolean)));

function has(value: Json | undefined, path: readonly string[]): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return true;
  // A missing branch is one finding, told where it begins; and what is no object has no keys to miss.
  if (typeof value !== 'object' || value === null) return true;
  if (step === '[]') {
    const items = Array.isArray(value) ? value : Object.values(value);
    return items.length === 0 || items.some((item) => has(item, rest));
  }
  if (Array.isArray(value)) return true;
  return Object.hasOwn(value, step) && has((value as JsonObject)[step], rest);
}
