import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { callInPage, collectCalls, keepFunctions } from '../../../../src/browser/cdp/call-in-page.ts';
import type { CdpSession } from '../../../../src/browser/cdp/connection.ts';
import { createIsolatedWorld } from '../../../../src/browser/cdp/isolated-world.ts';
import { openPage } from '../../../../src/browser/page/open-page.ts';
import { usualWindow } from '../../../../src/browser/page/page-window.ts';
import { preparePage } from '../../../../src/browser/page/prepare-page.ts';
import { startBrowserProcess } from '../../../../src/browser/process/browser-process.ts';
import { browserOptions } from '../../../support/real-browser.ts';

const triple = (n: number): number => 3 * n;
const applied = (f: typeof triple, { g, n }: { readonly g: typeof triple; readonly n: number }): number =>
  f(g(n));
const heading = (): string | undefined => document.querySelector('h1')?.textContent;

let sent: string[];
beforeEach(() => {
  sent = [];
});

async function openObservedPage(scripts: boolean) {
  const browser = await startBrowserProcess(browserOptions);
  onTestFinished(() => browser.kill());
  const { session, mainFrame } = await openPage(browser, { scripts });
  await preparePage(session, {
    scripts,
    requests: false,
    date: undefined,
    region: undefined,
    window: usualWindow,
  });
  const page: CdpSession = {
    ...session,
    send: (method, params) => {
      if (method === 'Runtime.evaluate') sent.push((params as { expression: string }).expression);
      return session.send(method, params);
    },
  };
  const show = (html: string) => page.send('Page.setDocumentContent', { frameId: mainFrame, html });
  return { browser, page, mainFrame, show };
}

it('a function is sent once to a page that keeps functions, also for later documents', async () => {
  const { page, show } = await openObservedPage(false);
  keepFunctions(page);
  await show('<h1>One</h1>');
  expect(await callInPage(page, heading, [])).toBe('One');
  expect(await callInPage(page, applied, [triple, { g: triple, n: 2 }])).toBe(18);
  await show('<h1>Two</h1><form id="f"><input name="pdfapi functions"></form>');
  expect(await callInPage(page, heading, [])).toBe('Two');
  expect(await callInPage(page, applied, [triple, { g: triple, n: 3 }])).toBe(27);
  expect(sent.map((each) => each.includes('3 * n'))).toEqual([false, true, false, false]);
  expect(sent.map((each) => each.includes('querySelector'))).toEqual([true, false, false, false]);
});

it('functions are sent again to a page that has lost them', async () => {
  const { page } = await openObservedPage(false);
  keepFunctions(page);
  expect(await callInPage(page, applied, [triple, { g: triple, n: 2 }])).toBe(18);
  await page.send('Page.navigate', { url: 'about:blank' });
  const calls = [2, 3].map((n) => callInPage(page, applied, [triple, { g: triple, n }]));
  expect(await Promise.all(calls)).toEqual([18, 27]);
  expect(await callInPage(page, triple, [5])).toBe(15);
  expect(sent.at(-1)).not.toContain('3 * n');
});

it('scripts of a document cannot see or replace the functions', async () => {
  const { page, mainFrame, show } = await openObservedPage(true);
  const world = await createIsolatedWorld(page, mainFrame);
  const seen = () =>
    callInPage(page, () => Object.getOwnPropertySymbols(globalThis).map((symbol) => String(symbol)), []);
  expect(await callInPage(page, applied, [triple, { g: triple, n: 2 }], world)).toBe(18);
  await show('<script>globalThis[Symbol.for("pdfapi functions")] = Array(9).fill(() => "replaced")</script>');
  expect(await callInPage(page, applied, [triple, { g: triple, n: 3 }], world)).toBe(27);
  expect(await callInPage(page, triple, [2])).toBe(6);
  expect(await seen()).toContain('Symbol(pdfapi functions)');
  expect(sent[1]).not.toContain('3 * n');
});

it('an error of a kept function is that of the function', async () => {
  const { page } = await openObservedPage(false);
  keepFunctions(page);
  const fail = (): void => {
    throw new RangeError('too much');
  };
  for (let i = 0; i < 2; i++)
    await expect(callInPage(page, fail, [])).rejects.toMatchObject({ detail: 'RangeError: too much' });
  expect(sent).toHaveLength(2);
});

it('calls that were collected travel in one message, and each has its own result or error', async () => {
  for (const keeps of [true, false]) {
    const { page, show } = await openObservedPage(false);
    if (keeps) keepFunctions(page);
    await show('<h1>One</h1>');
    const fail = (): void => {
      throw new RangeError('too much');
    };
    sent = [];
    const { call, send } = collectCalls(page);
    const results = Promise.allSettled([
      call(heading, []),
      call(fail, []),
      call(applied, [triple, { g: triple, n: 2 }]),
      call(async (n: number) => n + 1, [1]),
      call(() => undefined, []),
    ]);
    expect(sent).toEqual([]);
    send();
    expect(await results).toEqual([
      { status: 'fulfilled', value: 'One' },
      { status: 'rejected', reason: expect.objectContaining({ detail: 'RangeError: too much' }) },
      { status: 'fulfilled', value: 18 },
      { status: 'fulfilled', value: 2 },
      { status: 'fulfilled', value: undefined },
    ]);
    expect(sent).toHaveLength(1);
  }
});

it('collected calls fail together if their page is gone', async () => {
  const { browser, page } = await openObservedPage(false);
  const { call, send } = collectCalls(page);
  const results = Promise.allSettled([call(heading, []), call(triple, [1])]);
  await browser.kill();
  send();
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
