/** The findings of a template check. */
import type { Failure, SourceLocation } from '#contract/errors';

export interface CheckResult {
  readonly errors: readonly Failure[];
  readonly warnings: readonly Warning[];
}

export interface Warning {
  readonly message: string;
  readonly location?: SourceLocation | undefined;
  /** A partial that the template names and does not have: worth saying before the template is stored, too. */
  readonly isMissingPartial?: boolean | undefined;
  /** The path of a file that the template names and cannot use: a fault before it is stored, and a warning of a preview. */
  readonly asset?: string | undefined;
}
