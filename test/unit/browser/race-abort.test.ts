import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { raceAbort } from '../../../src/browser/cdp/race-abort.ts';

it('a signal that outlives the work keeps no listeners', async () => {
  const { signal } = new AbortController();
  expect(await raceAbort([signal], Promise.resolve('done'))).toBe('done');
  await expect(raceAbort([signal], Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('an abort rejects with the reason of the signal, before and during the wait', async () => {
  const lost = new AbortController();
  const waiting = raceAbort([new AbortController().signal, lost.signal], new Promise(() => {}));
  lost.abort(new Error('lost'));
  await expect(waiting).rejects.toThrow('lost');
  await expect(raceAbort([lost.signal], new Promise(() => {}))).rejects.toThrow('lost');
});
