import { expect, it } from 'vitest';
import { createInterruptibleRunner, InterruptedError } from '../../../src/runtime/interrupt.ts';

it('returns the result, any number of times', () => {
  const runInterruptibly = createInterruptibleRunner();
  expect([1, 2, 3].map((value) => runInterruptibly(10_000, () => value * 2))).toEqual([2, 4, 6]);
});

it('interrupts a regular expression, and runs on afterwards', () => {
  const runInterruptibly = createInterruptibleRunner();
  const hang = () => /^(a+)+$/u.test(`${'a'.repeat(40)}!`);
  expect(() => runInterruptibly(50, hang)).toThrow(InterruptedError);
  expect(runInterruptibly(10_000, () => 'free')).toBe('free');
});

it('throws the errors of the function unchanged', () => {
  const error = new RangeError('too deep');
  const fail = () => {
    throw error;
  };
  expect(() => createInterruptibleRunner()(10_000, fail)).toThrow(error);
});
