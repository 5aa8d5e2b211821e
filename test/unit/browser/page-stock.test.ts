import { expect, it } from 'vitest';
import type { OpenPage } from '../../../src/browser/page/open-page.ts';
import { openPageStock } from '../../../src/browser/page/page-stock.ts';

/** Pages that are open at once, with numbers in place of what is in them. */
function stockOf(maxPages: number) {
  const open = new Map<OpenPage, { readonly number: number; readonly crash: AbortController }>();
  let opened = 0;
  const stock = openPageStock(async () => {
    opened++;
    const crash = new AbortController();
    const page = { crashed: crash.signal, close: async () => void open.delete(page) } as OpenPage;
    open.set(page, { number: opened, crash });
    return page;
  }, maxPages);
  return { stock, open, opened: () => opened };
}
const settle = () => new Promise(setImmediate);
const plain = { scripts: false };

it('gives every document a page of its own that has not been used', async () => {
  const { stock } = stockOf(3);
  const pages = [];
  for (let count = 0; count < 20; count++) {
    pages.push(await stock.take(plain));
    stock.fill(plain);
  }
  expect(new Set(pages).size).toBe(20);
});

it('keeps one page ready, and as many as are taken at once, up to its limit', async () => {
  const { stock, open, opened } = stockOf(3);
  const first = await stock.take(plain);
  expect(opened()).toBe(1);
  stock.fill(plain);
  await settle();
  expect(opened()).toBe(2);
  await first.close();
  for (let count = 0; count < 10; count++) await (await stock.take(plain)).close();
  await settle();
  expect(open.size).toBe(3);
});

it('does not give a page that crashed, or one of another kind', async () => {
  const { stock, open } = stockOf(3);
  stock.fill(plain);
  await settle();
  const [crashed] = open.keys();
  for (const { crash } of open.values()) crash.abort();
  expect(await stock.take(plain)).not.toBe(crashed);
  stock.fill(plain);
  await settle();
  const plainPages = [...open.keys()];
  expect(plainPages).not.toContain(await stock.take({ scripts: true }));
});

it('keeps pages with a date of their own for the latest date only', async () => {
  const { stock, open } = stockOf(3);
  stock.fill({ scripts: true, date: new Date(1) });
  await settle();
  expect([...open.values()].map(({ number }) => number)).toEqual([1]);
  stock.fill({ scripts: true, date: new Date(2) });
  await settle();
  expect([...open.values()].map(({ number }) => number)).toEqual([2]);
});
