import type { unclobberedDocument } from '../unclobbered-document.ts';
import type { textWithSpaces } from './text-with-spaces.ts';

export interface HeadingLimits {
  /** The most headings that are searched for the first visible one. */
  readonly maxHeadings: number;
  /** The most characters of the first visible heading that are returned. */
  readonly maxCharacters: number;
  /** Headings with fewer characters, and nothing but text in them, take one line and are not returned. */
  readonly minLineCharacters: number;
  readonly maxTexts: number;
  readonly maxTextCharacters: number;
}

export interface FoundHeadings {
  /** Null if the document has a title or no visible heading. */
  readonly first: string | null;
  /** The texts of headings that may have several lines. */
  readonly texts: readonly string[];
}

export function findHeadings(
  getDocument: typeof unclobberedDocument,
  readText: typeof textWithSpaces,
  { maxHeadings, maxCharacters, minLineCharacters, maxTexts, maxTextCharacters }: HeadingLimits,
): FoundHeadings {
  const document = getDocument();
  const firstVisible = (selector: string): string | null => {
    for (const heading of [...document.querySelectorAll(selector)].slice(0, maxHeadings)) {
      const text = readText(heading, maxCharacters, () => null);
      if (text && heading.checkVisibility()) return [...text].slice(0, maxCharacters).join('');
    }
    return null;
  };
  const texts: string[] = [];
  for (const heading of document.querySelectorAll('h1, h2, h3, h4, h5, h6, [role=heading]')) {
    if (texts.length >= maxTexts) break;
    const { length } = heading.textContent;
    if (length > maxTextCharacters) continue;
    if (length < minLineCharacters && !heading.firstElementChild && !heading.textContent.includes('\u00ad'))
      continue;
    const text = readText(heading, maxTextCharacters, () => null);
    if (text) texts.push(text.toWellFormed());
  }
  const first = document.title.trim() ? null : (firstVisible('h1') ?? firstVisible('h2, h3, h4, h5, h6'));
  return { first, texts };
}
