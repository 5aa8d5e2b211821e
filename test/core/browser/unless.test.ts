import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { unless } from '../../../src/core/browser/unless.ts';

it('a signal that outlives the work keeps nothing of it', async () => {
  const { signal } = new AbortController();
  expect(await unless([signal], Promise.resolve('done'))).toBe('done');
  await expect(unless([signal], Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('the reason of a signal ends the waiting, before and after it began', async () => {
  const lost = new AbortController();
  const waiting = unless([new AbortController().signal, lost.signal], new Promise(() => {}));
  lost.abort(new Error('lost'));
  await expect(waiting).rejects.toThrow('lost');
  await expect(unless([lost.signal], new Promise(() => {}))).rejects.toThrow('lost');
});
