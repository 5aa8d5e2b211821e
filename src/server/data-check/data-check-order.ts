/** What goes to a thread that checks data, and what comes back. */
import type { FieldErrors } from '../../contract/field-errors.ts';
import type { CrossingError } from '../../core/fill/crossing-error.ts';

export interface DataCheckOrder {
  /** Stands for the schema: it is sent only where the thread does not know it. */
  readonly key: string;
  readonly schema?: Uint8Array;
  /** JSON: as text it crosses several times faster than as objects. */
  readonly data: string;
}

export type DataCheckAnswer =
  /** No errors: the data fits. */
  | { readonly kind: 'checked'; readonly errors: FieldErrors; readonly more: number }
  /** The thread does not have this schema (any more). */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly error: CrossingError };
