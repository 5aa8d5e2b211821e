/** Lays `base.pdf` under the pages of a document. */
import { Failure } from '../contract/errors.ts';
import { cleanPdf, PdfError, underlay } from './pdf/index.ts';

/** Throws `invalid_template` if the base is not a readable PDF. */
export async function applyBase(pdf: Uint8Array, base: Uint8Array): Promise<Uint8Array> {
  return await repairing(base, (repaired) => underlay(pdf, repaired));
}

/** Throws the errors that `applyBase` would throw. */
export async function checkBase(base: Uint8Array): Promise<void> {
  await repairing(base, (repaired) => underlay(repaired, repaired));
}

/** Most faults of a PDF, whatever created it, can be repaired, which takes a thread and time. */
async function repairing<Result>(base: Uint8Array, action: (base: Uint8Array) => Result): Promise<Result> {
  try {
    return action(base);
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
  }
  try {
    return action((await cleanPdf(base, { drawFields: 'all' })).pdf);
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    const message = `base.pdf cannot be used: ${error.message.replace(/\.?$/, '.')}`;
    throw new Failure('invalid_template', message, { cause: error });
  }
}
