import { expect, it, onTestFinished } from 'vitest';
import { startBrowserPool } from '../../../../src/browser/browser-pool.ts';
import { processTree } from '../../../../src/browser/process/process-tree.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { browserOptions, plainJob } from '../../../support/real-browser.ts';

it('what large documents leave in the page of their owner is collected between them', async () => {
  const pool = startBrowserPool({ ...browserOptions, workers: 1 });
  onTestFinished(() => pool.close());
  const { pid } = await pool.ready();
  const rows = Array.from(
    { length: 1_500 },
    (_, row) => `<tr><td>${row}</td>${'<td>Customer</td>'.repeat(5)}</tr>`,
  );
  const html = `<h1>Report</h1><table>${rows.join('')}</table>`;
  for (let document = 0; document < 20; document++) {
    const deadline = new Deadline(60_000);
    await pool.print({ ...plainJob, html, tags: true, owner: 'team' }, deadline);
    deadline.close();
  }
  const renderers = processTree(pid).filter(({ kind }) => kind === 'renderer');
  // It would have 500 without, and a document is ended at 1,024.
  expect(Math.max(...renderers.map(({ megabytes }) => megabytes))).toBeLessThan(400);
}, 240_000);
