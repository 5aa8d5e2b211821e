/** Messages to and from a thread that checks data. */
import type { FieldErrors } from '../../../contract/api/field-errors.ts';
import type { SerializedError } from '../../../core/workers/serialize-error.ts';

export interface DataCheckMessage {
  /** Identifies the schema, which is sent only if the thread does not have it. */
  readonly key: string;
  readonly schema?: Uint8Array;
  /** JSON text, which crosses several times faster than objects. */
  readonly data: string;
}

export type DataCheckResult =
  /** An empty list means that the data is valid. */
  | { readonly kind: 'checked'; readonly errors: FieldErrors; readonly more: number }
  /** The thread does not have this schema, or no longer has it. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly error: SerializedError };
