/**
 * The management routes, one row per route. The server serves these rows, and the OpenAPI document describes them. Those
 * for webhooks are in a file of their own.
 */
import { errorSchema, serverErrorSchema, validationErrorSchema } from '../responses-schema.ts';
import type { ManageRoute } from './manage-route.ts';
import {
  conflictSchema,
  deleteQuerySchema,
  deleteResponseSchema,
  filesResponseSchema,
  managedTemplateResponseSchema,
  managedTemplatesSchema,
  publishResponseSchema,
  publishSchema,
  pushFaultsSchema,
  pushResponseSchema,
  pushSchema,
  renameResponseSchema,
  renameSchema,
  scopeSchema,
  versionResponseSchema,
} from './manage-schema.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** The possible errors of the routes. */
export const manageFailures = {
  401: { description: 'Missing or invalid API token.', schema: errorSchema },
  403: {
    description:
      'The token lacks the scope in `required_scope`, the template belongs to another account, or the account’s email address is not verified.',
    schema: scopeSchema,
  },
  404: { description: 'The template, version, webhook or delivery does not exist.', schema: errorSchema },
  409: {
    description:
      'The latest version is not the one given as `base`, or another template has the name; `template_id` identifies it. Or the webhook is disabled, or the team has too many.',
    schema: conflictSchema,
  },
  413: { description: 'The request body is too large.', schema: errorSchema },
  415: { description: 'The request body is not JSON, or is compressed.', schema: errorSchema },
  422: { description: 'The request or the template is invalid. Nothing is stored.', schema: errorSchema },
  429: { description: 'Rate limit exceeded; it is shared with the API.', schema: errorSchema },
  500: { description: 'The server failed. Nothing is stored.', schema: serverErrorSchema },
  503: { description: 'The server is stopping, or cannot store anything.', schema: errorSchema },
} as const;

const scope = 'templates:write';
const changing = { 413: errorSchema, 415: errorSchema, 503: errorSchema };

export const manageRoutes = {
  listManagedTemplates: {
    scope,
    method: 'GET',
    path: '/templates',
    summary: 'List templates with their versions',
    description: 'All templates of the token’s team in one response, most recently changed first.',
    response: managedTemplatesSchema,
    failures: {},
  },
  pushTemplate: {
    scope,
    method: 'PUT',
    path: '/templates',
    summary: 'Store a template under its name',
    description:
      'Checks the files like `templates check` and creates a version from them. If they equal the latest version, no version is created. A draft may have errors, which the response lists; with `publish`, they reject it.',
    body: pushSchema,
    response: pushResponseSchema,
    failures: { ...changing, 409: conflictSchema, 422: pushFaultsSchema },
  },
  getManagedTemplate: {
    scope,
    method: 'GET',
    path: '/templates/{template_id}',
    summary: 'Get a template with all its versions',
    description: 'One template of the token’s team.',
    response: managedTemplateResponseSchema,
    failures: { 404: errorSchema },
  },
  renameTemplate: {
    scope,
    method: 'PATCH',
    path: '/templates/{template_id}',
    summary: 'Rename a template',
    description:
      'Its id and versions stay the same. A name that another template of the team has is rejected.',
    body: renameSchema,
    response: renameResponseSchema,
    failures: { ...changing, 404: errorSchema, 409: conflictSchema, 422: validationErrorSchema },
  },
  deleteTemplate: {
    scope,
    method: 'DELETE',
    path: '/templates/{template_id}',
    summary: 'Delete a template',
    description:
      'From now on, the API responds with 404 for it, and its name is free. Charges and documents are kept; its id is never reused.',
    query: deleteQuerySchema,
    response: deleteResponseSchema,
    failures: { 404: errorSchema, 409: conflictSchema, 422: validationErrorSchema, 503: errorSchema },
  },
  publishTemplate: {
    scope,
    method: 'PUT',
    path: '/templates/{template_id}/published',
    summary: 'Publish a version',
    description:
      'From now on, the API renders this version. Publish an earlier version to go back to it. A draft with errors is rejected with its errors.',
    body: publishSchema,
    response: publishResponseSchema,
    failures: { ...changing, 404: errorSchema, 422: pushFaultsSchema },
  },
  getTemplateVersion: {
    scope,
    method: 'GET',
    path: '/templates/{template_id}/versions/{version}',
    summary: 'Get a version: the hashes of its files',
    description: 'The files of a version, without their contents.',
    response: versionResponseSchema,
    failures: { 404: errorSchema },
  },
  getTemplateFiles: {
    scope,
    method: 'GET',
    path: '/templates/{template_id}/versions/{version}/files',
    summary: 'Get the files of a version',
    description: 'Every file, byte for byte as it was pushed.',
    response: filesResponseSchema,
    failures: { 404: errorSchema },
  },
  ...webhookRoutes,
} as const satisfies Record<string, ManageRoute>;

export type ManageRouteName = keyof typeof manageRoutes;
