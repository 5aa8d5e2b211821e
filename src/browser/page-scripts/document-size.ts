import type { unclobberedDocument } from './unclobbered-document.ts';

/** Returns the number of elements plus characters of text. Linear: about 10 ms for 10 MB. */
export function documentSize(getDocument: typeof unclobberedDocument): number {
  const document = getDocument();
  const root = document.documentElement as HTMLElement | null;
  return document.getElementsByTagName('*').length + (root?.textContent.length ?? 0);
}
