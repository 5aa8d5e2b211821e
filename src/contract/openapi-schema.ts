/** The OpenAPI 3.1 document, made from the rows of `routes-schema.ts`. */
import { z } from 'zod';
import { bodyLimit, idempotencyKey, rateLimit } from './limits.ts';
import { apiPrefix, failures, type Route, routes } from './routes-schema.ts';

interface OpenApiOptions {
  /** The address that callers reach the server at, without a path. */
  readonly serverUrl: string;
  readonly version: string;
}

type JsonSchema = Readonly<Record<string, unknown>>;

export function openApiDocument({ serverUrl, version }: OpenApiOptions) {
  const components: Record<string, JsonSchema> = {};
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => collect(schema, io, components);
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
        parameters: parametersOf(row),
        ...(row.body
          ? {
              requestBody: {
                required: true,
                content: { 'application/json': { schema: schemaOf(row.body, 'input') } },
              },
            }
          : {}),
        responses: responsesOf(row, schemaOf),
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Templates and PDF Generation API',
      version,
      description: `JSON in, PDF out. Requests with a body are \`application/json\`, at most ${bodyLimit / 1024 / 1024} MB unless the operator says otherwise. Unknown fields are refused. ${rateLimit.requests} requests a minute and team by default. Retry 429 and 503 after \`Retry-After\` seconds with exponential backoff; never retry 402.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    security: [{ token: [] }],
    tags: [{ name: 'Templates' }, { name: 'HTML' }, { name: 'Usage' }],
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token of a team.' },
      },
      headers,
    },
  };
}

const costOf = ({ cost }: Route): string =>
  cost === 0 ? 'Costs nothing.' : cost === 1 ? 'Costs 1 credit.' : 'Costs 1 credit for each document.';

type SchemaOf = (schema: z.ZodType, io: 'input' | 'output') => JsonSchema;

function parametersOf(row: Route): object[] {
  const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    description: 'Template identifier.',
  }));
  const inQuery = row.query ? Object.keys(row.query.shape) : [];
  const query = inQuery.map((name) => ({
    name,
    in: 'query',
    required: false,
    // A query string is text, and the schema sees it so; its meaning is a number.
    schema: { type: 'integer', minimum: 1, default: 1 },
    description: 'The first page is the default.',
  }));
  const idempotency = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: idempotencyKey.maxLength },
    description: `The same key and body within ${idempotencyKey.keptHours} hours give the first answer again, charged once. Answers that refuse the caller (401, 402, 403, 404, 429) and those of 500 and above are not kept.`,
  };
  return [...inPath, ...query, ...(row.cost === 0 ? [] : [idempotency])];
}

function responsesOf(row: Route, schemaOf: SchemaOf): object {
  const json = (schema: z.ZodType) => ({ 'application/json': { schema: schemaOf(schema, 'output') } });
  const success = {
    description: row.answersPdf ? 'The PDF, in the form that `output` asks for.' : 'Success.',
    headers: headersOf(200),
    content: {
      ...json(row.answer),
      ...(row.answersPdf ? { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } : {}),
    },
  };
  const statuses = [...new Set([401, 403, 429, 500, ...row.failures] as const)].sort((a, b) => a - b);
  const refused = statuses.map((status) => {
    const { description, schema } = failures[status];
    return [status, { description, headers: headersOf(status), content: json(schema) }];
  });
  return { 200: success, ...Object.fromEntries(refused) };
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
  'X-Request-Id': { description: 'Names this request in the logs.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
} as const;

function headersOf(status: number): object {
  const waits = status === 429 || status === 503;
  const names = Object.keys(headers).filter((name) => waits || name !== 'Retry-After');
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The schema as JSON Schema; those that have a name (`meta({ id })`) move to the components. */
function collect(schema: z.ZodType, io: 'input' | 'output', components: Record<string, JsonSchema>) {
  const { $schema, $defs, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  for (const [name, definition] of Object.entries($defs ?? {})) components[name] = clean(definition);
  const cleaned = clean(own);
  const { id } = schema.meta() ?? {};
  if (typeof id !== 'string') return cleaned;
  components[id] = cleaned;
  return { $ref: `#/components/schemas/${id}` };
}

/** References point into the components, and the names that zod leaves as `id` are no JSON Schema addresses. */
function clean(schema: object): JsonSchema {
  const text = JSON.stringify(schema, (key, value) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  );
  return JSON.parse(text.replaceAll('#/$defs/', '#/components/schemas/'));
}
