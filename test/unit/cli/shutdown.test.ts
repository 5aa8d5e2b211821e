import { expect, it } from 'vitest';
import { ShutdownHooks } from '../../../src/cli/shutdown.ts';

it('runs every step once, even if one fails', async () => {
  const ending = new ShutdownHooks();
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
  const ending = new ShutdownHooks();
  ending.add(() => new Promise(() => {}));
  const start = performance.now();
  await ending.run(50);
  expect(performance.now() - start).toBeLessThan(1000);
});
