import { expect, it } from 'vitest';
import { Ending } from '../../src/cli/ending.ts';

it('runs every step once, even if one fails', async () => {
  const ending = new Ending();
  const ran: string[] = [];
  ending.add(() => ran.push('first'));
  ending.add(() => {
    throw new Error('no');
  });
  const forget = ending.add(() => ran.push('forgotten'));
  ending.add(() => ran.push('last'));
  forget();
  await ending.run();
  await ending.run();
  expect(ran).toEqual(['last', 'first']);
});

it('gives up after the time limit', async () => {
  const ending = new Ending();
  ending.add(() => new Promise(() => {}));
  const start = performance.now();
  await ending.run(50);
  expect(performance.now() - start).toBeLessThan(1000);
});
