/** Runs one row of a job as the request that it is: with the same handler, checks, limits and charge. */

import { randomUUID } from 'node:crypto';
import type { RouteName } from '#contract/api/routes';
import { type ErrorCode, Failure } from '#contract/errors';
import { jobLimits } from '#contract/limits';
import type { OnProgress } from '#render/long-documents/print-long-document';
import type { ClaimedRow, Job, JobError } from '#store/jobs/job-records';
import { generate } from '../api/generate.ts';
import { htmlToPdf } from '../api/html-to-pdf.ts';
import { merge } from '../api/merge.ts';
import type { RouteCall, RouteHandler } from '../api/route.ts';
import { liftForLog } from '../billing/lift-command.ts';
import type { ServerContext } from '../context.ts';
import { decodeBody, maxInlineCharacters } from '../http/body/request-body.ts';
import { toFailureResponse } from '../http/failure-response.ts';
import { FormBody, parseBoundary } from '../http/form/form-body.ts';
import { LongLaneBusy } from '../rendering/long-lane.ts';
import { jobDocumentsExpireAt } from './job-documents.ts';
import { rowLost } from './job-worker.ts';
import { mergeRows } from './merge-rows.ts';
import { readStoredProtection } from './stored-protection.ts';

const handlers: Readonly<Partial<Record<RouteName, RouteHandler>>> = { generate, merge, htmlToPdf };

/** These say nothing about the row: it is tried again however often. */
const passing: ReadonlySet<string> = new Set([
  'queue_full',
  'quota_reserved',
  'server_stopping',
  'clock_unconfirmed',
  'documents_unavailable',
  'database_failed',
]);

/** Failures of this server at this moment, and the milliseconds after which it or another one tries again. */
const pauseMs = 2_000;
/** A storage is often away for minutes, and each attempt prints. */
const storagePauseMs = 10_000;

const pauseAfter = (code: string | undefined, attempts: number): number => {
  if (code === 'server_stopping') return 0;
  if (code === 'documents_unavailable' || code === 'database_failed') return storagePauseMs;
  return pauseMs * attempts;
};

/** More rows than this are filled again each time they are tried. */
const maxLongRows = 1_000;

/**
 * Runs a row and stores how it ended. Rejects if that could not be stored. `longRows` keeps those that were given back because
 * other long documents were being printed, by job and number: they are not filled again before there is a place for them.
 */
export async function runRow(
  context: ServerContext,
  row: ClaimedRow,
  signal: AbortSignal,
  longRows: Set<string>,
): Promise<void> {
  const { store, metrics, log, now } = context;
  const { claim, job, attempts } = row;
  const requestId = randomUUID();
  const facts = { jobId: job.id, row: claim.number, requestId, team: job.teamId, token: job.tokenId };
  const key = `${job.id} ${claim.number}`;
  const done = context.work.begin();
  try {
    if (attempts > jobLimits.attempts) throw crashed();
    if (signal.aborted) throw signal.reason;
    if (longRows.delete(key) && !context.longLane.hasPlace(job.teamId)) throw new LongLaneBusy();
    if (claim.number === 0) await mergeRows(context, row, signal, requestId);
    else await callRoute(context, row, signal, requestId);
    metrics.jobRows.inc({ outcome: 'finished' });
    log.info(facts, 'row finished');
  } catch (error) {
    if (signal.reason === rowLost) return;
    if (error instanceof LongLaneBusy && longRows.size < maxLongRows) longRows.add(key);
    const { status, body } = toFailureResponse(error, requestId);
    const code = error instanceof Failure ? error.code : undefined;
    const isCounted = code === undefined || !passing.has(code);
    if (status === 503 && (!isCounted || attempts < jobLimits.attempts)) {
      log.info({ ...facts, code }, 'row given back');
      await store.jobs.claims.release(claim, {
        at: now(),
        pauseMs: pauseAfter(code, attempts),
        isCounted,
      });
      return;
    }
    if (status === 500) log.error({ ...facts, err: error }, 'row failed');
    else log.info({ ...facts, code: body.code, advice: await adviceFor(context, job, code) }, 'row failed');
    const failure = (
      code === 'row_crashed' ? { message: (error as Failure).message, code } : body
    ) as JobError;
    // The other rows of the job would fail in the same way.
    await store.jobs.claims.fail(claim, failure, { at: now(), stopsJob: code === 'quota_exhausted' });
    metrics.jobRows.inc({ outcome: 'failed' });
  } finally {
    done();
  }
}

/** The command with which the operator lifts the limit that refused the row. */
async function adviceFor(
  { store, config }: ServerContext,
  { teamId }: Job,
  code: ErrorCode | undefined,
): Promise<string | undefined> {
  const team = code === undefined ? undefined : await store.teams.byId(teamId).catch(() => undefined);
  return code && team && liftForLog(code, team, config);
}

async function callRoute(
  context: ServerContext,
  { claim, job, filename }: ClaimedRow,
  signal: AbortSignal,
  requestId: string,
): Promise<void> {
  const handler = handlers[job.route as RouteName];
  const team = await context.store.teams.byId(job.teamId);
  if (!handler || !team) throw new Error(`Job ${job.id} cannot be run.`);
  const input = await context.store.jobs.inputs.read(claim.jobId, claim.number);
  await handler({
    context,
    caller: { tokenId: job.tokenId, team, scopes: [] },
    parameters: job.templateId === null ? {} : { template_id: String(job.templateId) },
    query: {},
    ...(await toBody(context, job, input, signal)),
    keyClaim: undefined,
    row: {
      claim,
      filename: filename ?? undefined,
      version: job.version ?? undefined,
      expiresAt: jobDocumentsExpireAt(job),
      protection: readStoredProtection(job.options),
      onProgress: reportProgress(context, claim),
    },
    requestId,
    signal,
  });
}

/** Milliseconds between two reports of a row. */
const reportMs = 1_000;

/** Returns what stores how far a long document is printed. A report that cannot be stored is left out. */
function reportProgress(
  { store, log }: Pick<ServerContext, 'store' | 'log'>,
  claim: ClaimedRow['claim'],
): OnProgress {
  let next = 0;
  let isStoring = false;
  return (done, total, unit) => {
    if (isStoring || performance.now() < next) return;
    isStoring = true;
    next = performance.now() + reportMs;
    store.jobs.claims
      .report(claim, { done, total, unit })
      .catch((error) => log.warn({ err: error, jobId: claim.jobId }, 'progress could not be stored'))
      .finally(() => {
        isStoring = false;
      });
  };
}

interface JobOptions {
  readonly content_type?: string;
  readonly metadata?: object;
  readonly config?: { readonly sign?: object };
  readonly output?: string;
}

async function toBody(
  context: ServerContext,
  job: Job,
  input: Buffer,
  signal: AbortSignal,
): Promise<Pick<RouteCall, 'body' | 'form'>> {
  const { content_type: contentType, metadata, config, output } = job.options as JobOptions;
  if (contentType?.startsWith('multipart/')) {
    const form = new FormBody(input, parseBoundary(contentType));
    return { body: undefined, form: await context.bodies.readForm(form, { team: job.teamId, signal }) };
  }
  // The input of a batch is the data alone, byte for byte as it was sent.
  // The PDF of all rows is signed, and not each of them.
  const { sign, ...unsigned } = config ?? {};
  const own = output === 'merged' ? unsigned : config;
  const settings = Object.entries({ metadata, config: own }).flatMap(([key, value]) =>
    value ? [`"${key}":${JSON.stringify(value)},`] : [],
  );
  const body =
    job.kind === 'batch'
      ? Buffer.concat([Buffer.from(`{${settings.join('')}"data":`), input, Buffer.from('}')])
      : input;
  return { body: body.length <= maxInlineCharacters ? decodeBody(body) : body };
}

function crashed(): Failure {
  const times = jobLimits.attempts;
  return new Failure(
    'row_crashed',
    `This row was begun ${times} times, and each time its server ended before it was done.`,
  );
}
