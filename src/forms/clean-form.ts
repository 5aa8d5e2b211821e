/** Makes an untrusted input file complete, and draws what it leaves to viewers. */
import { type CleanedPdf, type CleanOptions, cleanPdf } from '#pdf';
import type { DrawFields } from './form-task.ts';
import { drawFormInThread } from './run-form.ts';

interface CleanFormOptions extends CleanOptions {
  readonly draw: DrawFields;
}

/**
 * As `cleanPdf`, for a file whose pages become those of another document. Throws what `cleanPdf` throws, and `unsupported` with
 * `all` for a value that no font can draw.
 *
 * @example
 * const { pdf, warnings } = await cleanForm(letterhead, { draw: 'all' });
 */
export async function cleanForm(
  pdf: Uint8Array,
  { draw: which, ...options }: CleanFormOptions,
): Promise<CleanedPdf> {
  const cleaned = await cleanPdf(pdf, options);
  if (!cleaned.form || (which === 'needed' && !cleaned.form.leavesDrawing)) return cleaned;
  const { pdf: drawn, undrawn } = await drawFormInThread(cleaned.pdf, { options: { which } });
  if (undrawn.length === 0) return { ...cleaned, pdf: drawn };
  return { ...cleaned, pdf: drawn, warnings: [...cleaned.warnings, undrawnWarning] };
}

const undrawnWarning = {
  code: 'undrawn',
  message: 'Some of its form fields have values that no font can draw. The viewer has to draw them.',
} as const;
