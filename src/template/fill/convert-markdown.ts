/** The last step of filling a Markdown document: what its Twig printed becomes HTML. */
import type { FilledTwig } from './compile-job.ts';
import type { Filled, FillJob } from './fill.ts';

/** Returns HTML documents as they are. Loading the parser takes a command 60 ms. */
export function convertMarkdown(
  { titleBlock = {}, ...filled }: FilledTwig,
  { markdown }: Pick<FillJob, 'markdown'>,
): Filled | Promise<Filled> {
  if (!markdown) return filled;
  return import('../markdown/markdown-to-html.ts').then(async ({ markdownToDocument }) => ({
    ...filled,
    ...(await markdownToDocument({ text: filled.html, settings: markdown, titleBlock })),
  }));
}
