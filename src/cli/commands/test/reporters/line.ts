/** One line for each case, and below it the reasons why it did not pass. */
import { count, formatMilliseconds } from '../../../io/format.ts';
import { sanitize } from '../../../io/sanitize.ts';
import { writeStdout } from '../../../io/streams.ts';
import { caseName, isPassed, reasonsOf } from '../case-result.ts';
import type { CreateReporter } from './reporter.ts';

/** Reasons that are shown for one case. */
const shownReasons = 12;

const words = {
  equal: 'the same bytes',
  alike: 'looks and reads the same',
  different: 'different',
  missing: 'not approved yet',
  failed: 'failed',
} as const;

export const lineReporter: CreateReporter = ({ terminal }) => {
  const style = terminal.styleOut;
  return {
    async add(result, isApproved) {
      const { pages, ms, warnings } = result;
      const mark = isPassed(result) || isApproved ? style.green('✓') : style.red('✗');
      const facts = [
        isApproved ? 'approved' : words[result.result],
        pages === undefined ? '' : count(pages, 'page'),
        formatMilliseconds(ms),
      ].filter(Boolean);
      const lines = [`${mark} ${sanitize(caseName(result))}  ${style.dim(facts.join(' · '))}`];
      const isNew = isApproved && result.result === 'missing';
      const reasons = isPassed(result) || isNew ? [] : reasonsOf(result);
      lines.push(...reasons.slice(0, shownReasons).map((reason) => `    ${sanitize(reason)}`));
      if (reasons.length > shownReasons) lines.push(`    and ${reasons.length - shownReasons} more`);
      lines.push(...warnings.map((warning) => `    ${style.yellow('warning:')} ${sanitize(warning)}`));
      await writeStdout(`${lines.join('\n')}\n`);
    },
    end({ results, approved, skipped, ms }) {
      const passed = results.filter(isPassed).length;
      const facts = [
        passed === 0 && approved.size > 0 ? '' : `${passed} of ${count(results.length, 'case')} passed`,
        approved.size > 0 ? `${approved.size} approved` : '',
        skipped > 0 ? `${count(skipped, 'template')} unchanged` : '',
        formatMilliseconds(ms),
      ];
      terminal.note(terminal.style.dim(facts.filter(Boolean).join(' · ')));
    },
  };
};
