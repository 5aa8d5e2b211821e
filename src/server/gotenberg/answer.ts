/** What a handler of Gotenberg's routes gets and gives, and the errors that its clients see. */
import type { Deadline } from '#runtime/deadline';
import type { Team } from '#store/teams';
import type { ServerContext } from '../context.ts';
import type { GotenbergForm } from './form/gotenberg-form.ts';
import type { GotenbergSettings } from './variables.ts';

/** A file of the response. Several become a ZIP. */
export interface OutputFile {
  /** Without folders, such as `page_1.pdf`. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface GotenbergCall {
  readonly context: ServerContext;
  readonly settings: GotenbergSettings;
  /** It pays, and the work waits for its turn. */
  readonly team: Team;
  readonly form: GotenbergForm;
  /** The `Gotenberg-Output-Filename` header, without folders and extension; empty if there is none. */
  readonly outputFilename: string;
  readonly requestId: string;
}

/**
 * The work that a valid form asks for. Files are charged as one PDF for each request and only if they are delivered; a JSON
 * answer costs nothing. `run` throws `GotenbergError` and `Failure`.
 */
export type GotenbergWork =
  | { readonly kind: 'files'; readonly run: (deadline: Deadline) => Promise<readonly OutputFile[]> }
  | { readonly kind: 'json'; readonly run: (deadline: Deadline) => Promise<unknown> };

/**
 * Reads the form, ends with `form.validate()`, and returns the work. Throws `GotenbergError`.
 *
 * @example
 * const flatten: GotenbergHandler = async ({ form }) => {
 *   const files = form.requiredFilesWith(['.pdf']);
 *   form.validate();
 *   return { kind: 'files', run: (deadline) => flattenAll(files, deadline) };
 * };
 */
export type GotenbergHandler = (call: GotenbergCall) => Promise<GotenbergWork>;

/** Its message is the body of the response, as text. */
export class GotenbergError extends Error {
  override readonly name = 'GotenbergError';
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
