/** `pdfapi usage`: plan, quota, credits, and the last 31 days as a chart. */
import type { Command } from 'commander';
import { noQuota, shownQuota } from '#contract/plans';
import type { UsageReport } from '#contract/usage';
import { connect } from '../connection/server-connection.ts';
import { writeStdout } from '../io/streams.ts';
import type { Style } from '../io/style.ts';
import type { OpenSession, Session } from '../session.ts';

export function addUsageCommand(program: Command, open: OpenSession): void {
  program
    .command('usage')
    .summary('show plan, quota, credits and the last 31 days')
    .description('Shows what the team has used this month and on each of the last 31 days (UTC).')
    .action(async (_options: object, self: Command) => {
      const session = await open(self);
      const { client, options, url } = await connect(session);
      session.terminal.activity(`Asking ${url}`);
      const usage = await client.usage(options);
      session.terminal.rest();
      await writeStdout(toText(session, usage));
    });
}

function toText({ context, terminal }: Session, usage: UsageReport): string {
  if (context.json) return `${JSON.stringify(usage)}\n`;
  if (!context.terminals.stdout) {
    const { daily_usage, ...facts } = usage;
    const rows = [...Object.entries(facts), ...daily_usage.map(({ date, count }) => [date, count])];
    return rows.map(([name, value]) => `${name}\t${value}\n`).join('');
  }
  return drawing(usage, terminal.styleOut, context.columnsOut);
}

/** Formats `12,000`. Creating an `Intl` object at module load would cost every completion 20 ms. */
const grouped = (number: number): string => number.toLocaleString('en');

function drawing(usage: UsageReport, style: Style, columns: number): string {
  const {
    current_month_usage: used,
    quota_limit: quota,
    quota_percentage: share,
    pack_credits: credits,
  } = usage;
  const colour = share >= 95 ? style.red : share >= 80 ? style.yellow : style.green;
  const month = 'this month  ';
  const isLimited = quota !== noQuota;
  const amount = isLimited
    ? `  ${grouped(used)} of ${grouped(quota)} (${share} %)`
    : `${grouped(used)}  (${shownQuota(quota)})`;
  const width = Math.max(5, Math.min(40, (columns || 80) - month.length - amount.length));
  const filled = Math.round((share / 100) * width);
  const bar = !isLimited ? '' : `${colour('█'.repeat(filled))}${style.dim('░'.repeat(width - filled))}`;
  const lines = [
    `${style.bold(`plan ${usage.plan}`)}`,
    '',
    `${month}${bar}${amount}`,
    `credits     ${grouped(credits)} prepaid`,
  ];
  if (usage.overage_count > 0) lines.push(`overage     ${grouped(usage.overage_count)} past the quota`);
  if (!usage.has_quota_remaining)
    lines.push('', style.red('Quota and credits are used up: the server rejects renders with 402.'));
  lines.push('', ...chart(usage.daily_usage, style, columns));
  return `${lines.join('\n')}\n`;
}

const rows = 6;
/** The dates below the chart need this width. */
const minDays = 11;
const eighths = ' ▁▂▃▄▅▆▇█';

/** Draws two columns per day, for as many days as fit; each row is eight steps high. */
function chart(all: UsageReport['daily_usage'], style: Style, columns: number): string[] {
  const most = Math.max(1, ...all.map(({ count }) => count));
  const axis = grouped(most).length;
  const room = Math.max(minDays, Math.floor(((columns || 80) - axis - 3) / 2));
  const days = all.slice(-room);
  const heights = days.map(({ count }) =>
    count === 0 ? 0 : Math.max(1, Math.round((count / most) * rows * 8)),
  );
  const lines = Array.from({ length: rows }, (_, index) => {
    const floor = (rows - 1 - index) * 8;
    const cells = heights.map((height) => `${eighths[Math.min(8, Math.max(0, height - floor))]} `);
    const label = index === 0 ? grouped(most) : index === rows - 1 ? '0' : '';
    return `${style.dim(`${label.padStart(axis)} │`)} ${style.cyan(cells.join('').trimEnd())}`;
  });
  const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? ''];
  const span = days.length * 2 - 1;
  lines.push(style.dim(`${' '.repeat(axis)} └${'─'.repeat(span + 1)}`));
  lines.push(style.dim(`${' '.repeat(axis + 3)}${first}${last.padStart(span - first.length)}`));
  return lines;
}
