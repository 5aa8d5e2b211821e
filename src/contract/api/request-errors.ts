/** Builds the body of a 422: one sentence per fault, under the field it concerns. */
import type { z } from 'zod';
import { countFaults, type FieldErrors, fieldErrors } from './field-errors.ts';

export interface RequestErrors {
  /** The first fault, and the number of further ones. */
  readonly message: string;
  readonly errors: FieldErrors;
}

/** Returns the value, or the faults in it. */
export function validateRequest<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { readonly value: z.output<Schema> } | { readonly faults: RequestErrors } {
  const result = schema.safeParse(value);
  return result.success ? { value: result.data } : { faults: requestErrors(result.error, schema, value) };
}

function requestErrors(error: z.ZodError, schema: z.ZodType, value: unknown): RequestErrors {
  // zod reports a missing field like one of the wrong type.
  const missing = new Set(
    error.issues
      .filter(({ path }) => valueAt(value, path) === undefined)
      .map(({ path }) => path.map(String).join('.')),
  );
  const errors: FieldErrors = Object.create(null);
  for (const [field, messages] of Object.entries(fieldErrors(error, schema))) {
    const reported = missing.has(field) ? ['field is required'] : messages;
    // An empty field is either the body as a whole or a field whose name is empty.
    const isNameless = field === '' && reported[0]?.startsWith('is unknown');
    const name = isNameless ? '""' : field;
    errors[name || 'body'] = reported.map((message) => sentence(name, message));
  }
  const all = Object.values(errors).flat();
  const [first = 'The request is not valid.'] = all;
  const more = countFaults(error) - 1;
  const rest = more === 0 ? '' : ` (and ${more} more ${more === 1 ? 'error' : 'errors'})`;
  return { message: `${first}${rest}`, errors };
}

/** Converts `output`, `must be one of: …` to `The output must be one of: ….` A fault of the whole body has no field. */
function sentence(field: string, message: string): string {
  const subject = field === '' ? 'The' : `The ${field}`;
  const verb = message.startsWith('is unknown.') ? message.replace('is', 'field is') : message;
  return `${subject} ${verb}${/[.?!]$/.test(verb) ? '' : '.'}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let here = value;
  for (const step of path) here = Object.hasOwn(Object(here), step) ? Object(here)[step] : undefined;
  return here;
}
