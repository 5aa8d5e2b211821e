/** Checks every response in the tests against the server's own OpenAPI document. */
import { Validator } from '@cfworker/json-schema';
import { errorCatalogue } from '../../../src/contract/errors.ts';
import type { openApiDocument } from '../../../src/contract/openapi/openapi-document.ts';
import type { Answer } from './caller.ts';

export type OpenApi = ReturnType<typeof openApiDocument>;

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<
    Record<
      string,
      { readonly headers: object; readonly content?: Readonly<Record<string, { readonly schema: object }>> }
    >
  >;
}

interface Asked {
  readonly url: string;
  readonly method: string;
  readonly path: string;
}

const optionalHeaders = ['Idempotency-Replayed', 'Pdfapi-Hint', 'Pdfapi-Warning', 'Preference-Applied'];

const documents = new Map<string, Promise<OpenApi>>();

/** Throws if the response differs from the document, or lacks what every response has. */
export async function checkAnswer({ url, method, path }: Asked, answer: Answer): Promise<void> {
  const { status, headers, bytes, json } = answer;
  const fail = (what: string) => {
    throw new Error(`${method} ${path} → ${status}: ${what}\n${bytes.toString('latin1', 0, 500)}`);
  };
  if (!headers.get('x-request-id')) fail('there is no X-Request-Id');
  if (headers.has('server') || headers.has('x-powered-by')) fail('it names its software');
  if (status >= 400 && method !== 'HEAD' && typeof json.message !== 'string') {
    const isForPeople = path.startsWith('/billing') || path === '/readyz';
    if (!isForPeople) fail('an error has a message');
  }
  if (typeof json.message === 'string') {
    if (!Object.hasOwn(errorCatalogue, json.code)) fail('an error has a code of the catalogue');
    if (status === 422 && Object.keys(json.errors ?? {}).length === 0) fail('a 422 has errors');
  }
  if (!/^\/(?:api\/v1|documents)\//.test(path)) return;

  documents.set(
    url,
    documents.get(url) ?? (fetch(`${url}/openapi.json`).then((found) => found.json()) as Promise<OpenApi>),
  );
  const document = (await documents.get(url)) as OpenApi;
  const operation = operationOf(document, method, path);
  if (!operation) return;
  const described = operation.responses[status];
  if (!described) return fail(`the document knows no ${status} of ${operation.operationId}`);
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  for (const name of Object.keys(described.headers)) {
    const isLimitOff = name.startsWith('X-RateLimit') && !headers.has('x-ratelimit-limit');
    const isLeftOut = name === 'Content-Disposition' && type === 'application/json';
    const isOptional = isLeftOut || optionalHeaders.includes(name);
    if (!isOptional && !isLimitOff && !headers.has(name)) fail(`there is no ${name}`);
  }
  if (!described.content) return;
  const content = described.content[type];
  if (!content) return fail(`the document knows no ${type}`);
  if (type !== 'application/json' || method === 'HEAD') return;
  const schema = { ...content.schema, components: document.components };
  const { valid, errors } = new Validator(schema as object, '2020-12', false).validate(wellFormed(json));
  if (!valid) fail(errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`).join('\n'));
}

/** The validator rejects names with lone surrogates, which errors repeat as they were sent. */
function wellFormed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key.toWellFormed(), wellFormed(part)]),
  );
}

function operationOf(document: OpenApi, method: string, path: string): Operation | undefined {
  const paths = Object.entries(document.paths) as [string, Record<string, Operation>][];
  // A literal path takes precedence over one with a parameter.
  const found = paths
    .sort(([a], [b]) => a.split('{').length - b.split('{').length)
    .find(([template]) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path));
  return found?.[1][method.toLowerCase()] ?? (method === 'HEAD' ? found?.[1].get : undefined);
}
