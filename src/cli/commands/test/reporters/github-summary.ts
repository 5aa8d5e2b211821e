/**
 * The summary of a job of GitHub Actions, in Markdown: a row for each case, with its pages and what differs. GitHub removes
 * `data:` addresses from it and knows no files of the job, so that it cannot show pictures of pages: it names the report
 * that has them.
 */
import { type CaseResult, caseName, isPassed, reasonsOf } from '../case-result.ts';
import type { TestSummary } from './reporter.ts';

/** The limit of everything that a step writes. GitHub shows nothing of a larger summary. */
const maxBytes = 1024 * 1024;

/** For the lines that say what was left out, and where the pictures are. */
const reservedBytes = 2000;

/** Reasons that the summary has for one case. */
const shownReasons = 20;

/** Returns the cases that did not pass and that `--update` has not approved. */
export const failedCases = ({ results, approved }: TestSummary): readonly CaseResult[] =>
  results.filter((result) => !isPassed(result) && !approved.has(result));

/**
 * `writtenBytes` is what the step has written already. Cases that did not pass come first, and what does not fit is counted.
 */
export function toGithubSummary(summary: TestSummary, writtenBytes = 0): string {
  const { results, skipped, approved, picturesFile } = summary;
  const failed = failedCases(summary);
  const ordered = [...failed, ...results.filter((result) => !failed.includes(result))];
  let left = maxBytes - writtenBytes - reservedBytes;
  const parts: string[] = [];
  const add = (text: string): boolean => {
    const bytes = Buffer.byteLength(text);
    if (bytes > left) return false;
    left -= bytes;
    parts.push(text);
    return true;
  };
  const title = failed.length === 0 ? 'all as approved' : `${failed.length} of ${results.length} differ`;
  add(`### Documents: ${title}\n\n`);
  add('| case | result | pages | what differs |\n| --- | --- | ---: | --- |\n');
  const rows = addWhileTheyFit(ordered, (result) => add(rowOf(result, approved.has(result))));
  if (rows < ordered.length) parts.push(`\n${ordered.length - rows} more cases: see the log.\n`);
  if (skipped > 0) add(`\n${skipped} unchanged.\n`);
  const details = addWhileTheyFit(failed, (result) => add(detailsOf(result)));
  if (details < failed.length) parts.push(`\nDetails of ${failed.length - details} more: see the log.\n`);
  if (failed.some(({ result }) => result === 'different')) {
    const place =
      picturesFile === undefined
        ? 'are in the report of `--reporter html=report.html`, as an artifact'
        : `are in ${cell(picturesFile)}`;
    parts.push(`\nThe pages before and after ${place}: GitHub shows no pictures here.\n`);
  }
  return `${parts.join('')}\n`;
}

/** Returns how many were added. */
function addWhileTheyFit(results: readonly CaseResult[], add: (result: CaseResult) => boolean): number {
  const first = results.findIndex((result) => !add(result));
  return first < 0 ? results.length : first;
}

function rowOf(result: CaseResult, isApproved: boolean): string {
  const isGood = isPassed(result) || isApproved;
  const word = isApproved ? 'approved' : result.result;
  return `| ${cell(caseName(result))} | ${isGood ? '✅' : '❌'} ${word} | ${result.pages ?? ''} | ${isGood ? '' : cell(whatDiffers(result))} |\n`;
}

/** Characters of one row. */
const maxWords = 300;

/** `text (pages 1, 3), fonts (page 1), title`. */
function whatDiffers({ result, error, differences }: CaseResult): string {
  if (result === 'missing') return 'not approved yet';
  if (error) return error.message.slice(0, maxWords);
  const kinds = [...Map.groupBy(differences, ({ kind }) => kind)].map(([kind, found]) => {
    const pages = [...new Set(found.map(({ page }) => page))].filter((page) => page !== undefined);
    if (pages.length === 0) return kind;
    return `${kind} (${pages.length === 1 ? 'page' : 'pages'} ${pages.join(', ')})`;
  });
  const text = kinds.join(', ');
  return text.length > maxWords ? `${text.slice(0, maxWords)}…` : text;
}

function detailsOf(result: CaseResult): string {
  const reasons = reasonsOf(result);
  const shown = reasons.slice(0, shownReasons).map((reason) => `- ${cell(reason)}`);
  if (reasons.length > shownReasons) shown.push(`- and ${reasons.length - shownReasons} more`);
  const lines = [`<details><summary>${cell(caseName(result))}</summary>`, '', ...shown, '', '</details>'];
  return `\n${lines.join('\n')}\n`;
}

/** Text of documents must not become Markdown or HTML. */
const cell = (text: string): string =>
  text
    .replace(/[\r\n]+/g, ' ')
    .replace(/[\\`*_{}[\]<>()#|~!&@:]/g, (character) => `&#${character.charCodeAt(0)};`);
