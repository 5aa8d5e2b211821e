import { expect, test } from 'vitest';
import type { CdpSession } from '../../../../src/browser/cdp/connection.ts';
import { watchRendererPids } from '../../../../src/browser/process/renderer-pids.ts';

/** Of no process, so that the browser is asked for its renderers. */
const browserPid = 2 ** 30;

/** A browser whose renderers are those of `pids`. */
function fakeBrowser(pids: Set<number>) {
  let asked = 0;
  const browser = {
    async send() {
      asked++;
      return { processInfo: [...pids].map((id) => ({ id, type: 'renderer', cpuTime: 0 })) };
    },
  } as unknown as CdpSession;
  return { browser, asked: () => asked };
}

test('a page that opens after the first one was closed does not wait for the renderer of the first', async () => {
  const pids = new Set([101]);
  const { browser, asked } = fakeBrowser(pids);
  const renderers = watchRendererPids(browser, browserPid);
  expect(await renderers.first()).toEqual([101]);
  pids.delete(101);

  const before = asked();
  let whileOpening = 0;
  const { opened, started } = await renderers.open(async () => {
    whileOpening = asked();
    pids.add(102);
    return 'page';
  });

  expect(opened).toBe('page');
  // One question, which renderers there are before the page: it is not repeated until one of them appears.
  expect(whileOpening - before).toBe(1);
  expect(await started).toEqual([102]);
  expect([101, 102].every((pid) => renderers.isPage(pid))).toBe(true);
});

test('the renderer of the page that a browser opens at its start is not mistaken for that of a later page', async () => {
  const pids = new Set<number>();
  const { browser } = fakeBrowser(pids);
  const renderers = watchRendererPids(browser, browserPid);
  setTimeout(() => pids.add(101), 20);
  const { started } = await renderers.open(async () => {
    pids.add(102);
  });
  expect(await started).toEqual([102]);
  expect(renderers.isPage(101)).toBe(true);
});
