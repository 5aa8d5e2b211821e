/** The words of CSS that Chromium does not know and pdfapi does, for editors and for the reader of style sheets. */
import { pageBoxNames } from './page-rule.ts';

/** Properties of the outline → values to begin with. */
export const bookmarkProperties = {
  'bookmark-level': ['none', '1', '2', '3', '4', '5', '6'],
  'bookmark-label': ['content()', 'content(before)', 'attr(title)'],
  'bookmark-state': ['open', 'closed'],
} as const;

export interface PagedVocabulary {
  /** Property → values that pdfapi adds to those of Chromium. A function ends in `()` where its arguments are required. */
  readonly properties: Readonly<Record<string, readonly string[]>>;
  /** Page selectors. */
  readonly pseudoClasses: readonly string[];
  /** Selectors of parts of elements. */
  readonly pseudoElements: readonly string[];
  /** The rules within `@page`, without `@`. */
  readonly pageBoxes: readonly string[];
}

const sides = ['left', 'right', 'recto', 'verso'];

/** @example pagedVocabulary.properties.position // ['running()'] */
export const pagedVocabulary: PagedVocabulary = {
  properties: {
    'string-set': ['content()', 'content(before)', 'content(after)', 'attr()', 'counter()', 'none'],
    ...bookmarkProperties,
    position: ['running()'],
    float: ['footnote'],
    'footnote-policy': ['auto', 'line', 'block'],
    'footnote-display': ['block', 'inline', 'compact'],
    'break-before': sides,
    'break-after': sides,
    content: [
      'target-counter()',
      'target-counters()',
      'target-text()',
      'leader()',
      'string()',
      'element()',
      'counter(page)',
      'counter(pages)',
      'counter(footnote)',
    ],
    'counter-reset': ['page', 'footnote'],
    'counter-set': ['page', 'footnote'],
    'counter-increment': ['page', 'footnote'],
    page: ['auto'],
    marks: ['crop', 'cross', 'crop cross', 'none'],
    bleed: ['auto'],
    size: ['A3', 'A4', 'A5', 'A6', 'B4', 'B5', 'letter', 'legal', 'portrait', 'landscape'],
  },
  pseudoClasses: [':first', ':left', ':right', ':blank', ':nth()'],
  pseudoElements: ['::footnote-call', '::footnote-marker'],
  pageBoxes: pageBoxNames,
};
