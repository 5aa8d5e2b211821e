/** The API, one row per route. The server serves these rows, and the OpenAPI document describes them. */
import type { z } from 'zod';
import { jobLimits } from '../limits.ts';
import type { requiredPlan } from '../plans.ts';
import {
  errorSchema,
  forbiddenSchema,
  generationSchema,
  paymentRequiredSchema,
  serverErrorSchema,
  templatePageSchema,
  templateResponseSchema,
  usageResponseSchema,
  validationErrorSchema,
} from '../responses-schema.ts';
import {
  addRowsQuerySchema,
  batchQuerySchema,
  batchSchema,
  getJobSchema,
  jobPageSchema,
  jobResponseSchema,
  jobRowPageSchema,
  jobRowsSchema,
  listJobsSchema,
} from './jobs-schema.ts';
import {
  generateSchema,
  htmlToPdfFormSchema,
  htmlToPdfSchema,
  listTemplatesSchema,
  mergeSchema,
} from './requests-schema.ts';

export const apiPrefix = '/api/v1';

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `apiPrefix`, with parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** PDFs charged on success. `documents` means one for each document of a merge, `rows` one for each finished row. */
  readonly cost: 0 | 1 | 'documents' | 'rows';
  /** The plan feature that the route requires. */
  readonly feature?: keyof typeof requiredPlan;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** The body as multipart/form-data, for routes that accept files. */
  readonly form?: z.ZodObject;
  /** Whether the body may also be rows: CSV or NDJSON. Without `body`, it must be. */
  readonly takesRows?: boolean;
  readonly response: z.ZodType;
  /** Default: 200. */
  readonly success?: 200 | 202;
  /** Whether the response is a file instead of JSON. */
  readonly returnsFile?: boolean;
  /** Whether the response may also be the PDF itself or a link to it. */
  readonly returnsPdf: boolean;
  /** Whether the response may also be an image of a page. */
  readonly returnsImage?: boolean;
  /** Statuses in addition to 200 and those that every route has. */
  readonly failures: readonly (keyof typeof failures)[];
}

/** Every error of the API: its meaning, and the schema of its body. */
export const failures = {
  401: {
    description:
      'Missing or invalid API token (`unauthenticated`). Send it as `Authorization: Bearer <token>`; the header `WWW-Authenticate` says whether one was found.',
    schema: errorSchema,
  },
  402: {
    description: 'Monthly quota and prepaid credits are both used up (`quota_exhausted`). Do not retry.',
    schema: paymentRequiredSchema,
  },
  403: {
    description:
      'The template belongs to another account (`foreign_template`), the account’s email address is not verified (`email_unverified`), or the plan lacks the feature (`plan_required`; the field `required_plan` names the plan).',
    schema: forbiddenSchema,
  },
  404: {
    description:
      'Template not found (`template_not_found`), job not found (`job_not_found`), or a job that ended without a result (`no_result`).',
    schema: errorSchema,
  },
  409: {
    description:
      'A request with this `Idempotency-Key` is still running (`still_running`), or a job has not ended (`job_running`). Send the same request again after `Retry-After` seconds.',
    schema: errorSchema,
  },
  410: {
    description:
      'The document of this `Idempotency-Key` or job no longer exists (`document_gone`). Send a new key.',
    schema: errorSchema,
  },
  413: {
    description: 'The request body is too large (`body_too_large`). The message states the limit.',
    schema: errorSchema,
  },
  415: {
    description:
      'The request body is neither JSON nor another type that the operation accepts (`unsupported_type`), or is compressed (`unsupported_encoding`).',
    schema: errorSchema,
  },
  422: {
    description:
      'An invalid field (`invalid_request`), data that does not match the schema of the template (`invalid_data`), a Twig error in a template (`invalid_template`), invalid page settings (`invalid_option`), a template without a published version (`not_published`), an `Idempotency-Key` of another request (`key_reused`), or a page that cannot be printed (`page_failed`, `document_navigated`, `memory_limit`), or a storage that did not take the PDF (`upload_failed`, with its status in `storage_status`). No credit is consumed.',
    schema: validationErrorSchema,
  },
  429: {
    description:
      'Rate limit exceeded (`rate_limited`), or too many unfinished jobs (`too_many_jobs`). `Retry-After` states the seconds to wait.',
    schema: errorSchema,
  },
  500: {
    description: 'PDF generation failed (`server_failed`). Nothing is charged.',
    schema: serverErrorSchema,
  },
  503: {
    description:
      'The render queue is full (`queue_full`), there is not enough memory for all documents together (`memory_full`), the server has reached a limit of its system (`system_limit`), the server is stopping (`server_stopping`), or it has no browser (`browser_failed`) or no disk space (`database_failed`) right now, or the server stood still for so long that the request was given up (`lease_expired`), or requests of the team that are still running hold the rest of its quota (`quota_reserved`), or the time-stamp authority of signatures gave no time stamp (`timestamp_failed`). Nothing is charged. Retry after `Retry-After` seconds.',
    schema: errorSchema,
  },
  504: {
    description:
      'The document did not finish within the operator’s time limit (`timeout`). Nothing is charged. The same request will most likely fail again: retry with a smaller document, or if the server may have been busy.',
    schema: errorSchema,
  },
} as const;

const rendering = [402, 409, 410, 413, 415, 422, 504] as const;

export const routes = {
  listTemplates: {
    method: 'GET',
    path: '/templates',
    summary: 'List templates',
    description:
      'The templates of the token’s team, 50 per page, newest first. A page beyond the last one is empty.',
    cost: 0,
    query: listTemplatesSchema,
    response: templatePageSchema,
    returnsPdf: false,
    failures: [422],
  },
  getTemplate: {
    method: 'GET',
    path: '/templates/{template_id}',
    summary: 'Get a template',
    description: 'One template of the token’s team.',
    cost: 0,
    response: templateResponseSchema,
    returnsPdf: false,
    failures: [404],
  },
  generate: {
    method: 'POST',
    path: '/templates/{template_id}/generate',
    summary: 'Generate a PDF from a template',
    description:
      'Fills the published version of the template with `data`. `metadata` requires the basic plan or above.',
    cost: 1,
    body: generateSchema,
    response: generationSchema,
    returnsPdf: true,
    returnsImage: true,
    failures: [404, ...rendering],
  },
  merge: {
    method: 'POST',
    path: '/templates/merge',
    summary: 'Generate documents and merge them into one PDF',
    description:
      'Documents in the order given, each with its own data: all of them or nothing. `metadata` is filled from the first document’s data; without it the file keeps the properties of its first document.',
    cost: 'documents',
    feature: 'merge',
    body: mergeSchema,
    response: generationSchema,
    returnsPdf: true,
    failures: [404, ...rendering],
  },
  htmlToPdf: {
    method: 'POST',
    path: '/html-to-pdf',
    summary: 'Render a PDF from HTML',
    description:
      'HTML with Twig, filled from `data`, without a saved template. JSON carries only the HTML; `multipart/form-data` also carries the images, styles and fonts that it refers to.',
    cost: 1,
    body: htmlToPdfSchema,
    form: htmlToPdfFormSchema,
    response: generationSchema,
    returnsPdf: true,
    returnsImage: true,
    failures: rendering,
  },
  createBatch: {
    method: 'POST',
    path: '/batches',
    summary: 'Generate a PDF for each row of data',
    description: `Stores the rows as a job and responds at once; see \`GET /jobs/{job_id}\`. Every row is rendered with the version of the template that is published now, and charged like a request. A row that fails is not charged and does not stop the others. Rows may also be sent as NDJSON or CSV, with the other fields in the query. With \`open=1\`, the batch waits for its rows and its start. At most ${jobLimits.rows.toLocaleString('en')} rows and ${jobLimits.open} unfinished jobs a team.`,
    cost: 'rows',
    query: batchQuerySchema,
    body: batchSchema,
    takesRows: true,
    response: jobResponseSchema,
    success: 202,
    returnsPdf: false,
    failures: [404, 409, 413, 415, 422],
  },
  addBatchRows: {
    method: 'POST',
    path: '/batches/{job_id}/rows',
    summary: 'Add rows to an open batch',
    description:
      'NDJSON or CSV, which has its header line in every request. `offset` is the number of rows before these, so that a request whose response was lost can be sent again.',
    cost: 0,
    query: addRowsQuerySchema,
    takesRows: true,
    response: jobResponseSchema,
    returnsPdf: false,
    failures: [404, 413, 415, 422],
  },
  startBatch: {
    method: 'POST',
    path: '/batches/{job_id}/start',
    summary: 'Start an open batch',
    description: 'Its rows are charged as they finish. A second start changes nothing.',
    cost: 0,
    response: jobResponseSchema,
    success: 202,
    returnsPdf: false,
    failures: [404, 422],
  },
  listJobs: {
    method: 'GET',
    path: '/jobs',
    summary: 'List jobs',
    description: `The team’s jobs, ${jobLimits.perPage} per page, newest first. A page beyond the last one is empty.`,
    cost: 0,
    query: listJobsSchema,
    response: jobPageSchema,
    returnsPdf: false,
    failures: [422],
  },
  getJob: {
    method: 'GET',
    path: '/jobs/{job_id}',
    summary: 'Get a job',
    description: `State, progress and result. \`wait\`, or \`Prefer: wait=…\`, delays the response until the job has ended. A job is removed ${jobLimits.keptHours} hours after its end, with its PDFs.`,
    cost: 0,
    query: getJobSchema,
    response: jobResponseSchema,
    returnsPdf: false,
    failures: [404, 422],
  },
  getJobRows: {
    method: 'GET',
    path: '/jobs/{job_id}/rows',
    summary: 'List the rows of a job',
    description: `Each with the address of its PDF, or with its error. ${jobLimits.rowsPerPage} per page.`,
    cost: 0,
    query: jobRowsSchema,
    response: jobRowPageSchema,
    returnsPdf: false,
    failures: [404, 422],
  },
  getJobResult: {
    method: 'GET',
    path: '/jobs/{job_id}/result',
    summary: 'Download the result of a job',
    description: 'The PDF of a request or of `output: merged`, or the ZIP of `output: zip`.',
    cost: 0,
    response: jobResponseSchema,
    returnsFile: true,
    returnsPdf: false,
    failures: [404, 409, 410],
  },
  cancelJob: {
    method: 'DELETE',
    path: '/jobs/{job_id}',
    summary: 'Cancel a job',
    description:
      'Rows that are not finished are not charged. Finished ones remain available. A job that has ended stays as it is.',
    cost: 0,
    response: jobResponseSchema,
    returnsPdf: false,
    failures: [404],
  },
  usage: {
    method: 'GET',
    path: '/usage',
    summary: 'Usage of the current month',
    description: 'Quota, prepaid credits and the last 31 days. Months and days are UTC.',
    cost: 0,
    response: usageResponseSchema,
    returnsPdf: false,
    failures: [],
  },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
