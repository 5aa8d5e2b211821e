/** The last step of a batch that becomes one PDF: its rows are merged in their order, without another charge. */

import type { SignConfig } from '#contract/api/sign-schema';
import type { StandardsSettings } from '#contract/documents';
import { Failure } from '#contract/errors';
import { defaultFilename, jobLimits } from '#contract/limits';
import { Deadline } from '#runtime/deadline';
import { newDocumentId } from '#store/documents';
import type { ClaimedRow, Job, JobRow } from '#store/jobs/job-records';
import type { ServerContext } from '../context.ts';
import { runTimedPdfTask } from '../rendering/pdf-thread.ts';
import { findSignature } from '../signing/find-signature.ts';
import { signDocument } from '../signing/sign-document.ts';
import { jobDocumentsExpireAt } from './job-documents.ts';
import { readStoredProtection } from './stored-protection.ts';

/** Milliseconds for merging, which takes some milliseconds a page. */
const mergeMs = 600_000;

interface MergedOptions {
  readonly filename?: string;
  /** `pages` and `stamp` were applied to each row. */
  readonly config?: StandardsSettings & {
    readonly pages?: string;
    readonly stamp?: unknown;
    readonly sign?: SignConfig;
  };
}

/** Throws `memory_limit` if the rows are too large together, `document_gone` if one is lost, and `not_conforming`. */
export async function mergeRows(
  context: ServerContext,
  { claim, job }: ClaimedRow,
  signal: AbortSignal,
  requestId: string,
): Promise<void> {
  const { store, queue, now, log } = context;
  const documents: Uint8Array[] = [];
  const names: string[] = [];
  let size = 0;
  for await (const { number, document } of finishedRows(context, job)) {
    if (!document) continue;
    size += document.size;
    names.push(`row ${number}`);
    if (size > jobLimits.mergedBytes) throw tooLarge();
    documents.push(
      await store.documents.read(document.id).catch((cause) => {
        throw new Failure('document_gone', `The PDF of row ${number} no longer exists.`, { cause });
      }),
    );
  }
  const deadline = new Deadline(mergeMs, signal, { audience: 'api' });
  const id = newDocumentId();
  try {
    const { filename = defaultFilename, config: { pages: _, stamp: _stamp, sign, ...standards } = {} } =
      job.options as MergedOptions;
    const protection = readStoredProtection(job.options);
    const key = protection?.key;
    const task = { kind: 'merge', documents, names, standards, protection, key } as const;
    const work = () => runTimedPdfTask(task, deadline);
    const isProtected = protection !== undefined;
    const signature = await findSignature(context, sign, { teamId: job.teamId, isProtected });
    const { result: merged, warnings = [] } = await queue.run(job.teamId, deadline.signal, work, {
      isContinued: true,
    });
    for (const warning of warnings) log.warn({ requestId, jobId: job.id }, warning);
    const call = { context, teamId: job.teamId, tokenId: job.tokenId, requestId, jobId: job.id };
    const pdf = await signDocument(call, signature, merged, { deadline, warnings: [] });
    const sha256 = await store.documents.write(id, pdf);
    const finishedAt = now();
    const expiresAt = jobDocumentsExpireAt(job);
    const facts = { teamId: job.teamId, filename, size: pdf.length, createdAt: finishedAt, expiresAt };
    await store.jobs.claims.finishMerge(claim, { id, sha256, ...facts }, finishedAt);
  } catch (error) {
    await store.documents.remove(id);
    throw error;
  } finally {
    deadline.close();
  }
}

/** Yields the finished rows of a job in their order. */
export async function* finishedRows(
  { store }: Pick<ServerContext, 'store'>,
  job: Job,
): AsyncGenerator<JobRow, void> {
  for (let after = 0; ; ) {
    const rows = await store.jobs.rows(job, { state: 'finished', after, limit: jobLimits.rowsPerPage });
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.number;
  }
}

function tooLarge(): Failure {
  const limit = jobLimits.mergedBytes / 1024 / 1024;
  const message = `The PDFs of all rows may have at most ${limit} MiB together if they are merged.`;
  return new Failure('memory_limit', message, { errors: { output: [message] } });
}
