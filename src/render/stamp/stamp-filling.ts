/** Fills the Twig of stamps, with the data of the document and the variable `page`. */
import type { Deadline } from '#runtime/deadline';
import type { Fill, FillJob } from '#template/fill/fill';
import { isPlainText } from '#template/fill/without-twig';
import type { Stamp } from '#template/model/stamp';
import type { FillStamps } from './print-stamps.ts';

/** Compiles the stamps once. Throws what a `Fill` throws, for errors in their syntax. */
export async function stampFilling(
  stamps: readonly Stamp[],
  content: Pick<FillJob, 'partials' | 'translations' | 'strict' | 'data' | 'now' | 'language' | 'timeZone'>,
  fill: Fill,
  deadline: Deadline,
): Promise<FillStamps> {
  const pageParts = Object.fromEntries(
    stamps.flatMap(({ name, content: own }) => ('html' in own ? [[name, own.html]] : [])),
  );
  const job: FillJob = { html: '', twig: false, metadata: {}, ...content, pageParts };
  if (!Object.values(pageParts).every(isPlainText)) await fill({ ...job, pages: [] }, deadline);
  return async (pages, until) => (await fill({ ...job, pages }, until)).pages ?? [];
}
