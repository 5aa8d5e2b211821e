/** Builds the OpenAPI 3.1 document from the rows of `contract/api/routes.ts`. */

import type { z } from 'zod';
import { liftCommand } from '../admin-commands.ts';
import { jobResponseSchema } from '../api/jobs-schema.ts';
import { apiPrefix, failures, type Route, type RouteName, routes } from '../api/routes.ts';
import { bodyLimit, maxJsonValues, rateLimit } from '../limits.ts';
import { errorSchema, serverErrorSchema } from '../responses-schema.ts';
import { downloadPaths } from './download-paths.ts';
import { acceptedExample, exampleJobId, failureExamples, routeExamples } from './examples.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';
import { createParameters } from './parameters.ts';

interface OpenApiOptions {
  /** The public address of the server, without a path. */
  readonly serverUrl: string;
  readonly version: string;
}

export function openApiDocument({ serverUrl, version }: OpenApiOptions) {
  const components: Record<string, JsonSchema> = {};
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => toJsonSchema(schema, io, components);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [operationId, row] of Object.entries<Route>(routes)) {
    const path = `${apiPrefix}${row.path}`;
    paths[path] = {
      ...paths[path],
      [row.method.toLowerCase()]: {
        operationId,
        summary: row.summary,
        description: `${row.description} ${costs[row.cost]}`,
        tags: [tagOf(row)],
        parameters: createParameters(row),
        ...createBody(row, routeExamples[operationId as RouteName], schemaOf),
        responses: createResponses(row, routeExamples[operationId as RouteName].responses, schemaOf),
      },
    };
  }
  Object.assign(
    paths,
    downloadPaths({
      error: schemaOf(errorSchema, 'output'),
      serverError: schemaOf(serverErrorSchema, 'output'),
    }),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'pdfapi HTTP API',
      version,
      description: `JSON in, PDF out. Requests with a body are \`application/json\` (\`POST /html-to-pdf\` also accepts \`multipart/form-data\`), at most ${bodyLimit / 1024 / 1024} MB unless the operator configures another limit, with at most ${maxJsonValues.toLocaleString('en')} JSON values (object keys and array elements). Unknown fields are rejected. ${rateLimit.requests} requests per minute and team by default. Retry 409, 429 and 503 after \`Retry-After\` seconds with exponential backoff; never retry 402, and 504 only with a change or if the server was busy. Every error body has a \`message\` for people and a \`code\` for programs. Call the API from a server: a token grants access to everything its team has, so responses carry no CORS headers and pages of other origins cannot read them. A known path with another method results in 405 with \`Allow\`, an unknown path in 404.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    security: [{ token: [] }],
    tags: ['Templates', 'HTML', 'Jobs', 'Usage', 'Documents'].map((name) => ({ name })),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token of a team.' },
      },
      headers,
      responses: {
        MethodNotAllowed: {
          description: 'The path does not support this method. No operation described here returns this.',
          headers: {
            Allow: { $ref: '#/components/headers/Allow' },
            'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
          },
          content: { 'application/json': { schema: schemaOf(errorSchema, 'output') } },
        },
      },
    },
  };
}

const costs = {
  0: 'Costs nothing.',
  1: 'Costs 1 credit.',
  documents: 'Costs 1 credit for each document.',
  rows: 'Costs 1 credit for each finished row.',
} as const;

const tags = { templates: 'Templates', usage: 'Usage', jobs: 'Jobs', batches: 'Jobs' } as const;

const tagOf = ({ path }: Route): string => tags[path.split('/')[1] as keyof typeof tags] ?? 'HTML';

/** Rows in a body of their own, one of which has the name `Ada`. */
const rowBodies = {
  'application/x-ndjson': { schema: { type: 'string' }, example: '{ "name": "Ada" }\n{ "name": "Grace" }\n' },
  'text/csv': { schema: { type: 'string' }, example: 'name\nAda\nGrace\n' },
} as const;

function createBody(
  { body, form, takesRows }: Route,
  { bodies, forms }: { readonly bodies?: Named; readonly forms?: Named },
  schemaOf: SchemaOf,
): object {
  if (!body && !takesRows) return {};
  const content = (schema: z.ZodType, examples?: Named) => ({
    schema: schemaOf(schema, 'input'),
    ...examplesOf(examples),
  });
  return {
    requestBody: {
      required: true,
      content: {
        ...(body ? { 'application/json': content(body, bodies) } : {}),
        ...(form ? { 'multipart/form-data': content(form, forms) } : {}),
        ...(takesRows ? rowBodies : {}),
      },
    },
  };
}

type Named = Readonly<Record<string, object>>;

const examplesOf = (bodies: Readonly<Record<string, object>> = {}): object =>
  Object.keys(bodies).length === 0
    ? {}
    : {
        examples: Object.fromEntries(
          Object.entries(bodies).map(([name, value]) => [nameOf(name), { summary: name, value }]),
        ),
      };

/** Converts `A download address` to `aDownloadAddress`, so that the summary serves as a key. */
const nameOf = (summary: string): string =>
  summary.toLowerCase().replace(/\W+(\w)/g, (_match, letter: string) => letter.toUpperCase());

type SchemaOf = (schema: z.ZodType, io: 'input' | 'output') => JsonSchema;

function createResponses(
  row: Route,
  responses: Readonly<Record<string, object>>,
  schemaOf: SchemaOf,
): object {
  const json = (schema: z.ZodType) => ({ schema: schemaOf(schema, 'output') });
  const { success: status = 200 } = row;
  const success = {
    description: row.returnsFile
      ? 'The PDF or the ZIP.'
      : row.returnsPdf
        ? 'The PDF, in the form that `output` asks for: JSON for `base64`, `url` and `upload`, the PDF itself for `binary`. Read the `Content-Type`.'
        : 'Success.',
    headers: createHeaders(row, status),
    content: {
      ...(row.returnsFile ? {} : { 'application/json': { ...json(row.response), ...examplesOf(responses) } }),
      ...(row.returnsPdf || row.returnsFile ? { 'application/pdf': binary } : {}),
      ...(row.returnsImage ? { 'image/png': binary, 'image/jpeg': binary, 'image/webp': binary } : {}),
      ...(row.returnsFile ? { 'application/zip': binary } : {}),
    },
  };
  const accepted = {
    description: 'With `Prefer: respond-async`: the request was stored as a job.',
    headers: createHeaders(row, 202),
    content: { 'application/json': { ...json(jobResponseSchema), ...examplesOf(acceptedExample) } },
  };
  const statuses = [...new Set([401, 403, 429, 500, 503, ...row.failures] as const)].sort((a, b) => a - b);
  const errorResponses = statuses.map((status) => {
    const { description, schema } = failures[status];
    const content = { 'application/json': { ...json(schema), ...examplesOf(failureExamples[status]) } };
    return [status, { description, headers: createHeaders(row, status), content }];
  });
  return {
    [status]: success,
    ...(row.returnsPdf ? { 202: accepted } : {}),
    ...Object.fromEntries(errorResponses),
  };
}

const binary = { schema: { type: 'string', format: 'binary' } } as const;

const headers = {
  'X-RateLimit-Limit': {
    description: 'Maximum requests per minute. Left out, as the other two are, for a team without a limit.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Remaining': {
    description: 'Requests remaining in the current window.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Reset': {
    description: 'End of the current window, Unix timestamp in seconds.',
    schema: { type: 'integer' },
  },
  'X-Request-Id': { description: 'Identifies this request in the logs.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  'WWW-Authenticate': {
    description: 'How a token is sent, or `error="invalid_token"` if the one that was sent is not valid.',
    schema: { type: 'string' },
  },
  'Content-Disposition': {
    description:
      'For a PDF: `attachment` with its filename, and with `filename*` if it is not ASCII (RFC 6266). JSON responses have none.',
    schema: { type: 'string' },
    example: 'attachment; filename="certificate.pdf"',
  },
  Allow: {
    description: 'The methods that the path supports.',
    schema: { type: 'string' },
    example: 'GET, HEAD',
  },
  Location: {
    description: 'The address of the job, relative to the server.',
    schema: { type: 'string' },
    example: `/api/v1/jobs/${exampleJobId}`,
  },
  'Preference-Applied': {
    description: '`respond-async`, or the seconds of `Prefer: wait=…` that the server was ready to wait.',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: '`true` if this repeats the first response to the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  'Pdfapi-Warning': {
    description:
      'A PDF was made but is most likely not what was intended: the data has no variable of the template, no data was given for HTML with `{{ ... }}`, or the HTML asks for a page size or for glyphs that browsers do not print.',
    schema: { type: 'string' },
  },
  'Pdfapi-Hint': {
    description:
      'The command with which the operator of the server lifts the limit. Left out on servers that sell credits.',
    schema: { type: 'string' },
    example: liftCommand('default', '--plan unlimited'),
  },
} as const;

function createHeaders(row: Route, status: number): object {
  const isPresent: Partial<Record<string, boolean | undefined>> = {
    'Content-Disposition': (row.returnsPdf || row.returnsFile) && status === 200,
    Location: status === 202,
    'Preference-Applied':
      (row.returnsPdf && status === 202) || (row.path === '/jobs/{job_id}' && status === 200),
    Allow: false,
    'Retry-After': status === 409 || status === 429 || status === 503,
    'WWW-Authenticate': status === 401,
    'Idempotency-Replayed': row.cost !== 0 && (status === 200 || status === 202 || status === 422),
    'Pdfapi-Warning': /\/(?:generate|merge|html-to-pdf)$/.test(row.path) && status === 200,
    'Pdfapi-Hint': status === 402 || status === 403 || status === 429,
  };
  const names = Object.keys(headers).filter((name) => isPresent[name] ?? true);
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
