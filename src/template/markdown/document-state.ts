/** The state that the rules of one document share. It travels in the parser's environment. */
import type { Env } from 'markdown-it';
import type { Highlight } from './highlight.ts';
import type { FormulaToMathml } from './math.ts';

/** An entry of a list: a heading, a figure or a table. */
export interface Listed {
  readonly id: string;
  readonly text: string;
  /** The level of a heading, from 1. */
  readonly level: number;
  /** The index of its first token. */
  readonly index: number;
}

export interface DocumentState {
  readonly headings: Listed[];
  readonly figures: Listed[];
  readonly tables: Listed[];
  /** Levels of headings that a list of contents in the text has. */
  readonly tocLevels: number;
  /** Loaded only if the document has code of a known language, or a formula. */
  highlight?: Highlight | undefined;
  formula?: FormulaToMathml | undefined;
  readonly warnings: string[];
}

export const createState = (tocLevels: number): DocumentState => ({
  headings: [],
  figures: [],
  tables: [],
  tocLevels,
  warnings: [],
});

export const toEnv = (state: DocumentState): Env => ({ document: state });

export const stateOf = (env: Env | undefined): DocumentState => env?.document as DocumentState;
