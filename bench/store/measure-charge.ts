/** The processor time of the store of a tree for one PDF. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/**
 * Returns milliseconds: of a key, a hold, and a charge with document and response. The file of the database is in memory where
 * there is /dev/shm, so that only the work counts.
 */
export async function measureCharge(tree: string): Promise<number> {
  const memory = '/dev/shm';
  const dataDirectory = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'pdfapi-bench-'));
  try {
    const worker = new Worker(new URL('charge.ts', import.meta.url), { workerData: { tree, dataDirectory } });
    return await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}
