/**
 * A message of JSON-RPC as far as it is read before the protocol's own code sees it. That checks it again, in the server's
 * own thread, so what it walks through is bounded here.
 */
import { z } from 'zod';
import { isJsonObject } from '../contract/json.ts';

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
