/** `--reporter`: where the results of a test go. */

import { didYouMean } from '#contract/did-you-mean';
import { Failure } from '#contract/errors';
import { assertOpenStdout } from '../../../io/assert-open-stdout.ts';
import type { Session } from '../../../session.ts';
import type { CaseResult } from '../case-result.ts';
import { githubReporter } from './github.ts';
import { htmlReporter } from './html.ts';
import { jsonReporter } from './json.ts';
import { junitReporter } from './junit.ts';
import { lineReporter } from './line.ts';

export interface TestSummary {
  readonly results: readonly CaseResult[];
  /** The cases whose documents `--update` wrote. */
  readonly approved: ReadonlySet<CaseResult>;
  /** Templates that `--changed` passed over. */
  readonly skipped: number;
  /** From the start of the command. */
  readonly ms: number;
  /** The report that shows the pages that differ, if one is written. */
  readonly picturesFile?: string | undefined;
}

export interface Reporter {
  /** Called with each result, in the order of the templates, and whether its document was approved by now. */
  add?(result: CaseResult, isApproved: boolean): void | Promise<void>;
  /** Called once, at the end. */
  end(summary: TestSummary): void | Promise<void>;
  /** The file in which it shows the pages that differ. */
  readonly picturesFile?: string | undefined;
}

interface Reporters {
  add(result: CaseResult, isApproved: boolean): Promise<void>;
  end(summary: TestSummary): Promise<void>;
  readonly wantImages: boolean;
}

/** Creates the reporter for its file, undefined if none is named. */
export type CreateReporter = (session: Session, file: string | undefined) => Reporter;

const creators: Readonly<Record<string, CreateReporter>> = {
  line: lineReporter,
  junit: junitReporter,
  html: htmlReporter,
  github: githubReporter,
};

/** Each value is `name` or `name=file`. With `--json`, the result is a JSON object instead. Throws `usage`. */
export function openReporters(session: Session, values: readonly string[] = ['line']): Reporters {
  const named = values.map((value) => open(session, value));
  if (session.context.json && values.includes('junit')) {
    throw new Failure('usage', '--reporter junit and --json both write to stdout.', {
      hint: 'Name a file: --reporter junit=report.xml',
    });
  }
  if (values.filter((value) => value === 'line' || value === 'junit').length > 1) {
    throw new Failure('usage', 'Several reporters write to stdout.', {
      hint: 'Name a file for all but one: --reporter junit=report.xml',
    });
  }
  assertOpenStdout('the results');
  const picturesFile = named.find((reporter) => reporter.picturesFile !== undefined)?.picturesFile;
  const all = session.context.json ? [...named.filter(({ add }) => !add), jsonReporter()] : named;
  return {
    async add(result, isApproved) {
      for (const reporter of all) await reporter.add?.(result, isApproved);
    },
    async end(summary) {
      for (const reporter of all) await reporter.end({ ...summary, picturesFile });
    },
    wantImages: picturesFile !== undefined,
  };
}

function open(session: Session, value: string): Reporter {
  const at = value.indexOf('=');
  const name = at < 0 ? value : value.slice(0, at);
  const file = at < 0 ? undefined : value.slice(at + 1);
  const create = Object.hasOwn(creators, name) ? creators[name] : undefined;
  if (!create) {
    const names = Object.keys(creators);
    throw new Failure('usage', `There is no reporter ${JSON.stringify(name)}.${didYouMean(name, names)}`, {
      hint: `It is one of ${names.join(', ')}.`,
    });
  }
  if (file === '') throw new Failure('usage', `--reporter ${value} names no file behind =.`);
  if (file !== undefined && (name === 'line' || name === 'github')) {
    throw new Failure('usage', `The reporter ${name} writes no file.`, { hint: `--reporter ${name}` });
  }
  return create(session, file);
}
