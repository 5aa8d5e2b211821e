/** Charges PDFs with the store of a tree, and reports the milliseconds of processor time for each. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

const { tree, dataDirectory } = workerData as { readonly tree: string; readonly dataDirectory: string };
const { openStore } = await import(pathToFileURL(join(tree, 'src/store/store.ts')).href);
const store = await openStore({ dataDirectory });
const { id: teamId } = await store.teams.create({ name: 'bench', plan: 'pro', verified: true });
const { token } = await store.tokens.create({ teamId });
const toResponse = () => ({ status: 200, body: '{"success":true}', documentId: null });

async function charge(number: number): Promise<void> {
  const at = new Date();
  await store.tokens.authenticate(token, at);
  const key = `key ${number}`;
  const { claim } = await store.idempotency.begin({ teamId, key, requestHash: 'a'.repeat(64), at });
  const { hold } = await store.ledger.hold({ teamId, amount: 1, at });
  const document = {
    id: `document-${String(number).padStart(20, '0')}`,
    teamId,
    filename: 'a.pdf',
    size: 15_000,
    createdAt: at,
    expiresAt: new Date(at.getTime() + 86_400_000),
  };
  // Earlier stores take the number of the hold, and the key instead of its claim.
  const settled = hold.teamId === undefined ? hold.id : hold;
  await store.ledger.settle(settled, { at, document, idempotency: { key, claim, toResponse } });
}

for (let number = 0; number < 500; number++) await charge(number);
const before = process.cpuUsage();
const count = 1_500;
for (let number = 0; number < count; number++) await charge(500 + number);
const { user, system } = process.cpuUsage(before);
parentPort?.postMessage((user + system) / 1_000 / count);
await store.close();
