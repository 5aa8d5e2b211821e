/** What veraPDF says about files: the reference for PDF/A and PDF/UA. */
import { runJava } from './run-java.ts';

/** `wt1a` and `wt1r` are the two claims of Well-Tagged PDF 1.0. */
export type VeraPdfFlavour =
  | ('2a' | '2b' | '2u' | '3a' | '3b' | '3u' | '4' | '4e' | '4f')
  | ('ua1' | 'ua2' | 'wt1a' | 'wt1r');

interface VeraPdfFailure {
  /** Such as `ISO 19005-3`. */
  readonly specification: string;
  readonly clause: string;
  readonly test: number;
  /** What the rule demands. */
  readonly description: string;
  /** What the first object that breaks it has instead. */
  readonly message: string;
  /** How many objects break it. */
  readonly count: number;
  /** The path of the first of them. */
  readonly context: string;
}

export interface VeraPdfVerdict {
  readonly valid: boolean;
  readonly failures: readonly VeraPdfFailure[];
  /** Why veraPDF did not read the file. */
  readonly error?: string | undefined;
}

/**
 * Validates files against one level, in one process.
 *
 * @example
 * const verdicts = await judgeByVeraPdf(['invoice.pdf'], '3a');
 * expect(verdicts.get('invoice.pdf')?.failures).toEqual([]);
 */
export async function judgeByVeraPdf(
  files: readonly string[],
  flavour: VeraPdfFlavour,
): Promise<ReadonlyMap<string, VeraPdfVerdict>> {
  const verdicts = new Map<string, VeraPdfVerdict>();
  let failures: VeraPdfFailure[] = [];
  for (const line of await runJava('VeraPdf', [flavour], files)) {
    const [kind, ...fields] = line.split('\t');
    if (kind === 'failure') {
      failures.push(failureOf(fields));
      continue;
    }
    const [valid, error] = fields.slice(1);
    // By the order of the files: a name need not survive the way through another program.
    const file = files[verdicts.size] ?? '';
    verdicts.set(file, { valid: valid === 'true', failures, error: error || undefined });
    failures = [];
  }
  if (verdicts.size !== files.length) throw new Error('veraPDF did not judge every file');
  return verdicts;
}

function failureOf(fields: readonly string[]): VeraPdfFailure {
  const [specification = '', clause = '', test, count, description = '', message = '', context = ''] = fields;
  return {
    specification: specification.replace(/:\d+.*$/, ''),
    clause,
    test: Number(test),
    count: Number(count),
    description,
    message,
    context,
  };
}
