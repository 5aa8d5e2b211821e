/** `--set key.path=value`: one value of the data, given on the command line. */
import { Failure } from '#contract/errors';
import type { Json, JsonObject } from '#contract/json';
import { maxJsonDepth } from '#contract/parse-json';
import { putKey, splitPath } from '#template/rows/column-path';
import { mergeData } from './merge-data.ts';

export interface SetOption {
  /** As written on the command line, for messages. */
  readonly text: string;
  readonly path: readonly string[];
  readonly value: Json;
}

/** Parses `items.0.price=3` and `items[0].price=3`; a dot that belongs to a key is written `\.`. */
export function parseSetting(text: string): SetOption {
  const equals = text.indexOf('=');
  const key = equals < 0 ? text : text.slice(0, equals);
  if (equals < 1) {
    throw new Failure('usage', `--set "${text}" has no ${equals === 0 ? 'key' : 'value'}.`, {
      hint: 'Write it as key=value, for example: --set customer.name=Ada --set items.0.price=12.5',
    });
  }
  const path = splitPath(key);
  if (path.includes('')) {
    throw new Failure('usage', `--set "${key}": a part of the key is empty.`, {
      hint: 'Parts are joined by single dots: customer.name, items.0.price',
    });
  }
  if (path.length > maxJsonDepth) {
    throw new Failure(
      'usage',
      `--set "${printed(key)}": the key has ${path.length} parts, and data has at most ${maxJsonDepth} levels.`,
      { hint: 'Write a dot that belongs to a key as \\.' },
    );
  }
  return { text: key, path, value: parseValue(key, text.slice(equals + 1)) };
}

/** Returns a copy of the data with the value at its path. Creates missing objects and arrays on the way. */
export function applySetting(data: JsonObject, { text, path, value }: SetOption): JsonObject {
  const put = (container: Json | undefined, depth: number): Json => {
    const step = path[depth];
    if (step === undefined) return value;
    if (Array.isArray(container) || (container === undefined && step === '0')) {
      const items: readonly Json[] = (container as readonly Json[] | undefined) ?? [];
      const index = /^\d+$/.test(step) ? Number(step) : -1;
      if (index < 0 || index > items.length) throw noSuchItem(text, path.slice(0, depth), items.length, step);
      return [...items.slice(0, index), put(items[index], depth + 1), ...items.slice(index + 1)];
    }
    if (container === undefined && /^\d+$/.test(step)) throw noSuchList(text, path.slice(0, depth), step);
    if (container !== undefined && (typeof container !== 'object' || container === null)) {
      throw new Failure(
        'usage',
        `--set "${text}": ${path.slice(0, depth).join('.')} is a value, not an object.`,
        {
          hint: 'Set it to an object first, or use another key.',
        },
      );
    }
    const object = (container as JsonObject | undefined) ?? {};
    const copy = mergeData({}, object) as Record<string, Json>;
    putKey(copy, step, put(Object.hasOwn(object, step) ? object[step] : undefined, depth + 1));
    return copy;
  };
  return put(data, 0) as JsonObject;
}

/** If there is no value yet, a number could mean an item or a key. */
function noSuchList(key: string, path: readonly string[], step: string): Failure {
  const name = path.join('.');
  return new Failure('usage', `--set "${key}": there is no ${name} yet, and a new list starts at 0.`, {
    hint: `Set ${name}.0 first; for an object with the key "${step}": --set '${name}={"${step}": …}'`,
  });
}

function noSuchItem(key: string, path: readonly string[], length: number, step: string): Failure {
  const list = path.join('.');
  return new Failure('usage', `--set "${key}": ${list} is a list of ${length}, and "${step}" is not in it.`, {
    hint: `Its items are 0 to ${Math.max(0, length - 1)}; ${length} appends one.`,
  });
}

/** Parses the value as JSON, or takes it as text if it is not JSON: `3`, `true`, `[1,2]`, `Ada`. */
function parseValue(key: string, text: string): Json {
  let isTooLarge = false;
  const check = (_: string, value: Json): Json => {
    // 1e400 is valid JSON but overflows a JavaScript number.
    if (typeof value === 'number' && !Number.isFinite(value)) isTooLarge = true;
    return value;
  };
  let value: Json;
  try {
    value = JSON.parse(text, check);
  } catch {
    return text;
  }
  if (!isTooLarge) return value;
  throw new Failure('usage', `--set "${key}": ${printed(text)} is too large for a number.`, {
    hint: `To set it as text: --set '${key}="…"'`,
  });
}

const printed = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
