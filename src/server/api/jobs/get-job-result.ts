/** `GET /jobs/{job_id}/result`: the PDF of a job, or the ZIP of its rows. */
import { Readable } from 'node:stream';
import { Failure, sentence } from '#contract/errors';
import { contentDisposition } from '#contract/files/content-disposition';
import type { Job } from '#store/jobs/job-records';
import type { Delivery } from '../../billing/delivery.ts';
import type { ServerContext } from '../../context.ts';
import { finishedRows } from '../../jobs/merge-rows.ts';
import { isZip, visibleJob, zipName } from '../../jobs/show-job.ts';
import { uniqueNames } from '../../jobs/zip/unique-names.ts';
import { writeZip, type ZipEntry } from '../../jobs/zip/write-zip.ts';
import type { RouteHandler } from '../route.ts';

export const getJobResult: RouteHandler = async ({ context, caller, parameters }) => {
  const job = await visibleJob(context, caller.team, parameters.job_id);
  if (job.finishedAt === null) {
    throw new Failure('job_running', `Job ${job.id} has not ended yet.`);
  }
  if (job.document) {
    const { id, filename } = job.document;
    return attachment('application/pdf', filename, await readDocument(context, id));
  }
  if (job.state !== 'finished' || !isZip(job)) throw noResult(job);
  return attachment(
    'application/zip',
    zipName(job),
    Readable.from(writeZip(entriesOf(context, job)), { objectMode: false }),
  );
};

/** One document at a time is in memory, however many there are. */
async function* entriesOf(context: ServerContext, job: Job): AsyncGenerator<ZipEntry> {
  const unique = uniqueNames();
  const modified = job.finishedAt ?? job.createdAt;
  for await (const { document } of finishedRows(context, job)) {
    if (!document) continue;
    yield { name: unique(document.filename), bytes: await readDocument(context, document.id), modified };
  }
}

const readDocument = async ({ store }: ServerContext, id: string): Promise<Uint8Array> =>
  await store.documents.read(id).catch((cause) => {
    throw new Failure('document_gone', 'A document of this job no longer exists.', { cause });
  });

const attachment = (type: string, filename: string, body: Uint8Array | Readable): Delivery => ({
  status: 200,
  headers: { 'content-type': type, 'content-disposition': contentDisposition(filename) },
  body,
});

function noResult({ id, state, error }: Job): Failure {
  const why =
    state === 'finished'
      ? 'has an address for the PDF of each row instead of one result'
      : state === 'cancelled'
        ? 'was cancelled, so it has no result'
        : `failed, so it has no result: ${error?.message ?? ''}`;
  return new Failure('no_result', sentence(`Job ${id} ${why}`));
}
