/** The words of CSS that Chromium does not know and pdfapi does, for editors and for the reader of style sheets. */
import { marginBoxNames } from './page-rule.ts';

/** Properties of the outline → values to begin with. */
export const bookmarkProperties = {
  'bookmark-level': ['none', '1', '2', '3', '4', '5', '6'],
  'bookmark-label': ['content()', 'content(before)', 'attr(title)'],
  'bookmark-state': ['open', 'closed'],
} as const;

export interface PagedVocabulary {
  /** Property → values that pdfapi adds to those of Chromium. A function ends in `()` where its arguments are required. */
  readonly properties: Readonly<Record<string, readonly string[]>>;
  readonly pseudoClasses: readonly string[];
  readonly marginBoxes: readonly string[];
}

/** @example pagedVocabulary.properties.position // ['running()'] */
export const pagedVocabulary: PagedVocabulary = {
  properties: {
    'string-set': ['content()', 'content(before)', 'content(after)', 'attr()', 'counter()', 'none'],
    ...bookmarkProperties,
    position: ['running()'],
    content: [
      'target-counter()',
      'target-counters()',
      'target-text()',
      'leader()',
      'string()',
      'element()',
      'counter(page)',
      'counter(pages)',
    ],
    'counter-reset': ['page'],
    'counter-set': ['page'],
    'counter-increment': ['page'],
    page: ['auto'],
    marks: ['crop', 'cross', 'crop cross', 'none'],
    bleed: ['auto'],
    size: ['A3', 'A4', 'A5', 'A6', 'letter', 'legal', 'portrait', 'landscape'],
  },
  pseudoClasses: [':first', ':left', ':right', ':blank', ':nth()'],
  marginBoxes: marginBoxNames,
};
