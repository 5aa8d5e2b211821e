/** Charges one PDF after another and prints a line for each, until the credits run out or it is killed. */
import { setTimeout as wait } from 'node:timers/promises';
import { openStore } from '../../../src/store/store.ts';

const [, , dataDirectory = '', teamId = '', time = ''] = process.argv;
const store = await openStore({ dataDirectory });
const at = new Date(time);
process.stdout.write('ready\n');
process.stdin.once('data', async () => {
  for (;;) {
    const held = await store.ledger.hold({ teamId: Number(teamId), amount: 1, at });
    if (held.kind !== 'held') break;
    // Gives other processes a chance to interleave.
    await wait(0);
    await store.ledger.settle(held.hold, { at });
    process.stdout.write('posted\n');
  }
  await store.close();
  process.exit();
});
