/** `schema.json`: data is validated before rendering and rejected with the valid values. */
import { dereference, type OutputUnit, type Schema, type SchemaDraft, validate } from '@cfworker/json-schema';
import type { FieldErrors } from '#contract/api/field-errors';
import { Failure } from '#contract/errors';
import type { Json, JsonObject } from '#contract/json';
import { defaultTimeoutMs } from '#runtime/deadline';
import { createInterruptibleRunner, InterruptedError, type RunInterruptibly } from '#runtime/interrupt';
import { jsonPlace } from '../json/json-places.ts';
import { parseJsonFile } from '../json/parse-json-file.ts';
import { readTreeText } from '../load/read-text.ts';
import type { FileTree } from '../model/file-tree.ts';
import type { CellTypes } from '../rows/row.ts';
import { cellTypesOf } from './cell-types.ts';
import { explainDataErrors } from './explain-data-errors.ts';
import { findSchemaFault } from './schema-faults.ts';

/** Maximum number of errors in a response. A list of thousands is of no use. */
const maxErrors = 100;

/** The same for a caller in this process, who gets one line for all items of a list with the same error. */
const maxOwnErrors = 1_000;

/**
 * Maximum number of references that one check follows. Each can lead to two more, so that forty lines could take years.
 * A check of 10 MB of ordinary data follows some hundred thousand.
 */
const maxReferences = 2_000_000;

/** Parsed once and used for any number of documents. */
export interface DataSchema {
  /**
   * Throws `invalid_data` naming each path, and `timeout` if the check takes longer than `limitMs` milliseconds: a
   * pattern such as `^(a+)+$` can take years for one short text. Default: 30 s. `lists` are the names that the data need
   * not have, because they are read row by row.
   */
  validate(data: JsonObject, limitMs?: number, lists?: readonly string[]): void;
  /**
   * Validates rows of the list `name`, of which the first has the index `first`. Returns the errors of each path, which
   * begins with the name and the index of a row.
   */
  rowFaults(name: string, rows: readonly JsonObject[], first: number, limitMs: number): FieldErrors;
  /** Explains why a list may not have this number of items, or returns undefined. */
  countFault(name: string, count: number): string | undefined;
  /** What cells of CSV become, for the columns of one file. */
  cellTypes(): CellTypes;
  /** The same without throwing for invalid data; empty for valid data. */
  faults(data: JsonObject): DataFaults;
}

interface DataFaults {
  readonly errors: FieldErrors;
  /** The number of invalid values that `errors` does not list. */
  readonly more: number;
}

/** Undefined if the template has no schema. Throws `invalid_template` if the schema itself is invalid. */
export async function readDataSchema(tree: FileTree): Promise<DataSchema | undefined> {
  const text = await readTreeText(tree, 'schema.json');
  if (text === undefined) return undefined;
  const file = tree.label('schema.json');
  const schema = readSchema(file, text);
  // The validator adds to its own.
  const parsed = structuredClone(schema) as Json;
  const applied = { schema, draft: detectDraft(schema), known: dereference(schema) };
  const faults = (data: JsonObject, most = maxErrors): DataFaults => {
    const found = Object.entries(explainDataErrors(findings(applied, data, file), schema, data));
    // Without a prototype, because data may have a key `__proto__`.
    const errors = Object.assign(Object.create(null), Object.fromEntries(found.slice(0, most)));
    return { errors, more: Math.max(0, found.length - most) };
  };
  let runInterruptibly: RunInterruptibly | undefined;
  const faultsWithin = (limitMs: number, data: JsonObject, most?: number): DataFaults => {
    runInterruptibly ??= createInterruptibleRunner();
    try {
      return runInterruptibly(limitMs, () => faults(data, most));
    } catch (error) {
      if (!(error instanceof InterruptedError)) throw error;
      throw new Failure(
        'timeout',
        `The data took longer than ${limitMs / 1000} s to check against ${file}.`,
        {
          hint: 'Does the schema have a pattern with nested repetitions such as ^(a+)+$, or uniqueItems for a long list?',
          cause: error,
        },
      );
    }
  };
  return {
    faults: (data) => faults(data),
    rowFaults(name, rows, first, limitMs) {
      const { errors } = faultsWithin(limitMs, { [name]: rows });
      // Everything else that the data must have is missing here.
      const own = Object.entries(errors).flatMap(([path, texts]) => {
        const [list, index, ...rest] = path.split('.');
        const isOfRow = list === name && /^\d+$/.test(index ?? '');
        return isOfRow ? [[[name, Number(index) + first, ...rest].join('.'), texts]] : [];
      });
      return Object.assign(Object.create(null), Object.fromEntries(own));
    },
    cellTypes: () => cellTypesOf(parsed),
    countFault: (name, count) => countFault(schema, name, count),
    validate(data, limitMs = defaultTimeoutMs, lists = []) {
      const found = faultsWithin(limitMs, data, maxOwnErrors);
      const isOfList = (path: string) => lists.some((name) => path === name || path.startsWith(`${name}.`));
      const own = Object.entries(found.errors).filter(([path]) => !isOfList(path));
      const errors: FieldErrors = Object.assign(Object.create(null), Object.fromEntries(own));
      const { more } = found;
      const count = Object.keys(errors).length + more;
      if (count === 0) return;
      const what = count === 1 ? '1 value is invalid' : `${count} values are invalid`;
      const rest = more > 0 ? `; showing the first ${maxOwnErrors}` : '';
      throw new Failure('invalid_data', `The data does not match ${file}: ${what}${rest}.`, {
        errors,
        hint: 'Correct the data or the schema.',
      });
    },
  };
}

function countFault({ properties }: Schema, name: string, count: number): string | undefined {
  const { minItems, maxItems }: Schema = Object(
    properties && Object.hasOwn(properties, name) ? properties[name] : {},
  );
  if (typeof minItems === 'number' && count < minItems) return `must have at least ${minItems} items`;
  return typeof maxItems === 'number' && count > maxItems ? `must have at most ${maxItems} items` : undefined;
}

function readSchema(file: string, text: string): Schema {
  const schema = parseJsonFile('invalid_template', file, text);
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    throw new Failure('invalid_template', `${file} must hold a JSON Schema, which is a JSON object.`);
  }
  const fault = findSchemaFault(schema as Schema);
  if (!fault) return schema as Schema;
  throw new Failure(
    'invalid_template',
    `This is not a usable JSON Schema: ${fault.message.replace(/[^.?]$/, '$&.')}`,
    {
      location: { file, text, ...jsonPlace(text, fault.path) },
    },
  );
}

interface Applied {
  readonly schema: Schema;
  readonly draft: SchemaDraft;
  /** Address → schema. */
  readonly known: Readonly<Record<string, Schema | boolean>>;
}

function findings(applied: Applied, data: JsonObject, file: string): readonly OutputUnit[] {
  try {
    try {
      return run(applied, data, false);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      // There are too many errors for the validator to collect in one list, so only the first is reported.
      return run(applied, data, true);
    }
  } catch (error) {
    const reason = error instanceof RangeError ? 'it refers to itself endlessly' : 'it cannot be evaluated';
    const message = error instanceof TooManyReferences ? error.message : reason;
    throw new Failure('invalid_template', `${file} is not a usable JSON Schema: ${message}.`, {
      cause: error,
    });
  }
}

class TooManyReferences extends Error {
  constructor() {
    super('checking this data would follow too many of its references');
  }
}

function run({ schema, draft, known }: Applied, data: JsonObject, stopAtFirst: boolean): OutputUnit[] {
  let followed = 0;
  const counted = new Proxy(known, {
    get(target, address) {
      followed += 1;
      if (followed > maxReferences) throw new TooManyReferences();
      return target[String(address)];
    },
  });
  return validate(data, schema, draft, counted, stopAtFirst).errors;
}

function detectDraft({ $schema }: Schema): SchemaDraft {
  const uri = typeof $schema === 'string' ? $schema : '';
  if (uri.includes('draft-04')) return '4';
  if (/draft-0[67]/.test(uri)) return '7';
  return uri.includes('2019-09') ? '2019-09' : '2020-12';
}
