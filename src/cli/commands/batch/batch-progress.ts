/** The progress of a batch on a terminal: rows done, rows per second, time left. */

import { count, formatMilliseconds } from '../../io/format.ts';
import { progressBar } from '../../io/progress-bar.ts';
import type { Terminal } from '../../io/terminal.ts';
import type { RowRenderer } from './render/row-renderer.ts';

export interface BatchProgress {
  /** `bytes` is the size of the row in its file; `isSkipped` rows take no time. */
  done(row: { readonly bytes: number; readonly isSkipped: boolean }): void;
  close(): void;
}

export interface BatchProgressOptions {
  /** `row`. */
  readonly item: string;
  /** The size of all items, where it is known. */
  readonly size?: number | undefined;
  readonly renderer: Pick<RowRenderer, 'wait'>;
}

const refreshMs = 250;

export function startBatchProgress(
  terminal: Terminal,
  { item, size = 0, renderer }: BatchProgressOptions,
): BatchProgress {
  const start = performance.now();
  let rows = 0;
  let bytes = 0;
  let rendered = 0;
  let renderedBytes = 0;

  const show = () => {
    const seconds = (performance.now() - start) / 1000;
    const rate = rendered / seconds;
    // Estimated from the bytes of the file that are left, since the number of its rows is not known.
    const left = renderedBytes > 0 && size > 0 ? ((size - bytes) / renderedBytes) * seconds : undefined;
    const { wait } = renderer;
    const parts = [
      count(rows, item),
      ...(rate > 0 ? [`${rate.toPrecision(2)} ${item}s/s`] : []),
      ...(left === undefined ? [] : [`${timeText(Math.max(0, left))} left`]),
      ...(wait > 1000 ? [`waiting ${formatMilliseconds(wait)} for the rate limit`] : []),
    ].join(' · ');
    terminal.activity(progressBar(bytes, size, parts));
  };
  const timer = setInterval(show, refreshMs).unref();
  return {
    done(row) {
      rows++;
      bytes += row.bytes;
      if (row.isSkipped) return;
      rendered++;
      renderedBytes += row.bytes;
    },
    close() {
      clearInterval(timer);
      terminal.rest();
    },
  };
}

/** `40 s`, `12 min`, `3 h 20 min`. */
function timeText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
