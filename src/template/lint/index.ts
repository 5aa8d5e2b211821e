/** Finds in HTML what keeps a PDF from being accessible and only its author can change: see docs/accessibility.md. */
export type { LintSource } from './compose-twig.ts';
export { describeLintFinding, type LintFinding, lintRules } from './lint-finding.ts';
export { type LintOptions, lintHtml } from './lint-html.ts';
export { type Lint, type LintJob, type LintResult, runLint } from './lint-job.ts';
