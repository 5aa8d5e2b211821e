/** Runs in the thread of one document: see `parts-thread.ts`. */
import { setPriority } from 'node:os';
import { niceValues } from '#browser/process/process-priority';
import type { MeasuredColumns } from '#render/long-documents/part-layout';
import type { MarkedPart, PartPrinter } from '#render/long-documents/part-printer';
import type { OnProgress } from '#render/long-documents/print-long-document';
import { type PrintedParts, printParts } from '#render/long-documents/print-parts';
import { withBuffer } from '#render/long-documents/with-buffer';
import { Deadline } from '#runtime/deadline';
import { serveTasks } from '#runtime/serve-tasks';
import { movable } from '#runtime/share-bytes';
import type { Asset, Assets } from '#template/model/template';
import type { PartsMessage, PartsQuestion } from './parts-thread.ts';

/** Longer than every deadline of a request or a job. The thread ends with that of its own. */
const maxMs = 3_600_000;

type Ask = (question: PartsQuestion) => Promise<unknown>;

serveTasks(
  async ({ task, documentPath }: PartsMessage, ask: Ask): Promise<PrintedParts> => {
    // Documents that take longer leave the processors to all others. On Linux 0 is this thread; elsewhere it would be the process.
    if (process.platform === 'linux') setPriority(0, niceValues.longRunning);
    const printer: PartPrinter = {
      measure: async (html, options) => (await ask({ kind: 'measure', html, options })) as MeasuredColumns,
      async print(html, options) {
        const { printed, marked } = (await ask({ kind: 'print', html, options })) as MarkedPart;
        return { printed: withBuffer(printed), marked };
      },
    };
    const assets: Assets = {
      read: async (path) => (await ask({ kind: 'asset', path })) as Asset | undefined,
      documentPath,
    };
    const onProgress: OnProgress = (...progress) => void ask({ kind: 'progress', progress });
    const deadline = new Deadline(maxMs);
    try {
      return await printParts(task, { printer, assets, deadline, onProgress });
    } finally {
      deadline.close();
    }
  },
  {
    getTransfer: (result) => ('reason' in result ? [] : movable(result.printed.pdf)),
  },
);
