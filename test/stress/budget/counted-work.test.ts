/**
 * The budget of a delivered document: what the product does for it besides printing, in counts that do not depend on the
 * machine. A change that does more has to say so here, in the same commit and with its reason; one that does less lowers the
 * limit. `bench/budget` says what it costs in time.
 */
import { expect, it } from 'vitest';
import { workloads } from '../../../bench/render/workloads.ts';
import { startBrowserPool } from '../../../src/browser/browser-pool.ts';
import { render } from '../../../src/render/render.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import { afterFile } from '../../support/after-file.ts';
import { type CountedWork, startWorkCounter } from '../../support/counted-work.ts';
import { templateOf } from '../../support/long-documents/print-both-ways.ts';
import { assetsOf, browserOptions } from '../../support/real-browser.ts';

const pool = startBrowserPool({ ...browserOptions, workers: 1 });
afterFile(() => pool.close());

/** Of the second render of a server, when everything is loaded and what is kept is there. */
const budgets: Readonly<Record<string, CountedWork>> = {
  w1: { deflated: 51_795, inflated: 98_921, objects: 120, glyphs: 1, scans: 28 },
  w2: { deflated: 87_630, inflated: 136_582, objects: 279, glyphs: 1, scans: 46 },
  w3: { deflated: 2_528_448, inflated: 5_586_825, objects: 9_521, glyphs: 0, scans: 28 },
  w4: { deflated: 33_568, inflated: 38_158, objects: 184, glyphs: 0, scans: 21 },
  w5: { deflated: 51_795, inflated: 98_921, objects: 120, glyphs: 1, scans: 21 },
};

/** No font of the machine: another one has other glyphs. */
const ownFont =
  '@font-face { font-family: Own; src: url("fonts/body.ttf") } * { font-family: Own !important }';
const font = workloads.find(({ name }) => name === 'w2')?.files['fonts/body.ttf'];

it.each(workloads.map((workload) => [workload.name, workload] as const))(
  'a document does no more work than its budget: %s',
  async (name, { html, styles = '', header, footer }) => {
    const template = templateOf(html, {
      styles: styles + ownFont,
      page: { header, footer },
      assets: assetsOf(font ? { 'fonts/body.ttf': font } : {}),
    });
    const print = async () => {
      const deadline = new Deadline(120_000);
      await render({ template, data: {}, owner: 'team' }, { browser: pool, deadline });
      deadline.close();
    };
    await print();
    const counter = await startWorkCounter();
    try {
      await print();
      const work = await counter.take();
      const over = Object.entries(work).filter(
        ([key, count]) => count > (budgets[name]?.[key as keyof CountedWork] ?? 0),
      );
      expect(over, JSON.stringify(work)).toEqual([]);
    } finally {
      await counter.close();
    }
  },
);
