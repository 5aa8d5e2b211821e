/** Builds the OpenAPI 3.1 document from the rows of `contract/api/routes.ts`. */
import type { z } from 'zod';
import { apiPrefix, failures, type Route, type RouteName, routes } from '../api/routes.ts';
import { bodyLimit, idempotencyKey, maxJsonValues, maxTemplateId, rateLimit } from '../limits.ts';
import { errorSchema, serverErrorSchema } from '../responses-schema.ts';
import { downloadPaths } from './download-paths.ts';
import { exampleTemplateId, failureExamples, routeExamples } from './examples.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';

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
        description: `${row.description} ${costOf(row)}`,
        tags: [row.path.startsWith('/templates') ? 'Templates' : row.path === '/usage' ? 'Usage' : 'HTML'],
        parameters: createParameters(row),
        ...(row.body
          ? {
              requestBody: {
                required: true,
                content: {
                  'application/json': {
                    schema: schemaOf(row.body, 'input'),
                    ...examplesOf(routeExamples[operationId as RouteName].bodies),
                  },
                  ...(row.form
                    ? {
                        'multipart/form-data': {
                          schema: schemaOf(row.form, 'input'),
                          ...examplesOf(routeExamples[operationId as RouteName].forms),
                        },
                      }
                    : {}),
                },
              },
            }
          : {}),
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
    tags: [{ name: 'Templates' }, { name: 'HTML' }, { name: 'Usage' }, { name: 'Documents' }],
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

const costOf = ({ cost }: Route): string =>
  cost === 0 ? 'Costs nothing.' : cost === 1 ? 'Costs 1 credit.' : 'Costs 1 credit for each document.';

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

function createParameters(row: Route): object[] {
  const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer', minimum: 1, maximum: maxTemplateId },
    description: 'Template identifier.',
    example: exampleTemplateId,
  }));
  const inQuery = row.query ? Object.keys(row.query.shape) : [];
  const query = inQuery.map((name) => ({
    name,
    in: 'query',
    required: false,
    // The schema of the row describes the text of the query string; the documented type is the number in it.
    schema: { type: 'integer', minimum: 1, default: 1 },
    description: 'The first page is the default.',
  }));
  const idempotency = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: idempotencyKey.maxLength },
    description: `The same key and body within ${idempotencyKey.keptHours} hours return the first response again, charged once, even if the template, its schema or the plan has changed in the meantime. With \`output: url\` it is the same document, under a new address if the first one has expired; with \`output: upload\` it is not uploaded again. PDFs and 422 errors of the Twig or the page are kept; after any other error, the key may be used again.`,
  };
  return [...inPath, ...query, ...(row.cost === 0 ? [] : [idempotency])];
}

function createResponses(
  row: Route,
  responses: Readonly<Record<string, object>>,
  schemaOf: SchemaOf,
): object {
  const json = (schema: z.ZodType) => ({ schema: schemaOf(schema, 'output') });
  const success = {
    description: row.returnsPdf
      ? 'The PDF, in the form that `output` asks for: JSON for `base64`, `url` and `upload`, the PDF itself for `binary`. Read the `Content-Type`.'
      : 'Success.',
    headers: createHeaders(row, 200),
    content: {
      'application/json': { ...json(row.response), ...examplesOf(responses) },
      ...(row.returnsPdf ? { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } : {}),
    },
  };
  const statuses = [...new Set([401, 403, 429, 500, 503, ...row.failures] as const)].sort((a, b) => a - b);
  const errorResponses = statuses.map((status) => {
    const { description, schema } = failures[status];
    const content = { 'application/json': { ...json(schema), ...examplesOf(failureExamples[status]) } };
    return [status, { description, headers: createHeaders(row, status), content }];
  });
  return { 200: success, ...Object.fromEntries(errorResponses) };
}

const headers = {
  'X-RateLimit-Limit': { description: 'Maximum requests per minute.', schema: { type: 'integer' } },
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
  'Content-Disposition': {
    description: 'For a PDF: `attachment` with its filename. JSON responses have none.',
    schema: { type: 'string' },
    example: 'attachment; filename="certificate.pdf"',
  },
  Allow: {
    description: 'The methods that the path supports.',
    schema: { type: 'string' },
    example: 'GET, HEAD',
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
} as const;

function createHeaders(row: Route, status: number): object {
  const isPresent: Partial<Record<string, boolean>> = {
    'Content-Disposition': row.returnsPdf && status === 200,
    Allow: false,
    'Retry-After': status === 409 || status === 429 || status === 503,
    'Idempotency-Replayed': row.cost !== 0 && (status === 200 || status === 422),
    'Pdfapi-Warning': /\/(?:generate|merge|html-to-pdf)$/.test(row.path) && status === 200,
  };
  const names = Object.keys(headers).filter((name) => isPresent[name] ?? true);
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
