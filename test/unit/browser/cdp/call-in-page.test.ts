import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { callExpression } from '../../../../src/browser/cdp/call-in-page.ts';

const evaluate = (expression: string): unknown => runInNewContext(expression);

it('a call has its arguments in a page that knows nothing else', () => {
  const join = (text: string, numbers: readonly number[], given: unknown): string =>
    `${text} ${numbers.join()} ${given}`;
  expect(evaluate(callExpression(join, '</script>\u2028"', [1, 2], undefined))).toBe(
    '</script>\u2028" 1,2 undefined',
  );
});

it('functions are arguments, alone and in objects', () => {
  const double = (n: number): number => 2 * n;
  const apply = (f: typeof double, { g, n }: { g: typeof double; n: number }): number => f(g(n));
  expect(evaluate(callExpression(apply, double, { g: double, n: 5 }))).toBe(20);
});

it('an async function returns a promise of the page', async () => {
  async function later(ms: number): Promise<number> {
    return await Promise.resolve(ms);
  }
  expect(await evaluate(callExpression(later, 5))).toBe(5);
});
