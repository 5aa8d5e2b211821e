/** A row of the management API. */
import type { z } from 'zod';
import type { TokenScope } from '../token.ts';

export const managePrefix = '/manage/v1';

export interface ManageRoute {
  /** Every request but POST is idempotent, so a client may repeat it. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `managePrefix`, with parameters in braces. */
  readonly path: string;
  /** The scope that the token must have. */
  readonly scope: TokenScope;
  readonly summary: string;
  readonly description: string;
  readonly body?: z.ZodObject;
  /** The allowed query parameters. A route without this field ignores its query. */
  readonly query?: z.ZodObject;
  readonly response: z.ZodType;
  /** The schemas of error bodies by status, in addition to those that every route has. */
  readonly failures: Readonly<Partial<Record<404 | 409 | 413 | 415 | 422 | 503, z.ZodType>>>;
}
