import type { SideBreak } from './find-side-breaks.ts';
import type { ElementMark } from './mark-elements.ts';

/** A part of generated content whose value is known but for the page that it names. */
export type ResolvedPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'css'; readonly css: string }
  | { readonly kind: 'leader'; readonly pattern: string }
  | { readonly kind: 'number'; readonly value: number; readonly style: string }
  | { readonly kind: 'page'; readonly mark: number; readonly style: string }
  | { readonly kind: 'pages'; readonly style: string };

/** Marks are indexes of `marks`; -1 for what has no place. */
export interface ResolvedPaged {
  readonly references: readonly {
    readonly element: number;
    readonly pseudo: string;
    readonly parts: readonly ResolvedPart[];
  }[];
  readonly strings: readonly {
    readonly name: string;
    readonly parts: readonly ResolvedPart[];
    readonly mark: number;
    /** Whether its element is not displayed. */
    readonly isHidden: boolean;
  }[];
  readonly running: readonly { readonly name: string; readonly html: string; readonly mark: number }[];
  readonly bookmarks: readonly {
    readonly label: readonly ResolvedPart[];
    readonly level: number;
    readonly isOpen: boolean;
    readonly mark: number;
  }[];
  /** The changes that elements make to the counter `page`, in document order. */
  readonly counters: readonly {
    readonly mark: number;
    readonly kind: 'reset' | 'set' | 'increment';
    readonly value: number;
  }[];
  /** Where the value of another counter changes, in document order. */
  readonly counted: readonly { readonly mark: number; readonly name: string; readonly value: number }[];
  /** Where the name of the pages changes, in document order. */
  readonly names: readonly {
    readonly mark: number;
    readonly name: string;
    /** Whether a page group begins: always, or if the page before has another name. */
    readonly group?: 'begins' | 'may-begin' | undefined;
  }[];
  /** Where a page begins on one side, in document order. */
  readonly sides: readonly (Omit<SideBreak, 'node'> & {
    /** The name of a page before it. */
    readonly page: string;
  })[];
  /** Whether the document begins with a left page: because it is read from right to left, or by a break before all of it. */
  readonly isLeftFirst: boolean;
  /** Whether Chromium takes its left pages for right ones: it knows only the former. */
  readonly areSidesSwapped: boolean;
  readonly marks: readonly ElementMark[];
  /** Elements that may be printed on several pages and show the number of one, by the marks of their first and last place. */
  readonly repeated: readonly { readonly mark: number; readonly end: number }[];
  /** Addresses of elements that do not exist. */
  readonly missing: readonly string[];
  /** Addresses of elements whose page is asked for, but which are not displayed. */
  readonly hidden: readonly string[];
}
