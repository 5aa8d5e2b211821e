/** The data of `fill`: files, and single fields by `--set`. */
import { Failure } from '#contract/errors';
import { isJsonObject, type Json, type JsonObject } from '#contract/json';
import type { Terminal } from '../../io/terminal.ts';
import { readData } from '../../options/data/read-data.ts';

export interface FormDataOptions {
  readonly data?: readonly string[] | undefined;
  readonly set?: readonly string[] | undefined;
}

/** A field of `--set` replaces its value in the files. Throws `usage`, `invalid_data`, `file_unreadable`. */
export async function readFormData(
  { data, set = [] }: FormDataOptions,
  terminal: Terminal,
): Promise<JsonObject> {
  const settings = set.map(parseField);
  const read = data ? await readData({ data }, terminal) : undefined;
  return settings.reduce<JsonObject>(
    (values, [name, value]) => ({ ...withoutField(values, name), [name]: value }),
    read?.plain ?? {},
  );
}

/** The name of a field has dots and brackets as it likes. Numbers stay text, so that `01` does not become `1`. */
function parseField(text: string): readonly [name: string, value: Json] {
  const equals = text.indexOf('=');
  if (equals < 1) {
    throw new Failure('usage', `--set "${text}" has no ${equals === 0 ? 'name of a field' : 'value'}.`, {
      hint: 'Write it as name=value, for example: --set customer.name=Ada --set agree=true',
    });
  }
  const value = text.slice(equals + 1);
  return [text.slice(0, equals), parseValue(value)];
}

function parseValue(text: string): Json {
  try {
    const value: Json = JSON.parse(text);
    return typeof value === 'number' || isJsonObject(value) ? text : value;
  } catch {
    return text;
  }
}

/** A field may be nested in the data, or named with its dots. */
function withoutField(data: JsonObject, name: string): JsonObject {
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]) => {
      if (key === name && !isJsonObject(value)) return [];
      const isInside = isJsonObject(value) && name.startsWith(`${key}.`);
      return [[key, isInside ? withoutField(value, name.slice(key.length + 1)) : value]];
    }),
  );
}
