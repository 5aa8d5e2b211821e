/**
 * Prints JSON that is kept under version control. Unchanged values keep their exact characters and changed ones are
 * printed in a single style, so equal content gives equal text, and a changed value gives a changed line.
 */
import type { Json, JsonObject } from '#contract/json';
import type { JsonNode } from '#template/json/json-nodes';

/** A value to print, with the value that it replaces. */
export type Printed =
  | { readonly scalar: Json; readonly before?: JsonNode | undefined }
  | { readonly members: readonly (readonly [string, Printed])[]; readonly before?: JsonNode | undefined }
  | { readonly items: readonly Printed[]; readonly before?: JsonNode | undefined };

/** Prints a whole file: two spaces of indentation and a final newline. */
export const printJson = (value: Printed): string => `${print(value, 0)}\n`;

/** Converts a value that replaces nothing. */
export function toPrinted(value: Json): Printed {
  if (Array.isArray(value)) return { items: value.map(toPrinted) };
  if (typeof value !== 'object' || value === null) return { scalar: value };
  return { members: Object.entries(value).map(([key, each]) => [key, toPrinted(each)]) };
}

/** Converts an unchanged value. */
export const toUnchanged = (before: JsonNode): Printed => {
  const { members, items, value } = before;
  if (members) return { members: [...members].map(([key, each]) => [key, toUnchanged(each)]), before };
  if (items) return { items: items.map(toUnchanged), before };
  return { scalar: value, before };
};

function valueIn(printed: Printed): Json {
  if ('scalar' in printed) return printed.scalar;
  if ('items' in printed) return printed.items.map(valueIn);
  return Object.fromEntries(printed.members.map(([key, each]) => [key, valueIn(each)]));
}

function print(printed: Printed, depth: number): string {
  const { before } = printed;
  // Keeps the old text only if its lines have the indentation that printing would give them.
  if (before && isIndentedFor(before.text, depth) && sameJson(before.value, valueIn(printed))) {
    return before.text.replaceAll('\r\n', '\n');
  }
  if ('scalar' in printed) return JSON.stringify(printed.scalar);
  const isArray = 'items' in printed;
  const parts = isArray
    ? printed.items.map((each) => print(each, depth + 1))
    : printed.members.map(([key, each]) => `${JSON.stringify(key)}: ${print(each, depth + 1)}`);
  const [open, close] = isArray ? '[]' : '{}';
  if (parts.length === 0) return `${open}${close}`;
  // A list that was on one line stays on one line.
  if (isArray && before && !before.text.includes('\n') && !parts.some((each) => each.includes('\n'))) {
    return `[${parts.join(', ')}]`;
  }
  const margin = '  '.repeat(depth);
  return `${open}\n${parts.map((each) => `${margin}  ${each}`).join(',\n')}\n${margin}${close}`;
}

function isIndentedFor(text: string, depth: number): boolean {
  const [, ...lines] = text.split(/\r?\n/);
  const last = lines.pop();
  if (last === undefined) return true;
  const margin = '  '.repeat(depth);
  const isFirst = lines[0]?.search(/\S/) === margin.length + 2;
  return isFirst && lines.every((line) => line.startsWith(`${margin}  `)) && last === margin + text.at(-1);
}

export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((each, index) => sameJson(each, b[index]))
    );
  }
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson((a as JsonObject)[key], (b as JsonObject)[key]))
  );
}
