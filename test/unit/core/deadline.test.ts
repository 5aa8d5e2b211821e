import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { Deadline } from '../../../src/core/deadline.ts';

it('resolves with a result that arrives in time', async () => {
  const deadline = new Deadline(60_000);
  await expect(deadline.race('a step', Promise.resolve(1))).resolves.toBe(1);
  deadline.close();
});

it('names the step that was running when the time ran out', async () => {
  const deadline = new Deadline(50);
  const never = new Promise(() => {});
  await expect(deadline.race('printing', never)).rejects.toMatchObject({
    code: 'timeout',
    message: 'No PDF within 0.05 s: the time ran out while printing.',
  });
  // A timer may end a fraction of a millisecond early.
  expect(deadline.remainingMs).toBeLessThan(1);
  expect(() => deadline.check('finishing')).toThrow(/the time ran out while/);
});

it('leaves no rejection unhandled if a step fails after the timeout', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const deadline = new Deadline(1);
  await delay(20);
  const late = delay(20).then(() => {
    throw new Error('late');
  });
  await expect(deadline.race('a step', late)).rejects.toMatchObject({ code: 'timeout' });
  await delay(50);
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

it('rejects with the abort reason of the caller, immediately if the signal is already aborted', async () => {
  const caller = new AbortController();
  const deadline = new Deadline(60_000, caller.signal);
  const running = deadline.race('a step', new Promise(() => {}));
  caller.abort(new Error('gone'));
  await expect(running).rejects.toThrow('gone');
  await expect(new Deadline(60_000, caller.signal).race('a step', Promise.resolve(1))).rejects.toThrow(
    'gone',
  );
});
