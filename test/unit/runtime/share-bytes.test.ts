import { expect, it } from 'vitest';
import { shareLargeBytes } from '../../../src/runtime/share-bytes.ts';

const filled = (length: number) => new Uint8Array(length).map((_, index) => index % 251);

it('shares large bytes, also those in lists, and leaves the rest as it is', async () => {
  const [large, small] = [filled(4_500_001), filled(10)];
  const task = { kind: 'merge', pdf: large, documents: [small, large], more: { deep: small } } as const;
  const shared = await shareLargeBytes(task);
  expect(shared).toEqual(task);
  expect(shared.pdf.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(shared.documents[1].buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(shared.documents[0]).toBe(small);
  expect((await shareLargeBytes(shared)).pdf).toBe(shared.pdf);
});

it('lets other work run in between', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++);
  await shareLargeBytes({ pdf: new Uint8Array(200_000_000) });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
});
