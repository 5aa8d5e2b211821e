/** Node's processor time of a render, step by step, in this thread: every millisecond between two steps belongs to one. */
import { setFlagsFromString } from 'node:v8';
import { startBrowserPool } from '../../src/browser/browser-pool.ts';
import type { StartOptions } from '../../src/browser/process/browser-process.ts';
import { DeferredStreams } from '../../src/pdf/large-pdf/deferred-streams.ts';
import { arrangeContent } from '../../src/render/arrange-content.ts';
import { completeContent } from '../../src/render/complete-content.ts';
import { fillDocument } from '../../src/render/fill-document.ts';
import { assertStandards, finishContent, sealContent } from '../../src/render/finish-content.ts';
import { judgeContent } from '../../src/render/judge-content.ts';
import { layOverContent } from '../../src/render/lay-over-content.ts';
import { pdfWorkInThisThread } from '../../src/render/pdf-work.ts';
import { printContent } from '../../src/render/print-content.ts';
import { Deadline } from '../../src/runtime/deadline.ts';
import { noAssets } from '../../src/template/model/template.ts';
import { median } from '../median.ts';
import type { Document } from './documents.ts';

/** In their order. `print`: the protocol, and what is read of the page. `complete`: all between it and the last step. */
export const phases = ['fill', 'print', 'complete', 'compact', 'seal'] as const;
export type Phase = (typeof phases)[number];

/** Medians in milliseconds. */
export async function measurePhases(
  documents: readonly Document[],
  rounds: number,
  options: StartOptions,
): Promise<ReadonlyMap<string, Readonly<Record<Phase, number>>>> {
  // As `pdfapi serve` does.
  setFlagsFromString('--incremental-marking-soft-trigger=10');
  setFlagsFromString('--incremental-marking-hard-trigger=5');
  const browser = startBrowserPool({ ...options, workers: 1 });
  try {
    const measured = new Map<string, Record<Phase, number>>();
    for (const document of documents) {
      const render = () => renderInPhases(document, browser);
      // As long as in a server that has run for a while: V8 compiles what is used often.
      for (let warm = 0; warm < (document.isLong ? rounds : 400); warm++) await render();
      const times: Record<Phase, number>[] = [];
      for (let round = 0; round < rounds; round++) times.push(await render());
      const entries = phases.map((phase) => [phase, median(times.map((each) => each[phase]))]);
      measured.set(document.name, Object.fromEntries(entries));
    }
    return measured;
  } finally {
    await browser.close();
  }
}

async function renderInPhases(
  { html, header, footer }: Document,
  browser: ReturnType<typeof startBrowserPool>,
): Promise<Record<Phase, number>> {
  const deadline = new Deadline(120_000);
  const deferred = new DeferredStreams();
  const tools = { browser, deadline, work: pdfWorkInThisThread, deferred };
  const times = Object.fromEntries(phases.map((phase) => [phase, 0])) as Record<Phase, number>;
  let before = process.cpuUsage();
  const end = (phase: Phase) => {
    const { user, system } = process.cpuUsage(before);
    times[phase] += (user + system) / 1_000;
    before = process.cpuUsage();
  };
  try {
    const page = { header, footer };
    const template = { name: 'budget', html, page, metadata: {}, partials: {}, assets: noAssets };
    const filled = await fillDocument({ template, data: {}, owner: 'team' }, tools);
    const rendering = { filled, tools };
    end('fill');
    const printed = await printContent(rendering);
    end('print');
    const completed = await completeContent(printed);
    const laid = await layOverContent(completed, rendering);
    const judged = await judgeContent(laid, rendering);
    const arranged = await arrangeContent(judged, rendering);
    end('complete');
    const finished = await finishContent(arranged, rendering);
    end('compact');
    await assertStandards(finished, rendering);
    await sealContent(finished, rendering);
    end('seal');
    return times;
  } finally {
    await deferred.close();
    deadline.close();
  }
}
