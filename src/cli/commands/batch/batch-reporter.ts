/** Reports a batch: one line per row on stdout, and a summary on stderr. */
import type { Failure } from '#contract/errors';
import type { UsageSummary } from '#contract/usage';
import type { Row } from '#template/rows/row';
import { failureAsJson } from '../../failure.ts';
import { count, formatBytes, formatMilliseconds } from '../../io/format.ts';
import { sanitize } from '../../io/sanitize.ts';
import { writeStdout } from '../../io/streams.ts';
import { pdfsLeft, type RenderedTemplate } from '../../rendering/result.ts';
import type { Session } from '../../session.ts';
import type { FinishedBatch, MadeRow } from './output/row-destination.ts';

/** Milliseconds of this row alone. */
export type RowOutcome = { readonly row: Row; readonly ms: number } & (
  | MadeRow
  | { readonly failure: Failure }
);

export interface BatchReporter {
  /** Reports one row, in the order of the rows. */
  row(outcome: RowOutcome): Promise<void>;
  /** Reports the PDF of all rows. */
  merged(result: FinishedBatch): Promise<void>;
  /** Prints the last line. `server` is the address of the server, if one rendered. */
  end(server: string | undefined): void;
  readonly written: number;
  readonly failed: number;
  readonly total: number;
}

/** A warning that many rows share is printed once. This is the maximum of different warnings. */
const maxWarnings = 20;

/** The maximum of failed rows that are reported as they occur. */
const maxFailures = 5;

interface BatchReporterOptions {
  /** True if the batch continues after failures; otherwise the one failure is the error of the command. */
  readonly printsFailures: boolean;
  readonly report: string | undefined;
  /** Set for a server; part of each line of `--json`. */
  readonly template: RenderedTemplate | undefined;
}

export function createBatchReporter(
  { context, terminal }: Session,
  { printsFailures, report, template }: BatchReporterOptions,
): BatchReporter {
  const start = performance.now();
  const warned = new Set<string>();
  let written = 0;
  let skipped = 0;
  let failed = 0;
  let pages = 0;
  let bytes = 0;
  let usage: UsageSummary | undefined;

  const warn = (row: Row, warnings: readonly string[]) => {
    for (const warning of warnings) {
      if (warned.has(warning) || warned.size >= maxWarnings) continue;
      warned.add(warning);
      terminal.warn(`row ${row.number}${row.file === undefined ? '' : ` (${row.file})`}: ${warning}`);
    }
  };
  const json = async (line: object) => await writeStdout(`${JSON.stringify(line)}\n`);

  return {
    async row(outcome) {
      const { row, ms } = outcome;
      const facts = { row: row.number, file: row.file, line: row.line, template };
      if ('failure' in outcome) {
        failed++;
        const { failure } = outcome;
        if (context.json) await json({ ...facts, ok: false, ms, error: failureAsJson(failure) });
        else if (printsFailures && failed <= maxFailures) {
          terminal.note(`${terminal.style.red('failed:')} ${sanitize(failureLine(failure))}`);
        }
        return;
      }
      const { path, images, rendered } = outcome;
      if (!rendered) {
        skipped++;
        if (context.json) await json({ ...facts, path, images, ok: true, skipped: true, ms });
        return;
      }
      written++;
      pages += rendered.pages ?? 0;
      bytes += rendered.bytes;
      // The highest usage is from the latest response; rows may overtake each other.
      if (rendered.usage && rendered.usage.current >= (usage?.current ?? 0)) usage = rendered.usage;
      warn(row, rendered.warnings);
      if (context.json) {
        const { pages: ofRow, bytes: size, warnings } = rendered;
        await json({
          ...facts,
          path,
          images,
          ok: true,
          pages: ofRow,
          bytes: size,
          ms,
          warnings: warnings.length > 0 ? warnings : undefined,
        });
        return;
      }
      const paths = path === undefined ? (images ?? []).map((image) => image.path) : [path];
      if (paths.length > 0) await writeStdout(paths.map((each) => `${each}\n`).join(''));
    },
    async merged(result) {
      if (context.json) await json({ ...result, template, ok: true, rows: written });
      else if (result.path !== '-') await writeStdout(`${result.path}\n`);
      bytes = result.bytes;
    },
    end(server) {
      if (printsFailures && failed > maxFailures) {
        terminal.note(
          `and ${failed - maxFailures} more; ${report === undefined ? '--report failed.ndjson' : report} has them all`,
        );
      }
      const ms = performance.now() - start;
      const facts = [
        `${written} rendered`,
        ...(skipped > 0 ? [`${skipped} skipped`] : []),
        ...(failed > 0 ? [`${failed} failed`] : []),
        server ?? 'local',
        ...(pages > 0 ? [count(pages, 'page')] : []),
        ...(bytes > 0 ? [formatBytes(bytes)] : []),
        formatMilliseconds(ms),
        ...(written > 1 ? [`${((written / ms) * 1000).toPrecision(3)} rows/s`] : []),
        ...(usage ? [`${count(pdfsLeft(usage), 'PDF')} left`] : []),
      ].join(' · ');
      const rows = count(written + skipped + failed, 'row');
      terminal.note(`${terminal.style.bold(rows)}  ${terminal.style.dim(facts)}`);
    },
    get written() {
      return written;
    },
    get failed() {
      return failed;
    },
    get total() {
      return written + skipped + failed;
    },
  };
}

/** Formats `rows.csv:3: message`, with the first of the invalid fields. */
function failureLine({ message, location, errors }: Failure): string {
  const place = location ? `${location.file}:${location.line}: ` : '';
  const [[field, [text = '']] = ['', []]] = Object.entries(errors ?? {});
  return `${place}${message}${text === '' || message.includes(text) ? '' : ` ${field}: ${text}`}`;
}
