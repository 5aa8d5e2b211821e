import { afterAll, expect, it } from 'vitest';
import { callInPage } from '../../../../src/browser/cdp/call-in-page.ts';
import { cacheAssets } from '../../../../src/browser/page/cached-assets.ts';
import { openPage } from '../../../../src/browser/page/open-page.ts';
import { showNothing } from '../../../../src/browser/page/serve-document.ts';
import { startBrowserProcess } from '../../../../src/browser/process/browser-process.ts';
import { browserOptions } from '../../../support/real-browser.ts';

const browser = await startBrowserProcess(browserOptions);
afterAll(() => browser.kill());

async function openEmptyPage() {
  const page = await openPage(browser, { scripts: false });
  await showNothing(page.session);
  return page.session;
}

const bytesAt = (page: Awaited<ReturnType<typeof openEmptyPage>>, address: string) =>
  callInPage(
    page,
    async (address: string) => [...new Uint8Array(await (await fetch(address)).arrayBuffer()).slice(0, 4)],
    [address],
  );

it('a file is sent once and identified by its bytes and type', async () => {
  const page = await openEmptyPage();
  const files = cacheAssets(page);
  const file = (first: number, type = 'image/png') => ({ type, bytes: Buffer.alloc(9000, first) });
  const one = await files.embed(file(1));
  expect(one).toMatch(/^blob:/);
  expect(await files.embed(file(1))).toBe(one);
  const two = await files.embed(file(2));
  expect(two).not.toBe(one);
  expect(await files.embed(file(1, 'font/ttf'))).not.toBe(one);
  expect(await bytesAt(page, one)).toEqual([1, 1, 1, 1]);
  expect(await bytesAt(page, two)).toEqual([2, 2, 2, 2]);
});

it('a small file becomes a data: URL', async () => {
  const files = cacheAssets(await openEmptyPage());
  expect(await files.embed({ type: 'image/png', bytes: Buffer.from('small') })).toBe(
    'data:image/png;base64,c21hbGw=',
  );
});

it('a file is sent again after the cache is emptied', async () => {
  const page = await openEmptyPage();
  const files = cacheAssets(page);
  const file = { type: 'image/png', bytes: Buffer.alloc(9000, 7) };
  const before = await files.embed(file);
  files.forget();
  const after = await files.embed(file);
  expect(after).not.toBe(before);
  expect(await bytesAt(page, after)).toEqual([7, 7, 7, 7]);
});

it('the cache of a page is bounded', async () => {
  const page = await openEmptyPage();
  const files = cacheAssets(page);
  const large = (first: number) => ({ type: 'image/png', bytes: Buffer.alloc(20_000_000, first) });
  expect(files.isFull()).toBe(false);
  for (const first of [1, 2, 3, 4]) expect(await files.embed(large(first))).toMatch(/^blob:/);
  expect(files.isFull()).toBe(true);
  expect(await files.embed(large(5))).toMatch(/^data:/);
});
