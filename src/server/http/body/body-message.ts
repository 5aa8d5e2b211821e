/** Messages to and from a thread that reads bodies. */
import type { SerializedError } from '#runtime/serialize-error';
import type { FilePlace } from '../form/read-form.ts';
import type { BodyName } from './body-schemas.ts';

export interface BodyMessage {
  readonly name: BodyName;
  /** The JSON, encoded as UTF-8. */
  readonly body: string | Uint8Array;
}

export interface BatchMessage {
  /** The JSON, encoded as UTF-8. */
  readonly batch: string | Uint8Array;
}

/** A multipart/form-data body. */
export interface FormMessage {
  readonly form: Uint8Array;
  readonly boundary: string;
}

/** A multipart/form-data body of which only the parts are wanted. */
export interface FormPartsMessage {
  readonly parts: Uint8Array;
  readonly boundary: string;
}

/** The hash is returned even if the form is not valid. */
export interface ReadFormMessage {
  readonly hash: string;
  readonly read: ReadBodyMessage;
  readonly styles?: string | undefined;
  readonly files?: readonly FilePlace[];
}

export type ReadBodyMessage =
  | {
      /** The output of the schema, without the data. */
      readonly value: unknown;
      /** Path → JSON text of the data at that path. */
      readonly data: ReadonlyMap<string, string>;
    }
  | { readonly error: SerializedError };
