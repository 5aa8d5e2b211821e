/** The types of a rule, with its numbers in the standards, and of the check that reports breaches of it. */
import type { ContentVisitor } from '../content/content-visitor.ts';
import { type ConformanceLevel, levelFacts } from '../levels.ts';
import type { CheckedDocument } from '../model/checked-document.ts';
import type { FindingCollector } from '../model/finding-collector.ts';

/** Clause and test, as the profiles of veraPDF number them: `['6.2.11.4.1', 1]`. */
export type RuleNumber = readonly [clause: string, test: number];

/** One demand, which several standards may make under numbers of their own. */
export interface Rule {
  /** In ISO 19005-2 and 19005-3, which number alike. */
  readonly pdfa?: RuleNumber | undefined;
  /** The lowest level of PDF/A that has the rule. Default: b. */
  readonly from?: 'b' | 'u' | 'a';
  /** The only part that has the rule, of these two. Default: both. */
  readonly part?: 2 | 3;
  /** In ISO 19005-4. */
  readonly pdfa4?: RuleNumber;
  /** The only levels of PDF/A-4 that have the rule. Default: all. */
  readonly levels4?: readonly ConformanceLevel[];
  /** In ISO 14289-1. */
  readonly pdfua?: RuleNumber | undefined;
  /** In ISO 14289-2 and, as `Table 5. P-H1`, in ISO/TS 32005. */
  readonly pdfua2?: RuleNumber | undefined;
  /** Advice for the author of the file on how to fix a breach. */
  readonly remedy?: string;
}

/** A group of rules that look at the same things. It runs if a level that is asked for has one of its rules. */
export interface Check {
  readonly rules: readonly Rule[];
  /** Looks at the objects of the file. */
  readonly inspect?: (document: CheckedDocument, findings: FindingCollector) => void;
  /** Looks at the content streams, in one pass that all checks share. */
  readonly visit?: (document: CheckedDocument, findings: FindingCollector) => ContentVisitor;
}

const letters = ['b', 'u', 'a'] as const;

/** The number of the rule in the standard of a level. Undefined if the level does not have the rule. */
export function ruleNumberAt(rule: Rule, level: ConformanceLevel): RuleNumber | undefined {
  const { part, letter } = levelFacts[level];
  if (!part) return level === 'pdfua-2' ? rule.pdfua2 : rule.pdfua;
  if (!letter) return !rule.levels4 || rule.levels4.includes(level) ? rule.pdfa4 : undefined;
  if (rule.part !== undefined && rule.part !== part) return undefined;
  return letters.indexOf(letter) >= letters.indexOf(rule.from ?? 'b') ? rule.pdfa : undefined;
}
