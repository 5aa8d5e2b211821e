/** Checks the generated document: it states the limits of the code and has no traces of the schema library. */
import { expect, it } from 'vitest';
import { batchSchema } from '../../../src/contract/api/jobs-schema.ts';
import { generateSchema, htmlToPdfSchema, mergeSchema } from '../../../src/contract/api/requests-schema.ts';
import { failures, type Route, routes } from '../../../src/contract/api/routes.ts';
import {
  documentsPerMerge,
  maxHtmlCharacters,
  maxTemplateId,
  urlExpiry,
} from '../../../src/contract/limits.ts';
import { openApiDocument } from '../../../src/contract/openapi/openapi-document.ts';
import { paperNames } from '../../../src/contract/page.ts';
import { compileLimits } from '../../../src/twig/limits.ts';

const document = openApiDocument({ serverUrl: 'https://pdf.example.com', version: '1.2.3' });
const all = Object.values(document.paths).flatMap((methods) => Object.values(methods)) as {
  readonly operationId: keyof typeof routes;
  readonly description: string;
  readonly parameters: readonly { readonly name: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: any schema
  readonly requestBody?: any;
  readonly responses: Readonly<Record<string, { readonly headers: object }>>;
}[];
/** The operations of the API; the others are downloads. */
const operations = all.filter(({ operationId }) => Object.hasOwn(routes, operationId));

// biome-ignore lint/suspicious/noExplicitAny: any schema
const schemas = document.components.schemas as Record<string, any>;
const references = (schema: unknown): string[] =>
  [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name ?? '');

it.each([
  ['generate', 'GenerateRequest'],
  ['merge', 'MergeRequest'],
  ['htmlToPdf', 'HtmlToPdfRequest'],
])('%s has a request body with the name %s', (operationId, name) => {
  const operation = operations.find((each) => each.operationId === operationId);
  expect(operation?.requestBody.content['application/json'].schema).toEqual({
    $ref: `#/components/schemas/${name}`,
  });
});

it.each([
  ['GenerateRequest', 'Metadata'],
  ['MergeRequest', 'Metadata'],
  ['MergeRequest', 'MergeItem'],
  ['HtmlToPdfRequest', 'PageConfig'],
  ['PageConfig', 'Metadata'],
  ['PageConfig', 'Margins'],
  ['UsageReport', 'DailyUsage'],
  ['Forbidden', 'Plan'],
])('%s refers to %s instead of repeating it', (name, part) => {
  expect(references(schemas[name])).toContain(part);
});

it('has no object without a name, except maps', () => {
  const visit = (schema: unknown, way: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    if ('properties' in schema) expect(way, 'an object without a name').toMatch(/^\w+$/);
    for (const [key, part] of Object.entries(schema)) visit(part, `${way}.${key}`);
  };
  for (const [name, schema] of Object.entries(schemas)) {
    const { properties = {}, ...rest } = schema;
    visit(rest, `${name}.`);
    for (const [key, part] of Object.entries(properties)) visit(part, `${name}.${key}`);
  }
});

it('has one result per output with JSON, distinguished by the required fields', () => {
  expect(schemas.GenerationResult.oneOf.flatMap(references)).toEqual([
    'Base64Result',
    'UrlResult',
    'UploadResult',
  ]);
  expect(schemas.Base64Result.required).toEqual(['success', 'filename', 'size', 'usage', 'pdf']);
  expect(schemas.UrlResult.required).toEqual(['success', 'filename', 'size', 'usage', 'url', 'expires_at']);
  expect(schemas.UploadResult.required).toEqual([
    'success',
    'filename',
    'size',
    'usage',
    'uploaded',
    'uploaded_to',
  ]);
  expect(schemas.Output.description).toContain('application/pdf');
});

it('lists the paper formats in their canonical spelling, and states that case does not matter', () => {
  expect(schemas.PaperFormat).toMatchObject({
    type: 'string',
    anyOf: [{ enum: paperNames }, { pattern: expect.any(String) }],
    default: 'A4',
  });
  const [, { pattern }] = schemas.PaperFormat.anyOf;
  for (const text of ['80mm', '100mmx150mm', '4in x 6in', '100x150mm'])
    expect(text).toMatch(new RegExp(pattern));
  expect(schemas.PaperFormat.description).toContain('case-insensitive');
});

it('gives no property a default, because type generators would make it required', () => {
  for (const [name, schema] of Object.entries(schemas)) {
    for (const [key, property] of Object.entries<object>(schema.properties ?? {})) {
      expect(property, `${name}.${key}`).not.toHaveProperty('default');
    }
  }
});

it('states the limits of merges and of URL expiries', () => {
  expect(schemas.MergeRequest.properties.templates).toMatchObject({
    minItems: 1,
    maxItems: documentsPerMerge,
  });
  expect(schemas.UrlExpiry).toMatchObject({
    minimum: urlExpiry.min,
    maximum: urlExpiry.max,
    default: urlExpiry.default,
  });
});

it.each(operations)(
  '$operationId: rejects unknown fields, and lists its statuses',
  ({ operationId, requestBody, responses }) => {
    const row: Route = routes[operationId];
    if (row.body) {
      const [name = ''] = references(requestBody.content['application/json'].schema);
      expect(schemas[name].additionalProperties).toBe(false);
    }
    for (const status of [row.success ?? 200, 401, 403, 429, 500, 503, ...row.failures])
      expect(responses[status]).toBeDefined();
    expect(Object.keys(failures)).toEqual(
      expect.arrayContaining(Object.keys(responses).filter((each) => each !== '200' && each !== '202')),
    );
  },
);

it.each(operations)('$operationId: states its cost, and accepts an Idempotency-Key if it has one', (each) => {
  const { cost } = routes[each.operationId];
  const words = {
    0: 'Costs nothing.',
    1: 'Costs 1 credit.',
    documents: 'Costs 1 credit for each document.',
    rows: 'Costs 1 credit for each finished row.',
  };
  expect(each.description).toContain(words[cost]);
  expect(each.parameters.some(({ name }) => name === 'Idempotency-Key')).toBe(cost !== 0);
});

it('documents the rate limit and request id of every response, and Retry-After for 409, 429 and 503', () => {
  for (const { responses } of operations) {
    for (const [status, { headers }] of Object.entries(responses)) {
      const names = Object.keys(headers);
      expect(names).toEqual(
        expect.arrayContaining([
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
          'X-Request-Id',
        ]),
      );
      expect(names.includes('Retry-After')).toBe(['409', '429', '503'].includes(status));
    }
  }
});

it('omits the bounds that every JSON integer has', () => {
  expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER));
});

it('states the bounds of ids, and the limit that HTML shares with the template language', () => {
  const text = JSON.stringify(document);
  expect(compileLimits.source).toBe(maxHtmlCharacters);
  expect(text).toContain(`"maxLength":${maxHtmlCharacters}`);
  const generate = document.paths['/api/v1/templates/{template_id}/generate'] as {
    post: { parameters: { schema: object }[] };
  };
  expect(generate.post.parameters[0]?.schema).toEqual({ $ref: '#/components/schemas/TemplateId' });
  const { MergeItem, BatchRequest, TemplateId } = document.components.schemas as Record<string, object>;
  expect(MergeItem).toMatchObject({ properties: { id: { $ref: '#/components/schemas/TemplateId' } } });
  expect(BatchRequest).toMatchObject({
    properties: { template_id: { $ref: '#/components/schemas/TemplateId' } },
  });
  expect(TemplateId).toMatchObject({
    oneOf: [
      { type: 'integer', minimum: 1, maximum: maxTemplateId },
      { type: 'string', maxLength: 205 },
    ],
  });
  expect(text).toContain('50 MiB');
});

it('describes each header that the server sends', () => {
  expect(Object.keys(document.components.headers).sort()).toEqual([
    'Allow',
    'Content-Disposition',
    'Idempotency-Replayed',
    'Location',
    'Pdfapi-Hint',
    'Pdfapi-Warning',
    'Preference-Applied',
    'Retry-After',
    'WWW-Authenticate',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'X-Request-Id',
  ]);
  const generate = operations.find(({ operationId }) => operationId === 'generate');
  expect(generate?.responses[200]?.headers).toHaveProperty('Content-Disposition');
  expect(document.components.responses.MethodNotAllowed.headers).toHaveProperty('Allow');
});

it.each([
  ['GenerateRequest', generateSchema, {}],
  ['HtmlToPdfRequest', htmlToPdfSchema, { html: '<p></p>' }],
  ['MergeRequest', mergeSchema, { templates: [{ id: 1 }] }],
  ['BatchRequest', batchSchema, { template_id: 1, rows: [{}] }],
] as const)('%s is valid with every default, which generated clients send', (name, schema, required) => {
  const resolve = (property: { $ref?: string; allOf?: { $ref: string }[]; default?: unknown }) => {
    const reference = property.$ref ?? property.allOf?.[0]?.$ref;
    return { ...schemas[reference?.split('/').at(-1) ?? ''], ...property };
  };
  const properties = Object.entries<object>(schemas[name].properties).map(
    ([key, property]) => [key, resolve(property).default] as const,
  );
  const defaults = properties.filter(([, value]) => value !== undefined);
  expect(defaults.length).toBeGreaterThan(0);
  expect(schema.safeParse({ ...Object.fromEntries(defaults), ...required }).error).toBeUndefined();
});

it('generators for other languages can use each number and each truth value', () => {
  const all: { type?: string; maximum?: number; format?: string; const?: unknown }[] = [];
  JSON.stringify(document, (_key, value) => {
    if (value?.type === 'integer' || value?.type === 'boolean') all.push(value);
    return value;
  });
  expect(all.filter(({ type, ...rest }) => type === 'boolean' && 'const' in rest)).toEqual([]);
  const long = all.filter(({ maximum = 0 }) => maximum > 2 ** 31 - 1);
  expect(new Set(long.map(({ format }) => format))).toEqual(new Set(['int64']));
});
