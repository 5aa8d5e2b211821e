/**
 * `npm run test:busy [-- ARGUMENT…]`: `npm test` three times beside eight processes that spin. Whatever fails here and not
 * on an idle machine depends on the clock.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

const spinners: ChildProcess[] = Array.from({ length: 8 }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
const stop = () => {
  for (const spinner of spinners) spinner.kill('SIGKILL');
};
process.once('exit', stop);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

for (let round = 1; round <= 3; round++) {
  console.log(`\nRound ${round} of 3, beside ${spinners.length} processes that spin:`);
  const { status } = spawnSync('npm', ['test', '--', ...process.argv.slice(2)], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(1);
}
process.exit();
