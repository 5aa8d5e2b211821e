/**
 * Prints the jobs of the queue into the folder `out`, each at least once: the job of a worker that was killed is done
 * again by another. With `--until-empty`, it ends when no job is left.
 */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openRenderer, PdfapiError } from 'pdfapi';
import { maxAttempts, openQueue } from './queue.js';

const concurrency = 2;
const pollMs = 250;
const untilEmpty = process.argv.includes('--until-empty');
const output = process.env.OUTPUT ?? 'out';

/** Another attempt may succeed. With other codes, the same data would fail the same way. */
const retryableCodes = new Set(['browser_failed', 'memory_full', 'timeout']);
/** Errors of the system, such as a full disk, may pass too. */
const isRetryable = (error) => !(error instanceof PdfapiError) || retryableCodes.has(error.code);

const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => {
    console.log('stopping');
    stopping.abort();
  });
}

const queue = openQueue();
const renderer = await openRenderer({
  workers: concurrency,
  timeoutMs: Number(process.env.TIMEOUT_MS ?? 30_000),
});
try {
  await mkdir(output, { recursive: true });
  await Promise.all(Array.from({ length: concurrency }, work));
} finally {
  await renderer.close();
  queue.close();
}

/** Takes jobs until the worker is stopped. The job under way is finished first. */
async function work() {
  while (!stopping.signal.aborted) {
    const job = queue.claim();
    if (job) await print(job);
    else if (untilEmpty && queue.openJobs() === 0) return;
    // Rejects when the worker is stopped.
    else await sleep(pollMs, undefined, { signal: stopping.signal }).catch(() => {});
  }
}

async function print(job) {
  // Its last attempt ended without a result, perhaps with the worker.
  if (job.attempts > maxAttempts) return queue.fail(job, 'Given up.');
  console.log(`${job.id}: printing`);
  const release = queue.hold(job);
  try {
    const { pdf } = await renderer.render({ template: './invoice', data: JSON.parse(job.data) });
    await save(job, pdf);
    queue.finish(job);
    console.log(`${job.id}: done`);
  } catch (error) {
    const isLast = job.attempts >= maxAttempts;
    if (isRetryable(error) && !isLast) queue.retry(job, error.message);
    else queue.fail(job, error.message);
    console.error(`${job.id}: attempt ${job.attempts} failed: ${error.message}`);
  } finally {
    release();
  }
}

/** A job that is done twice replaces its own PDF, in one step. */
async function save({ id, attempts }, pdf) {
  const part = `${output}/.${id}-${attempts}.part`;
  try {
    await writeFile(part, pdf);
    await rename(part, `${output}/${id}.pdf`);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
