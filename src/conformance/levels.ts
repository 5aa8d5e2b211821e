/** The levels of PDF/A and PDF/UA that a file can be checked for, and the standards that define them. */

export const conformanceLevels = [
  'pdfa-2a',
  'pdfa-2b',
  'pdfa-2u',
  'pdfa-3a',
  'pdfa-3b',
  'pdfa-3u',
  'pdfua-1',
] as const;

/** A level of conformance that a file is checked for. */
export type ConformanceLevel = (typeof conformanceLevels)[number];

export type ConformanceStandard = 'ISO 19005-2' | 'ISO 19005-3' | 'ISO 14289-1';

export interface LevelFacts {
  readonly standard: ConformanceStandard;
  /** The part of PDF/A; undefined for PDF/UA. */
  readonly part?: 2 | 3;
  /** `b`: looks the same everywhere, `u`: and has Unicode text, `a`: and has tags. Undefined for PDF/UA. */
  readonly letter?: 'a' | 'b' | 'u';
}

export const levelFacts: Readonly<Record<ConformanceLevel, LevelFacts>> = {
  'pdfa-2a': { standard: 'ISO 19005-2', part: 2, letter: 'a' },
  'pdfa-2b': { standard: 'ISO 19005-2', part: 2, letter: 'b' },
  'pdfa-2u': { standard: 'ISO 19005-2', part: 2, letter: 'u' },
  'pdfa-3a': { standard: 'ISO 19005-3', part: 3, letter: 'a' },
  'pdfa-3b': { standard: 'ISO 19005-3', part: 3, letter: 'b' },
  'pdfa-3u': { standard: 'ISO 19005-3', part: 3, letter: 'u' },
  'pdfua-1': { standard: 'ISO 14289-1' },
};
