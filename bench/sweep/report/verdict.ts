/** What the outcome of a command means. */
import type { FileOutcome, Outcome } from '../work/outcome.ts';
import { knownDifferences } from './known-differences.ts';
import { hasRemedy } from './remedies.ts';

export type VerdictKind =
  | 'skipped'
  | 'equal'
  /** No other program reads the input. */
  | 'unjudged'
  /** It differs, and a person has looked at it and says why. */
  | 'argued'
  /** It differs, and the command said that something changed. */
  | 'warned'
  | 'refused'
  | 'refused without a remedy'
  /** It differs, and nothing was said. */
  | 'lost'
  | 'crashed';

export interface Verdict {
  readonly kind: VerdictKind;
  /** Of `argued`. */
  readonly argument?: string | undefined;
}

export function judgeOutcome({ file, fault }: FileOutcome, outcome: Outcome): Verdict {
  const { command, status, differences, warnings, judges, refusal } = outcome;
  if (status === 'skipped' || status === 'crashed') return { kind: status };
  if (status === 'refused') {
    return { kind: refusal && hasRemedy(refusal) ? 'refused' : 'refused without a remedy' };
  }
  if (differences.length === 0) return { kind: judges.length === 0 ? 'unjudged' : 'equal' };
  const known = knownDifferences.find(
    ({ files, commands }) => files.includes(file) && (commands?.includes(command) ?? true),
  );
  if (known) return { kind: 'argued', argument: known.reason };
  const isAsked = differences.some((one) => one.isAsked);
  if (warnings.length > 0 && !isAsked) return { kind: 'warned' };
  const others = judges.filter((judge) => !differences.some(({ reader }) => reader === judge));
  const [reader] = new Set(differences.map((one) => one.reader));
  // Readers guess what a damaged file means, each in its own way: two that agree are right.
  if (fault && !isAsked && others.length > 0) {
    const argument = `damaged (qpdf: ${fault}): ${reader} reads it in its own way, ${others.join(' and ')} as it is written`;
    return { kind: 'argued', argument };
  }
  return { kind: 'lost' };
}
