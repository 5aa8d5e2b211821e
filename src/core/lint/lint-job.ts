/** The lint as a step of a render, in this thread or in another one. */
import type { Deadline } from '../deadline.ts';
import type { LintFinding } from './lint-finding.ts';
import { type LintOptions, lintHtml } from './lint-html.ts';

export interface LintJob {
  /** Undefined if only what was measured in the page is reported. */
  readonly source: string | undefined;
  readonly options: LintOptions;
}

export interface LintResult {
  readonly findings: readonly LintFinding[];
  /** Why there are no findings, as a sentence without a full stop. */
  readonly problem?: string | undefined;
}

/** Throws the errors of the deadline. */
export type Lint = (job: LintJob, deadline: Deadline) => Promise<LintResult>;

/** Runs the lint in this thread, for HTML that its own user wrote. */
export function runLint({ source, options }: LintJob): LintResult {
  const findings = lintHtml(source ?? '', options);
  const { file } = options;
  if (source !== undefined) return { findings };
  return {
    findings: findings
      .filter(({ rule }) => rule === 'text-contrast')
      .map((finding) => (finding.file === file ? { ...finding, file: undefined } : finding)),
  };
}
