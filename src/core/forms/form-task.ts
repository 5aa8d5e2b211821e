/** The messages to and from the thread that reads and fills forms. */
import type { FormFieldInfo } from './list-form.ts';

/** How a PDF is opened. */
export interface OpenOptions {
  /** User or owner password of an encrypted file. */
  readonly password?: string | undefined;
}

export interface ListTask extends OpenOptions {
  readonly kind: 'list';
  readonly pdf: Uint8Array;
}

export interface ListResult {
  readonly fields: readonly FormFieldInfo[];
}
