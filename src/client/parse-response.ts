/** Validates responses against their schema: the address may belong to something other than this API. */
import type { z } from 'zod';
import { Failure } from '#contract/errors';
import type { JsonObject } from '#contract/json';
import type { Response } from './request.ts';

/** Throws `not_an_api`. */
export function parseResponse<Schema extends z.ZodType>(
  { text }: Response,
  schema: Schema,
  url: string,
): z.output<Schema> {
  let body: JsonObject | undefined;
  try {
    body = JSON.parse(text);
  } catch {
    // Leaves `body` undefined, which fails the schema below.
  }
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = issue ? ` (${issue.path.join('.') || 'body'}: ${issue.message})` : '';
  throw new Failure('not_an_api', `${url} sent a response that is not one of this API${where}.`, {
    hint: 'Is the address right? See: pdfapi config list --show-origin',
  });
}
