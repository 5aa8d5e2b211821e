/** The OpenAPI document of the API, compared with the routes and with the responses of a server. */

import { Validator } from '@cfworker/json-schema';
import { Validator as OpenApiValidator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { type Route, type RouteName, routes } from '../../../src/contract/api/routes.ts';
import { type ErrorCode, errorCatalogue } from '../../../src/contract/errors.ts';
import type { OpenApi } from '../../support/server/check-answer.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const document: OpenApi = (await server.stranger().get('/openapi.json')).json as never;
const member = await server.team();
const id = await server.template(member.team, '<p>{{ name }}</p>');

interface Content {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
type Contents = Readonly<Record<string, Content>>;
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { name: string; in: string; example?: unknown }[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<Record<string, { readonly content?: Contents; readonly headers: object }>>;
}
const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation,
      name: operation.operationId,
    })),
);
/** The operations of the API; the others are downloads. */
const apiOperations = operations.filter(({ name }) => Object.hasOwn(routes, name));
const successOf = (name: string): number => (routes[name as RouteName] as Route).success ?? 200;
const faults = (schema: object, value: unknown) =>
  new Validator({ ...schema, components: document.components } as object, '2020-12', false)
    .validate(value)
    .errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);

it('is a valid OpenAPI 3.1 document', async () => {
  const result = await new OpenApiValidator().validate(structuredClone(document) as never);
  expect(result.errors ?? []).toEqual([]);
  expect([result.valid, document.openapi]).toEqual([true, '3.1.0']);
});

it('describes every route, under the URL that clients use', () => {
  expect(operations.map(({ name }) => name).sort()).toEqual(
    [...Object.keys(routes), 'downloadDocument', 'headDocument'].sort(),
  );
  expect(document.servers).toEqual([{ url: server.url }]);
  expect(JSON.stringify(document)).not.toContain('$defs');
});

it('has only references that resolve, and no schema that is nothing but a reference', () => {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    expect(schema, name).not.toHaveProperty('$ref');
  }
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g);
  const components = document.components as unknown as Record<string, Record<string, object>>;
  for (const [reference, kind = '', name = ''] of references) {
    expect(components[kind]?.[name], reference).toBeDefined();
  }
});

it.each(operations)('$name: every example matches its schema', ({ operation }) => {
  const contents = [operation.requestBody, ...Object.values(operation.responses)].flatMap((part) =>
    Object.values(part?.content ?? {}),
  );
  let count = 0;
  for (const { schema, example, examples = {} } of contents) {
    const values = [
      ...(example === undefined ? [] : [example]),
      ...Object.values(examples).map(({ value }) => value),
    ];
    count += values.length;
    for (const value of values) expect(faults(schema, value)).toEqual([]);
  }
  if (operation.operationId !== 'headDocument') expect(count).toBeGreaterThan(3);
});

it.each(apiOperations)(
  '$name: every status has an example, and its error code belongs to the status',
  ({ operation }) => {
    for (const [status, { content }] of Object.entries(operation.responses)) {
      const { example, examples = {} } = content?.['application/json'] ?? { schema: {} };
      const values = [example, ...Object.values(examples).map(({ value }) => value)].filter(Boolean);
      if (operation.operationId === 'getJobResult' && status === '200') continue;
      expect(values.length, status).toBeGreaterThan(0);
      if (status === '200' || status === '202') continue;
      for (const { code } of values as { code?: string }[]) {
        if (code === undefined) continue;
        expect(errorCatalogue, code).toHaveProperty(code);
        expect(errorCatalogue[code as ErrorCode].status, code).toBe(Number(status));
      }
    }
  },
);

// The examples run unchanged against the templates of a new server, with the token that it prints.
// Those of a job need one of their own: see jobs.test.ts.
it.each(apiOperations.filter(({ path }) => !path.includes('{job_id}')))(
  '$name succeeds on a new server with each of its examples unchanged',
  async ({ path, method, operation, name }) => {
    const caller = server.stranger(server.server.token);
    const address = operation.parameters
      .filter((parameter) => parameter.in === 'path')
      .reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path);
    const examples = Object.values(
      operation.requestBody?.content['application/json']?.examples ?? { none: { value: undefined } },
    );
    for (const { value } of examples) {
      // The response is checked against the document by `callerOf`.
      const response = await caller.send(address, {
        method: method.toUpperCase(),
        ...(value === undefined
          ? {}
          : { body: JSON.stringify(value), headers: { 'content-type': 'application/json' } }),
      });
      expect([response.status, response.json.message]).toEqual([successOf(name), undefined]);
    }
  },
);

it('describes downloads: GET, HEAD, ranges, and a URL that was modified', async () => {
  const { json } = await member.post('html-to-pdf', { html: '<p>x</p>', output: 'url', filename: 'x.pdf' });
  const { pathname, search } = new URL(json.url);
  // Each response is checked against the document by `callerOf`.
  const stranger = server.stranger();
  expect((await stranger.get(`${pathname}${search}`)).bytes.toString('latin1', 0, 5)).toBe('%PDF-');
  const head = await stranger.send(`${pathname}${search}`, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(json.size)]);
  const statusOf = async (range: string) => (await stranger.get(`${pathname}${search}`, { range })).status;
  expect([await statusOf('bytes=0-4'), await statusOf(`bytes=${json.size}-`)]).toEqual([206, 416]);
  expect((await stranger.get(`${pathname}${search}0`)).status).toBe(403);
  expect((await stranger.send(`${pathname}${search}0`, { method: 'HEAD' })).status).toBe(403);
});

it.each(operations.filter(({ operation }) => operation.requestBody?.content['application/json']))(
  '$name: the server rejects exactly the bodies that its schema rejects',
  async ({ path, operation, name }) => {
    const { schema, examples } = operation.requestBody?.content['application/json'] ?? { schema: {} };
    const [sound] = Object.values(examples ?? {});
    const body = JSON.parse(JSON.stringify(sound?.value), (key, part) =>
      key === 'id' || key === 'template_id' ? id : part,
    );
    const changes: Record<string, unknown>[] = [
      {},
      { output: 'url' },
      { output: 'nothing' },
      { filename: '.a' },
      { filename: 'a.b' },
      { filename: '' },
      { url_expiry: 0 },
      { url_expiry: 1440 },
      { url_expiry: 1441 },
      { url_expiry: 1.5 },
      { data: [] },
      { metadata: { title: 1 } },
      { metadata: { other: 'x' } },
      { unknown: 1 },
      { templates: [] },
      { html: '' },
      { config: { orientation: 'x' } },
      { config: { margins: { top: 501 } } },
      { config: { margins: { top: 0 } } },
    ];
    for (const change of changes) {
      const changed = { ...body, ...change };
      const isSound = faults(schema, changed).length === 0;
      const { status } = await member.post(path.replace('{template_id}', String(id)), changed);
      expect([change, status], JSON.stringify(change)).toEqual([change, isSound ? successOf(name) : 422]);
    }
  },
);
