import type { LintDocument, LintElement } from '../lint-document.ts';
import type { LintFinding, LintRule } from '../lint-finding.ts';

/** Adds a finding at an element; without one, at the start of the document. */
export type ReportLint = (
  rule: LintRule,
  element: LintElement | undefined,
  message: string,
  severity?: LintFinding['severity'],
) => void;

export type LintCheck = (document: LintDocument, report: ReportLint) => void;
