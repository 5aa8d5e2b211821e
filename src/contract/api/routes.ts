/** The API, one row per route. The server serves these rows, and the OpenAPI document describes them. */
import type { z } from 'zod';
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
import { htmlToPdfFormSchema } from './form-schema.ts';
import { generateSchema, htmlToPdfSchema, listTemplatesSchema, mergeSchema } from './requests-schema.ts';

export const apiPrefix = '/api/v1';

export interface Route {
  readonly method: 'GET' | 'POST';
  /** Below `apiPrefix`, with parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** PDFs charged on success. `documents` means one for each document of a merge. */
  readonly cost: 0 | 1 | 'documents';
  /** The plan feature that the route requires. */
  readonly feature?: keyof typeof requiredPlan;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** The body as multipart/form-data, for routes that accept files. */
  readonly form?: z.ZodObject;
  readonly response: z.ZodType;
  /** Whether the response may also be the PDF itself or a link to it. */
  readonly returnsPdf: boolean;
  /** Statuses in addition to 200 and those that every route has. */
  readonly failures: readonly (keyof typeof failures)[];
}

/** Every error of the API: its meaning, and the schema of its body. */
export const failures = {
  401: { description: 'Missing or invalid API token (`unauthenticated`).', schema: errorSchema },
  402: {
    description: 'Monthly quota and prepaid credits are both used up (`quota_exhausted`). Do not retry.',
    schema: paymentRequiredSchema,
  },
  403: {
    description:
      'The template belongs to another account (`foreign_template`), the account’s email address is not verified (`email_unverified`), or the plan lacks the feature (`plan_required`; the field `required_plan` names the plan).',
    schema: forbiddenSchema,
  },
  404: { description: 'Template not found (`template_not_found`).', schema: errorSchema },
  409: {
    description:
      'A request with this `Idempotency-Key` is still running (`still_running`). Send the same request again after `Retry-After` seconds.',
    schema: errorSchema,
  },
  410: {
    description: 'The document of this `Idempotency-Key` no longer exists (`document_gone`). Send a new key.',
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
    description: 'Rate limit exceeded (`rate_limited`). `Retry-After` states the seconds to wait.',
    schema: errorSchema,
  },
  500: {
    description: 'PDF generation failed (`server_failed`). Nothing is charged.',
    schema: serverErrorSchema,
  },
  503: {
    description:
      'The render queue is full (`queue_full`), there is not enough memory for all documents together (`memory_full`), the server is stopping (`server_stopping`), or it has no browser (`browser_failed`) or no disk space (`database_failed`) right now, or the server stood still for so long that the request was given up (`lease_expired`), or requests of the team that are still running hold the rest of its quota (`quota_reserved`). Nothing is charged. Retry after `Retry-After` seconds.',
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
    failures: rendering,
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
