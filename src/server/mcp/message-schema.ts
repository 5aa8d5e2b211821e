/**
 * A message of JSON-RPC as far as it is read before the protocol's own code sees it. That checks it again, in the server's
 * own thread, so what it walks through is bounded here.
 */
import { z } from 'zod';
import { isJsonObject } from '#contract/json';
import { documentsPerMerge } from '#contract/limits';

/** Fields of one object that the protocol's code looks at one by one. */
const maxFields = 100;

const hasFewFields = (value: unknown): boolean =>
  !isJsonObject(value) || Object.keys(value).length <= maxFields;

const tooManyFields = { error: `must have at most ${maxFields} fields` };

const params = z
  .custom<Readonly<Record<string, unknown>>>(isJsonObject, { error: 'must be an object' })
  .refine((value) => hasFewFields(value) && Object.values(value).every(hasFewFields), tooManyFields)
  .refine(({ arguments: given }) => given === undefined || isJsonObject(given), {
    error: 'must have arguments that are an object',
  });

export const mcpMessageSchema = z
  .custom<Readonly<Record<string, unknown>>>(isJsonObject, {
    error: 'request body must be one JSON-RPC message: a JSON object',
  })
  .refine(hasFewFields, tooManyFields)
  .pipe(
    z.looseObject({
      jsonrpc: z.literal('2.0', { error: 'must be "2.0"' }),
      method: z
        .string({ error: 'must be a string' })
        .max(200, { error: 'must have at most 200 characters' })
        .optional(),
      params: params.optional(),
    }),
  );

/** An object with data for a template, and the path of the data in the message. */
interface DataHolder {
  readonly holder: { data?: unknown };
  readonly path: readonly (string | number)[];
}

/** Paths of the data in the arguments of a tool. */
export const dataPath = ['params', 'arguments', 'data'] as const;
export const dataPathOf = (index: number) => ['params', 'arguments', 'documents', index, 'data'] as const;

/** Returns what may hold data in the arguments of a tool, which nothing has validated yet. */
export function dataOfMessage(message: object): readonly DataHolder[] {
  const { params } = message as { readonly params?: { readonly arguments?: unknown } };
  const given = params?.arguments;
  if (!isJsonObject(given)) return [];
  const found = (holder: unknown, path: DataHolder['path']): DataHolder[] =>
    isJsonObject(holder) && isJsonObject(holder.data) ? [{ holder: holder as { data?: unknown }, path }] : [];
  const { documents } = given;
  const items = Array.isArray(documents) ? documents.slice(0, documentsPerMerge) : [];
  return [...found(given, dataPath), ...items.flatMap((item, index) => found(item, dataPathOf(index)))];
}
