/** The findings of a template's check, as an assistant reads them. */
import type { Failure } from '../contract/errors.ts';
import type { LintFinding } from '../core/lint/lint-finding.ts';
import { describeLintFinding } from '../core/lint/lint-finding.ts';
import type { Warning } from '../core/template/model/check-result.ts';
import { failureText, placeOf } from './tool-failure.ts';
import { shortWarnings } from './tool-result.ts';

export interface TemplateFindings {
  readonly errors: readonly Failure[];
  readonly warnings: readonly Warning[];
  readonly accessibility: readonly LintFinding[];
}

export interface DescribedCheck {
  readonly ok: boolean;
  readonly errors: readonly string[];
  /** What does not keep the template from rendering, with file and line. */
  readonly warnings: readonly string[];
}

export const describeTemplateCheck = ({
  errors,
  warnings,
  accessibility,
}: TemplateFindings): DescribedCheck => ({
  ok: errors.length === 0,
  errors: shortWarnings(errors.map(failureText)),
  warnings: shortWarnings([
    ...warnings.map(({ message, location }) => `${placeOf(location)}${message}`),
    ...accessibility.map((finding) => describeLintFinding(finding)),
  ]),
});
