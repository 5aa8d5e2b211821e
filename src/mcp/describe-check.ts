/** The findings of a template's check, as an assistant reads them. */
import type { Failure } from '#contract/errors';
import type { LintFinding } from '#template/lint/lint-finding';
import { describeLintFinding } from '#template/lint/lint-finding';
import type { Warning } from '#template/model/check-result';
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
  /** Findings that do not keep the template from rendering, with file and line. */
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
