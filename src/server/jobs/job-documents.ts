/** How long the documents of a job are kept, and their addresses. */
import { jobLimits } from '#contract/limits';
import type { Job, JobDocument } from '#store/jobs/job-records';
import { documentPath, signedDocumentUrl } from '../billing/delivery.ts';
import type { ServerContext } from '../context.ts';

/** Milliseconds: longer than any job exists. */
const documentMs = (jobLimits.maxDays * 24 + jobLimits.keptHours) * 3_600_000;

/** When the documents of a job expire, in case they were not removed with it. */
export const jobDocumentsExpireAt = ({ createdAt }: Pick<Job, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + documentMs);

/** Returns the document as the API shows it, with an address that is valid until its job is removed. */
export async function showDocument(
  context: Pick<ServerContext, 'urls' | 'publicUrl'>,
  { expiresAt }: Pick<Job, 'expiresAt'>,
  { id, filename, size }: JobDocument,
) {
  return { filename, size, ...(await signedDocumentUrl(context, documentPath(id, filename), expiresAt)) };
}
