/** Merges data from several sources: objects key by key; any other value is replaced by the later one. */
import { isJsonObject, type Json, type JsonObject } from '#contract/json';
import { putKey } from '#template/rows/column-path';

/** Neither argument is changed. */
export function mergeData(base: JsonObject, over: JsonObject): JsonObject {
  const merged: Record<string, Json> = {};
  for (const [key, value] of Object.entries(base)) putKey(merged, key, value);
  for (const [key, value] of Object.entries(over)) {
    const before = Object.hasOwn(merged, key) ? merged[key] : undefined;
    putKey(merged, key, isJsonObject(before) && isJsonObject(value) ? mergeData(before, value) : value);
  }
  return merged;
}
