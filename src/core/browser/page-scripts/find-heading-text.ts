import type { unclobberedDocument } from './unclobbered-document.ts';

export interface HeadingLimits {
  readonly maxHeadings: number;
  readonly maxCharacters: number;
}

/** Returns null if the document has a title or no visible heading. */
export function findHeadingText(
  getDocument: typeof unclobberedDocument,
  { maxHeadings, maxCharacters }: HeadingLimits,
): string | null {
  const document = getDocument();
  if (document.title.trim()) return null;
  const firstVisible = (selector: string): string | null => {
    for (const heading of [...document.querySelectorAll(selector)].slice(0, maxHeadings)) {
      const text = heading.textContent
        .slice(0, 10 * maxCharacters)
        .replace(/\s+/g, ' ')
        .trim();
      if (text && heading.checkVisibility()) return [...text].slice(0, maxCharacters).join('');
    }
    return null;
  };
  return firstVisible('h1') ?? firstVisible('h2, h3, h4, h5, h6');
}
