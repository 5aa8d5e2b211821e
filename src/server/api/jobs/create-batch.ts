/** `POST /batches`: one PDF for each row of data, as a job. */
import { type BatchRequest, batchQuerySchema, batchRowsQuerySchema } from '#contract/api/jobs-schema';
import { Failure } from '#contract/errors';
import { assertProtectable } from '#render/sealing/requested-protection';
import type { NewJobRow } from '#store/jobs/job-records';
import { requireFeature } from '../../billing/require-feature.ts';
import { validate } from '../../http/body/request-body.ts';
import { unpackRows } from '../../http/rows/packed-rows.ts';
import { openJob, startJob } from '../../jobs/start-job.ts';
import { storeProtection } from '../../jobs/stored-protection.ts';
import { findSignature } from '../../signing/find-signature.ts';
import type { RouteCall, RouteHandler } from '../route.ts';
import { publishedVersion, visibleTemplate } from '../visible-template.ts';

type BatchOptions = Omit<BatchRequest, 'rows'>;

interface SentBatch {
  readonly options: BatchOptions;
  readonly isOpen: boolean;
  readonly rows: readonly NewJobRow[];
}

export const createBatch: RouteHandler = async (call) => {
  const { context, caller, keyClaim } = call;
  const { options, isOpen, rows } = call.rows ? await readRowsBody(call) : await readJsonBody(call);
  const { template_id: templateId, output, metadata } = options;
  if (output === 'merged') requireFeature(caller.team, 'merge');
  if (metadata && Object.keys(metadata).length > 0) requireFeature(caller.team, 'metadata');
  assertProtectableBatch(options);
  await findSignature(context, options.config?.sign, {
    teamId: caller.team.id,
    isProtected: options.config?.protection !== undefined,
  });
  const template = await visibleTemplate(context.store, caller.team, templateId);
  const job = {
    teamId: caller.team.id,
    tokenId: caller.tokenId,
    kind: 'batch',
    route: 'generate',
    templateId: template.id,
    version: publishedVersion(template),
    options: { ...options, ...storeProtection(options.config) },
  } as const;
  if (isOpen) return await openJob(context, { job, keyClaim });
  return await startJob(context, { job, rows, keyClaim });
};

/** The labels of the template are checked with each row, before it is charged. */
function assertProtectableBatch({ config }: BatchOptions): void {
  if (config?.protection) assertProtectable({ pdfa: config.pdfa, isInvoice: false, isReproducible: false });
}

async function readJsonBody({ context, caller, query, body: sent, signal }: RouteCall): Promise<SentBatch> {
  const { open: isOpen = false, group_by: groupBy, items } = validate(batchQuerySchema, query);
  const given = groupBy !== undefined ? 'group_by' : items !== undefined ? 'items' : undefined;
  if (given) throw invalid(given, `The ${given} parameter is for rows of CSV and NDJSON.`);
  const { options, rows } = await context.bodies.readBatch(sent, { team: caller.team.id, signal });
  if (isOpen && rows) throw invalid('rows', 'The rows must be added to an open batch after it was created.');
  if (!isOpen && !rows) throw invalid('rows', 'The rows field is required.');
  return { options, isOpen, rows: rows ? unpackRows(rows) : [] };
}

async function readRowsBody({ context, caller, query, rows, signal }: RouteCall): Promise<SentBatch> {
  const {
    open: isOpen = false,
    delimiter,
    typed,
    decimal,
    group_by: groupBy,
    items,
    ...options
  } = validate(batchRowsQuerySchema, query);
  if (isOpen) throw invalid('open', 'The rows must be added to an open batch after it was created.');
  if (!rows) throw new Failure('internal', 'A request without rows was read as rows.');
  const { bytes, format } = rows;
  const { filename, output } = options;
  const template = await visibleTemplate(context.store, caller.team, options.template_id);
  const { schema } = await context.templates.version(template.id, publishedVersion(template));
  const packed = await context.bodies.readRows(
    {
      rows: bytes,
      format,
      delimiter,
      typed,
      decimal,
      groupBy,
      items,
      schema,
      filename: output === 'merged' ? undefined : filename,
      offset: 0,
    },
    { team: caller.team.id, signal },
  );
  if (packed.ends.length === 0) throw invalid('body', 'The body must have at least one row.');
  return { options, isOpen, rows: unpackRows(packed) };
}

const invalid = (field: string, message: string) =>
  new Failure('invalid_request', message, { errors: { [field]: [message] } });
