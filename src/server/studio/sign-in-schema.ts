/** The body of a sign-in. */
import { z } from 'zod';

export const signInSchema = z.strictObject(
  { token: z.string({ error: 'must be a string' }).max(500, { error: 'is not a token' }) },
  { error: 'request body must be a JSON object' },
);
