/** `POST /batches/{job_id}/rows`: adds rows to an open batch, in as many requests as it takes. */
import { addRowsQuerySchema } from '#contract/api/jobs-schema';
import { Failure } from '#contract/errors';
import { validate } from '../../http/body/request-body.ts';
import { unpackRows } from '../../http/rows/packed-rows.ts';
import { showJob, visibleJob } from '../../jobs/show-job.ts';
import type { RouteHandler } from '../route.ts';

export const addBatchRows: RouteHandler = async ({ context, caller, parameters, query, rows, signal }) => {
  const { offset, delimiter, typed, decimal } = validate(addRowsQuerySchema, query);
  if (Object.hasOwn(query as object, 'group_by')) {
    const message =
      'Rows are grouped by POST /batches, with all of them in one body: here, a group could be divided.';
    throw new Failure('invalid_request', message, { errors: { group_by: [message] } });
  }
  const { id, options, templateId, version } = await visibleJob(context, caller.team, parameters.job_id);
  if (!rows) {
    throw new Failure(
      'unsupported_type',
      'The request body must be rows: Content-Type: application/x-ndjson or text/csv.',
    );
  }
  const { output, filename } = options as { output?: string; filename?: string };
  const isOfTemplate = templateId !== null && version !== null;
  const { schema } = isOfTemplate ? await context.templates.version(templateId, version) : {};
  const packed = await context.bodies.readRows(
    {
      rows: rows.bytes,
      format: rows.format,
      delimiter,
      typed,
      decimal,
      schema,
      filename: output === 'merged' ? undefined : filename,
      offset,
    },
    { team: caller.team.id, signal },
  );
  const job = await context.store.jobs.append(id, { offset, rows: unpackRows(packed) });
  return { json: { data: await showJob(context, job) } };
};
