/** The levels of PDF/A and PDF/UA that a file can be checked for, and the standards that define them. */

export const conformanceLevels = [
  'pdfa-2a',
  'pdfa-2b',
  'pdfa-2u',
  'pdfa-3a',
  'pdfa-3b',
  'pdfa-3u',
  'pdfa-4',
  'pdfa-4e',
  'pdfa-4f',
  'pdfua-1',
  'pdfua-2',
] as const;

/** A level of conformance that a file is checked for. */
export type ConformanceLevel = (typeof conformanceLevels)[number];

export type ConformanceStandard =
  | 'ISO 19005-2'
  | 'ISO 19005-3'
  | 'ISO 19005-4'
  | 'ISO 14289-1'
  | 'ISO 14289-2'
  | 'ISO 32005';

export interface LevelFacts {
  readonly standard: ConformanceStandard;
  /** The part of PDF/A; undefined for PDF/UA. */
  readonly part?: 2 | 3 | 4;
  /** `b`: looks the same everywhere, `u`: and has Unicode text, `a`: and has tags. Undefined for PDF/UA and part 4. */
  readonly letter?: 'a' | 'b' | 'u';
  /** In part 4 `e` may hold 3D models, and `f` files of any kind. */
  readonly variant?: 'e' | 'f';
}

export const levelFacts: Readonly<Record<ConformanceLevel, LevelFacts>> = {
  'pdfa-2a': { standard: 'ISO 19005-2', part: 2, letter: 'a' },
  'pdfa-2b': { standard: 'ISO 19005-2', part: 2, letter: 'b' },
  'pdfa-2u': { standard: 'ISO 19005-2', part: 2, letter: 'u' },
  'pdfa-3a': { standard: 'ISO 19005-3', part: 3, letter: 'a' },
  'pdfa-3b': { standard: 'ISO 19005-3', part: 3, letter: 'b' },
  'pdfa-3u': { standard: 'ISO 19005-3', part: 3, letter: 'u' },
  'pdfa-4': { standard: 'ISO 19005-4', part: 4 },
  'pdfa-4e': { standard: 'ISO 19005-4', part: 4, variant: 'e' },
  'pdfa-4f': { standard: 'ISO 19005-4', part: 4, variant: 'f' },
  'pdfua-1': { standard: 'ISO 14289-1' },
  'pdfua-2': { standard: 'ISO 14289-2' },
};
