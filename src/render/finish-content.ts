/** The last steps of a render: properties and size, the check of what the file claims, and its password. */
import { countPages, makeReproducible } from '#pdf';
import type { ArrangedContent } from './arrange-content.ts';
import type { Rendering } from './print-content.ts';
import { assertConforms } from './requested-standards.ts';

export interface FinishedContent extends ArrangedContent {
  readonly pages: number;
}

/** Sets the properties, in the step that rewrites the file if there is one. Throws the errors of `PdfWork`. */
export async function finishContent(
  arranged: ArrangedContent,
  { filled: { request, now, standards }, tools: { work, deadline } }: Rendering,
): Promise<FinishedContent> {
  const { reproducible, attachments, compact = true } = request;
  const { metadata, selected: pages } = arranged;
  const properties = { metadata, date: now, attachments, standards };
  const task = { pdf: arranged.pdf, properties, pages };
  if (reproducible) {
    const pdf = makeReproducible(arranged.pdf, { date: now, compact, properties, pages });
    return { ...arranged, pdf, pages: countPages(pdf) };
  }
  if (compact && !arranged.isCompact) {
    const pdf = await work.compact(task, deadline);
    return { ...arranged, pdf, pages: countPages(pdf) };
  }
  return { ...arranged, ...(await work.setProperties(task, deadline)) };
}

/** Throws `not_conforming` for a file that does not hold what it claims. */
export async function assertStandards(
  { pdf, causes, findings: { accessibility: linted, missingGlyphs } }: FinishedContent,
  { filled: { standards }, tools: { work, deadline } }: Rendering,
): Promise<void> {
  if (!standards) return;
  const check = { check: work.checkConformance, deadline, linted, missingGlyphs, causes };
  await assertConforms(pdf, standards, check);
}

/**
 * Encrypts the file, last, so that every step before reads and checks what it holds. One whose large streams have yet to be
 * inserted is encrypted with them. Throws the errors of `PdfWork`, and `timeout`.
 */
export async function sealContent(
  { pdf }: FinishedContent,
  { filled: { request }, tools: { work, deadline, deferred } }: Rendering,
): Promise<Uint8Array> {
  const { protection } = request;
  const isWhole = deferred.all.length === 0;
  const sealed = protection && isWhole ? await work.protect(pdf, protection, deadline) : pdf;
  deadline.check('finishing the PDF');
  return sealed;
}
