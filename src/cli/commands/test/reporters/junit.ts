/** The XML of JUnit, which every CI reads: a suite for each template. */
import { writeOutputFile } from '../../../io/output-file.ts';
import { writeStdout } from '../../../io/streams.ts';
import { type CaseResult, isPassed, reasonsOf } from '../case-result.ts';
import type { CreateReporter, TestSummary } from './reporter.ts';

export const junitReporter: CreateReporter = ({ shutdown }, file) => ({
  async end(summary) {
    const xml = toXml(summary);
    if (file === undefined) await writeStdout(xml);
    else await writeOutputFile(file, Buffer.from(xml), { overwrite: true, shutdown });
  },
});

function toXml({ results, approved, ms }: TestSummary): string {
  const isFailed = (result: CaseResult) => !isPassed(result) && !approved.has(result);
  const counts = (some: readonly CaseResult[]) => {
    const failed = some.filter(isFailed);
    const errors = failed.filter(({ result }) => result === 'failed').length;
    return `tests="${some.length}" failures="${failed.length - errors}" errors="${errors}"`;
  };
  const seconds = (time: number) => `time="${(time / 1000).toFixed(3)}"`;
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>'];
  lines.push(`<testsuites name="pdfapi test" ${counts(results)} ${seconds(ms)}>`);
  for (const [folder, cases] of Map.groupBy(results, (result) => result.folder)) {
    const time = cases.reduce((sum, each) => sum + each.ms, 0);
    lines.push(`  <testsuite name="${escaped(folder)}" ${counts(cases)} ${seconds(time)}>`);
    for (const result of cases) {
      const head = `    <testcase name="${escaped(result.name)}" classname="${escaped(folder)}" ${seconds(result.ms)}`;
      if (!isFailed(result)) {
        lines.push(`${head}/>`);
        continue;
      }
      const kind = result.result === 'failed' ? 'error' : 'failure';
      const [first = '', ...rest] = reasonsOf(result);
      lines.push(
        `${head}>`,
        `      <${kind} type="${result.result}" message="${escaped(first)}">${escaped([first, ...rest].join('\n'))}</${kind}>`,
        '    </testcase>',
      );
    }
    lines.push('  </testsuite>');
  }
  return `${lines.join('\n')}\n</testsuites>\n`;
}

/** XML 1.0 has no control characters but these three. */
const escaped = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '�')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
