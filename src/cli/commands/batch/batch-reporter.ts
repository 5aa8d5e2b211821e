/** Reports a batch: one line per row on stdout, and a summary on stderr. */
import type { Failure } from '#contract/errors';
import type { UsageSummary } from '#contract/usage';
import type { Row } from '#template/rows/row';
import { failureAsJson } from '../../failure.ts';
import { count, formatBytes, formatMilliseconds } from '../../io/format.ts';
import { sanitize } from '../../io/sanitize.ts';
import { writeStdout } from '../../io/streams.ts';
import { describeLeft, type RenderedTemplate } from '../../rendering/result.ts';
import type { Session } from '../../session.ts';
import type { FinishedBatch, MadeRow } from './output/row-destination.ts';

/** `row`: a row, or another item that is worked on side by side. Milliseconds of this item alone. */
export type Outcome<Item = Row> = { readonly row: Item; readonly ms: number } & (
  | MadeRow
  | { readonly failure: Failure }
);

export interface BatchReporter<Item = Row> {
  /** Reports one row, in the order of the rows. */
  row(outcome: Outcome<Item>): Promise<void>;
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

/** What messages and `--json` call the items. */
export interface ItemWords<Item> {
  /** `row`. */
  readonly item: string;
  readonly nameOf: (item: Item) => string;
  /** The first fields of its line of `--json`. */
  readonly factsOf: (item: Item) => object;
}

export const rowWords: ItemWords<Row> = {
  item: 'row',
  nameOf: ({ number, file }) => `row ${number}${file === undefined ? '' : ` (${file})`}`,
  factsOf: ({ number, file, line }) => ({ row: number, file, line }),
};

interface BatchReporterOptions<Item> {
  readonly words: ItemWords<Item>;
  /** True if the batch continues after failures; otherwise the one failure is the error of the command. */
  readonly printsFailures: boolean;
  /** Where all failures can be read, if only the first of them are printed. */
  readonly allFailures: string | undefined;
  /** The number of all items, where it is known: the last line tells how many the run has not come to. */
  readonly size?: number | undefined;
  /** Set for a server; part of each line of `--json`. */
  readonly template: RenderedTemplate | undefined;
}

export function createBatchReporter<Item>(
  { context, terminal }: Session,
  { words, printsFailures, allFailures, size, template }: BatchReporterOptions<Item>,
): BatchReporter<Item> {
  const maxPrinted = allFailures === undefined ? Number.POSITIVE_INFINITY : maxFailures;
  const start = performance.now();
  const warned = new Set<string>();
  let written = 0;
  let skipped = 0;
  let failed = 0;
  let pages = 0;
  let bytes = 0;
  let usage: UsageSummary | undefined;

  const warn = (row: Item, warnings: readonly string[]) => {
    for (const warning of warnings) {
      if (warned.has(warning) || warned.size >= maxWarnings) continue;
      warned.add(warning);
      terminal.warn(`${words.nameOf(row)}: ${warning}`);
    }
  };
  const json = async (line: object) => await writeStdout(`${JSON.stringify(line)}\n`);

  return {
    async row(outcome) {
      const { row, ms } = outcome;
      const facts = { ...words.factsOf(row), template };
      if ('failure' in outcome) {
        failed++;
        const { failure } = outcome;
        if (context.json) await json({ ...facts, ok: false, ms, error: failureAsJson(failure) });
        else if (printsFailures && failed <= maxPrinted) {
          terminal.note(`${terminal.style.red('failed:')} ${sanitize(failureLine(failure))}`);
        }
        return;
      }
      const { path, url, expires_at, images, rendered } = outcome;
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
          url,
          expires_at,
          images,
          ok: true,
          pages: ofRow,
          bytes: size,
          ms,
          warnings: warnings.length > 0 ? warnings : undefined,
        });
        return;
      }
      const made = url ?? path;
      const paths = made === undefined ? (images ?? []).map((image) => image.path) : [made];
      if (paths.length > 0) await writeStdout(paths.map((each) => `${each}\n`).join(''));
    },
    async merged(result) {
      if (context.json) await json({ ...result, template, ok: true, rows: written });
      else if (result.path !== '-') await writeStdout(`${result.path}\n`);
      bytes = result.bytes;
    },
    end(server) {
      if (printsFailures && failed > maxPrinted) {
        terminal.note(`and ${failed - maxPrinted} more; ${allFailures} has them all`);
      }
      const ms = performance.now() - start;
      const done = written + skipped + failed;
      const total = size ?? done;
      const facts = [
        `${written} rendered`,
        ...(skipped > 0 ? [`${skipped} skipped`] : []),
        ...(failed > 0 ? [`${failed} failed`] : []),
        ...(total > done ? [`${total - done} not rendered`] : []),
        server ?? 'local',
        ...(pages > 0 ? [count(pages, 'page')] : []),
        ...(bytes > 0 ? [formatBytes(bytes)] : []),
        formatMilliseconds(ms),
        ...(written > 1 ? [`${((written / ms) * 1000).toPrecision(3)} ${words.item}s/s`] : []),
        ...(usage ? [describeLeft(usage)] : []),
      ]
        .filter(Boolean)
        .join(' · ');
      const rows = count(total, words.item);
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
