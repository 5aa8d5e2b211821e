/** What goes to a thread that reads bodies, and what comes back. */
import type { CrossingError } from '../../core/fill/crossing-error.ts';
import type { FilePlace } from '../form/read-form.ts';
import type { BodyName } from './body-schemas.ts';

export interface BodyMessage {
  readonly name: BodyName;
  /** The JSON, in UTF-8. */
  readonly body: string | Uint8Array;
}

/** A multipart/form-data body. */
export interface FormMessage {
  readonly form: Uint8Array;
  readonly boundary: string;
}

/** The hash comes also where the form is not valid. */
export interface ReadFormMessage {
  readonly hash: string;
  readonly read: ReadBodyMessage;
  readonly styles?: string | undefined;
  readonly files?: readonly FilePlace[];
}

export type ReadBodyMessage =
  | {
      /** What the schema made of it, without the data. */
      readonly value: unknown;
      /** Path → JSON text of the data that stood there. */
      readonly data: ReadonlyMap<string, string>;
      /** Path → the names at the top of that data. */
      readonly dataNames: ReadonlyMap<string, ReadonlySet<string> | undefined>;
    }
  | { readonly error: CrossingError };
