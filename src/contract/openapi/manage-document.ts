/**
 * Describes the management routes in their own OpenAPI 3.1 document. The API's document stays separate, because other
 * servers implement that API too.
 */
import type { z } from 'zod';
import { templateReferenceSchema } from '../api/requests-schema.ts';
import { type ManageRoute, managePrefix } from '../manage/manage-route.ts';
import { manageFailures, manageRoutes } from '../manage/manage-routes.ts';
import type { TokenScope } from '../token.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';

const tags = { 'templates:write': 'Management', 'webhooks:write': 'Webhooks' } as const satisfies Record<
  TokenScope,
  string
>;

function queryParameters({ query }: ManageRoute, components: Record<string, JsonSchema>): object[] {
  return Object.entries<z.ZodType>(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: toJsonSchema(schema, 'input', components),
  }));
}

export function manageDocument({ serverUrl, version }: { serverUrl: string; version: string }) {
  const components: Record<string, JsonSchema> = {};
  /** The parameters that are no whole numbers from 1. */
  const inPath: Readonly<Record<string, object>> = {
    template_id: {
      schema: toJsonSchema(templateReferenceSchema, 'input', components),
      description: 'The id or the name of a template.',
    },
    delivery_id: { schema: { type: 'string' } },
  };
  const json = (schema: z.ZodType, io: 'input' | 'output') => ({
    content: { 'application/json': { schema: toJsonSchema(schema, io, components) } },
  });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [operationId, row] of Object.entries<ManageRoute>(manageRoutes)) {
    const path = `${managePrefix}${row.path}`;
    const statuses = { 401: undefined, 403: undefined, 429: undefined, 500: undefined, ...row.failures };
    const failures = Object.entries(statuses).map(([status, schema]) => {
      const failure = manageFailures[Number(status) as keyof typeof manageFailures];
      return [status, { description: failure.description, ...json(schema ?? failure.schema, 'output') }];
    });
    paths[path] = {
      ...paths[path],
      [row.method.toLowerCase()]: {
        operationId,
        summary: row.summary,
        description: `${row.description} Costs nothing.`,
        tags: [tags[row.scope]],
        parameters: [
          ...[...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
            name,
            in: 'path',
            required: true,
            ...(inPath[name] ?? { schema: { type: 'integer', minimum: 1 } }),
          })),
          ...queryParameters(row, components),
        ],
        requestBody: row.body ? { required: true, ...json(row.body, 'input') } : undefined,
        responses: {
          200: { description: 'Success.', ...json(row.response, 'output') },
          ...Object.fromEntries(failures),
        },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Management of templates and webhooks',
      version,
      description:
        'Templates as files, in versions, for tokens with the scope `templates:write`, and webhooks, for those with `webhooks:write`. The API itself is described at /openapi.json; errors, request ids, rate limit headers and retries are the same here.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    security: [{ token: [] }],
    tags: Object.values(tags).map((name) => ({ name })),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token with the scope of the route.' },
      },
    },
  };
}
