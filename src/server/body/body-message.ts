/** What goes to a thread that reads bodies, and what comes back. */
import type { CrossingError } from '../../core/fill/crossing-error.ts';
import type { BodyName } from './body-schemas.ts';

export interface BodyMessage {
  readonly name: BodyName;
  readonly text: string;
}

export type ReadBodyMessage =
  | {
      /** What the schema made of it, without the data. */
      readonly value: unknown;
      /** Path → JSON text of the data that stood there. */
      readonly data: ReadonlyMap<string, string>;
    }
  | { readonly error: CrossingError };
