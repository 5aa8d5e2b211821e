/** Compares the own checker with veraPDF, rule by rule. */
import { readFileSync } from 'node:fs';
import { type ConformanceLevel, checkConformance } from '../../../src/conformance/index.ts';
import { judgeByVeraPdf, type VeraPdfFlavour } from '../../support/judges/verapdf.ts';

export interface CheckerComparison {
  readonly file: string;
  readonly level: ConformanceLevel;
  /** Rules that only veraPDF finds broken: `6.2.11.8-1`; `unreadable` for a file that it cannot read. */
  readonly missed: readonly string[];
  /** Rules that only the own checker finds broken. */
  readonly invented: readonly string[];
}

/** Returns the files that the two judge differently. */
export async function compareChecker(
  files: readonly string[],
  level: ConformanceLevel,
): Promise<CheckerComparison[]> {
  const verdicts = await judgeByVeraPdf(files, toFlavour(level));
  return files.flatMap((file) => {
    const verdict = verdicts.get(file);
    const theirs = new Set(verdict?.failures.map(({ clause, test }) => `${clause}-${test}`));
    if (verdict?.error !== undefined) theirs.add('unreadable');
    const ours = rulesBroken(file, level);
    const missed = [...theirs].filter((rule) => !ours.has(rule));
    const invented = [...ours].filter((rule) => !theirs.has(rule));
    return missed.length + invented.length > 0 ? [{ file, level, missed, invented }] : [];
  });
}

function rulesBroken(file: string, level: ConformanceLevel): ReadonlySet<string> {
  try {
    const { findings } = checkConformance(readFileSync(file), { levels: [level] });
    return new Set(findings.map(({ clause, test }) => `${clause}-${test}`));
  } catch {
    return new Set(['unreadable']);
  }
}

const toFlavour = (level: ConformanceLevel): VeraPdfFlavour =>
  level.replace(/^pdfa-|^pdf(?=ua)|(?<=ua)-/g, '') as VeraPdfFlavour;

/** One line for each. */
export const describeComparison = ({ file, level, missed, invented }: CheckerComparison): string =>
  `${level} ${file}: missed ${missed.join(', ') || 'nothing'}, invented ${invented.join(', ') || 'nothing'}`;
