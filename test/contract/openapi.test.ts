/** The document as a program reads it: the same figures as the code, and nothing of the library that made it. */
import { expect, it } from 'vitest';
import { documentsPerMerge, urlExpiry } from '../../src/contract/limits.ts';
import { openApiDocument } from '../../src/contract/openapi-schema.ts';
import { failures, type Route, routes } from '../../src/contract/routes-schema.ts';

const document = openApiDocument({ serverUrl: 'https://pdf.example.com', version: '1.2.3' });
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods)) as {
  readonly operationId: keyof typeof routes;
  readonly description: string;
  readonly parameters: readonly { readonly name: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: any schema
  readonly requestBody?: any;
  readonly responses: Readonly<Record<string, { readonly headers: object }>>;
}[];

it('says each limit that the code has', () => {
  const merge = operations.find(({ operationId }) => operationId === 'merge');
  const properties = merge?.requestBody.content['application/json'].schema.properties;
  expect(properties.templates).toMatchObject({ minItems: 1, maxItems: documentsPerMerge });
  expect(properties.url_expiry).toMatchObject({
    minimum: urlExpiry.least,
    maximum: urlExpiry.most,
    default: urlExpiry.default,
  });
});

it.each(operations)(
  '$operationId: refuses unknown fields, and lists its statuses',
  ({ operationId, requestBody, responses }) => {
    const row: Route = routes[operationId];
    if (requestBody) expect(requestBody.content['application/json'].schema.additionalProperties).toBe(false);
    for (const status of [200, 401, 403, 429, 500, 503, ...row.failures])
      expect(responses[status]).toBeDefined();
    expect(Object.keys(failures)).toEqual(
      expect.arrayContaining(Object.keys(responses).filter((each) => each !== '200')),
    );
  },
);

it.each(operations)(
  '$operationId: says what it costs, and takes an Idempotency-Key where that is not nothing',
  (each) => {
    const { cost } = routes[each.operationId];
    const words = {
      0: 'Costs nothing.',
      1: 'Costs 1 credit.',
      documents: 'Costs 1 credit for each document.',
    };
    expect(each.description).toContain(words[cost]);
    expect(each.parameters.some(({ name }) => name === 'Idempotency-Key')).toBe(cost !== 0);
  },
);

it('tells the rate limit and the request’s id of every answer, and when to come back of 409, 429 and 503', () => {
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

it('has no figures that only say that JSON numbers end somewhere', () => {
  expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER));
});
