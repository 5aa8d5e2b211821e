/** Runs command lines of wkhtmltopdf: the one that was given, or with `--read-args-from-stdin` one for each line. */
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import type { Browser } from '#browser/browser';
import { Failure } from '#contract/errors';
import { DeferredStreams } from '#pdf/large-pdf/deferred-streams';
import { LargePdf } from '#pdf/large-pdf/large-pdf';
import { isStdout, writePdfFile, writeTarget } from '../../io/output.ts';
import { writeStderr, writeStdout } from '../../io/streams.ts';
import { browserOnDemand, type LocalBrowserOptions } from '../../rendering/local-browser.ts';
import type { Session } from '../../session.ts';
import { FlagValues } from './flag-values.ts';
import { helpFlagText, synopsis } from './help-text.ts';
import { findHelpFlag, parseWords, readsArguments, splitWords, type WkCommand } from './parse-words.ts';
import { createProgress, type Progress } from './progress.ts';
import { WkFailure } from './wk-failure.ts';

/** Returns the exit code. */
export async function runWkhtmltopdf(session: Session, words: readonly string[]): Promise<number> {
  const answer = findHelpFlag(words);
  if (answer) {
    await writeStdout(helpFlagText(answer));
    return 0;
  }
  const browser = browserOnDemand(session, { sandbox: true, ...workersFor(words) });
  if (!readsArguments(words)) return await convert(session, words, browser);
  const shared = words.filter((word) => word !== '--read-args-from-stdin');
  let exitCode = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    const own = splitWords(line);
    if (own.length > 0) exitCode = (await convert(session, [...shared, ...own], browser)) || exitCode;
  }
  return exitCode;
}

async function convert(
  session: Session,
  words: readonly string[],
  browser: () => Promise<Browser>,
): Promise<number> {
  let progress = createProgress(new FlagValues());
  try {
    const command = parseWords(words);
    progress = createProgress(command.globals);
    for (const warning of command.warnings) progress.warn(warning);
    await writePdf(session, command, browser, progress);
    progress.finish();
    return 0;
  } catch (error) {
    return report(error, progress);
  }
}

async function writePdf(
  session: Session,
  command: WkCommand,
  browser: () => Promise<Browser>,
  progress: Progress,
): Promise<void> {
  const { makePdf } = await import('./make-pdf.ts');
  const tools = { session, browser: await browser(), progress, deferred: new DeferredStreams() };
  const { pdf } = await makePdf(command, { ...tools, namedHosts: [] });
  const { output } = command;
  if (isStdout(output)) return await writeTarget(session, { path: null }, pdf);
  try {
    // Wrappers open the file that they name, and read it when this command has ended.
    await writePdfFile(output, pdf, { overwrite: true, inPlace: true, shutdown: session.shutdown });
  } finally {
    if (pdf instanceof LargePdf) await pdf.close();
  }
}

/** Returns the exit code. Throws what is no failure of a conversion. */
function report(error: unknown, progress: Progress): number {
  if (error instanceof WkFailure) {
    if (error.kind === 'usage') {
      writeStderr(`${error.message}\n\n${synopsis}`);
      return error.exitCode;
    }
    progress.error(error.message);
    const reason =
      typeof error.kind === 'object' ? ` due to http error: ${error.kind.status}` : ', due to unknown error.';
    progress.tell(`Exit with code ${error.exitCode}${reason}`);
    return error.exitCode;
  }
  if (!(error instanceof Failure) || error.code === 'internal') throw error;
  const { message, hint } = error;
  progress.error([message, hint].filter(Boolean).join('\n'));
  return 1;
}

/** The browser of a single page ends with it, unless a header follows. Many pages are printed side by side. */
function workersFor(words: readonly string[]): Pick<LocalBrowserOptions, 'workers' | 'once'> {
  const has = (flag: RegExp) => words.some((word) => flag.test(word));
  if (has(/^(?:--(?:header|footer)-html|--read-args-from-stdin|cover|toc|page)$/)) {
    return { workers: availableParallelism() };
  }
  return has(/^--(?:header|footer|default-header)/) || inputsOf(words) > 1 ? {} : { once: true };
}

/** How many words are no flags, but for the PDF. Some may be the values of flags. */
const inputsOf = (words: readonly string[]): number => words.filter((word) => !/^-./.test(word)).length - 1;
