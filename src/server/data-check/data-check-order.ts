/** Messages to and from a thread that checks data. */
import type { FieldErrors } from '../../contract/field-errors.ts';
import type { CrossingError } from '../../core/fill/crossing-error.ts';

export interface DataCheckOrder {
  /** Identifies the schema, which is sent only if the thread does not have it. */
  readonly key: string;
  readonly schema?: Uint8Array;
  /** JSON text, which crosses several times faster than objects. */
  readonly data: string;
}

export type DataCheckAnswer =
  /** An empty list means that the data is valid. */
  | { readonly kind: 'checked'; readonly errors: FieldErrors; readonly more: number }
  /** The thread does not have this schema, or no longer has it. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly error: CrossingError };
