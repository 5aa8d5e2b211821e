/** Lays `base.pdf` under the pages of a document. */
import { Failure, sentence } from '#contract/errors';
import { cleanForm } from '#forms';
import { PdfError } from '#pdf';
import { underlay } from '#pdf/underlay/underlay';

/**
 * `password`: of a base that is encrypted. Throws `invalid_template` if the base is not a readable PDF or needs another
 * password.
 */
export async function applyBase(
  pdf: Uint8Array,
  base: Uint8Array,
  password?: string | undefined,
): Promise<Uint8Array> {
  return await repairing(base, password, (repaired) => underlay(pdf, repaired));
}

/** Throws the errors that `applyBase` would throw. A base that needs a password is not read further. */
export async function checkBase(base: Uint8Array): Promise<void> {
  try {
    await repairing(base, undefined, (repaired) => underlay(repaired, repaired));
  } catch (error) {
    if (!(error instanceof Failure && error.cause instanceof PdfError)) throw error;
    if (error.cause.code !== 'encrypted') throw error;
  }
}

/** Most faults of a PDF, whatever created it, can be repaired, which takes a thread and time. */
async function repairing<Result>(
  base: Uint8Array,
  password: string | undefined,
  action: (base: Uint8Array) => Result,
): Promise<Result> {
  try {
    return action(base);
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
  }
  try {
    return action((await cleanForm(base, { password, draw: 'all' })).pdf);
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    const message = `base.pdf cannot be used: ${sentence(error.message)}`;
    const hint =
      error.code === 'encrypted'
        ? 'Give its password: --base-password-file, basePassword, or config.base_password over HTTP.'
        : undefined;
    throw new Failure('invalid_template', message, { cause: error, hint });
  }
}
