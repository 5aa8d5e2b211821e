/** Validation problems as the API tells them: field name → messages, nested fields with dots. */
import { z } from 'zod';
import { didYouMean } from './nearest.ts';

export type FieldErrors = Record<string, string[]>;

/** Unknown keys are named one by one, each with the nearest key that the schema knows at that place. */
export function fieldErrors(error: z.ZodError, schema: z.ZodType): FieldErrors {
  // Without a prototype: a caller's key may be `__proto__`.
  const errors: FieldErrors = Object.create(null);
  const add = (path: readonly PropertyKey[], message: string) => {
    const field = path.map(String).join('.');
    errors[field] = [...(errors[field] ?? []), message];
  };
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      const known = knownKeys(schema, issue.path);
      for (const key of issue.keys) add([...issue.path, key], `is unknown.${didYouMean(key, known)}`);
    } else add(issue.path, issue.message);
  }
  return errors;
}

/** The keys of the object schema at a path. */
function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let here: unknown = schema;
  for (const step of path) {
    here = unwrap(here);
    if (here instanceof z.ZodArray) here = here.element;
    else if (here instanceof z.ZodObject) here = here.shape[String(step)];
  }
  here = unwrap(here);
  return here instanceof z.ZodObject ? Object.keys(here.shape) : [];
}

function unwrap(schema: unknown): unknown {
  let here = schema;
  while (here instanceof z.ZodOptional || here instanceof z.ZodDefault) here = here.unwrap();
  return here;
}
