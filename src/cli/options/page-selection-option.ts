/** A list of pages as the value of an option. */
import { InvalidArgumentError } from 'commander';
import { findSelectionProblem } from '#contract/api/page-selection';

/** Parser for commander: a list of pages, as it is. */
export function pageSelection(text: string): string {
  const problem = findSelectionProblem(text);
  if (problem === undefined) return text;
  throw new InvalidArgumentError(problem);
}
