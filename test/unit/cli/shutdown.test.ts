import { expect, it } from 'vitest';
import { ShutdownHooks } from '../../../src/cli/shutdown.ts';

it('runs every step once, even if one fails', async () => {
  const shutdown = new ShutdownHooks();
  const ran: string[] = [];
  shutdown.add(() => ran.push('first'));
  shutdown.add(() => {
    throw new Error('no');
  });
  const forget = shutdown.add(() => ran.push('forgotten'));
  shutdown.add(() => ran.push('last'));
  forget();
  await shutdown.run();
  await shutdown.run();
  expect(ran).toEqual(['last', 'first']);
});

it('gives up after the time limit', async () => {
  const shutdown = new ShutdownHooks();
  shutdown.add(() => new Promise(() => {}));
  const start = performance.now();
  await shutdown.run(50);
  expect(performance.now() - start).toBeLessThan(1000);
});
