/** A client that manages templates and webhooks. Every response is checked against the OpenAPI document of these routes. */
import { Validator } from '@cfworker/json-schema';
import { expect } from 'vitest';
import type { manageDocument } from '../../../src/contract/openapi/manage-document.ts';
import type { TokenScope } from '../../../src/contract/token.ts';
import type { Store } from '../../../src/store/store.ts';
import type { Team } from '../../../src/store/teams.ts';
import { type Answer, callerOf } from './caller.ts';

export interface ManageCaller {
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  put(path: string, body?: unknown): Promise<Answer>;
  patch(path: string, body?: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  /** Pushes a template whose files have these texts. */
  push(name: string, files: Readonly<Record<string, string>>, changes?: object): Promise<Answer>;
}

/** Paths are below `/manage/v1/`. */
export async function manageCaller(
  server: { url: string; store: Store },
  team: Team,
  scope: TokenScope = 'templates:write',
): Promise<ManageCaller> {
  const { token } = await server.store.tokens.create({ teamId: team.id, scopes: [scope] });
  return manageCallerWith(server.url, token);
}

export function manageCallerWith(url: string, token?: string): ManageCaller {
  const caller = callerOf(url, token);
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await caller.send(`/manage/v1/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : {
            headers: { 'content-type': 'application/json' },
            body: typeof body === 'string' ? body : JSON.stringify(body),
          }),
    });
    await check(url, method, path, answer);
    return answer;
  };
  const put: ManageCaller['put'] = (path, body) => send('PUT', path, body);
  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    put,
    patch: (path, body) => send('PATCH', path, body),
    delete: (path) => send('DELETE', path),
    push: (name, files, changes = {}) => put('templates', { name, files: sent(files), ...changes }),
  };
}

export const sent = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([path, text]) => ({ path, content: Buffer.from(text).toString('base64') }));

type Operation = {
  readonly responses: Record<string, { content: { 'application/json': { schema: object } } }>;
};
let document: Promise<ReturnType<typeof manageDocument>> | undefined;

async function check(url: string, method: string, path: string, { status, json }: Answer): Promise<void> {
  document ??= fetch(`${url}/manage/v1/openapi.json`).then((answer) => answer.json() as never);
  const { paths, components } = await document;
  const found = Object.entries(paths).find(([template]) =>
    new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(`/manage/v1/${path.split('?')[0]}`),
  );
  const operation = found?.[1][method.toLowerCase()] as Operation | undefined;
  if (!operation) return;
  const described = operation.responses[status];
  expect(described, `the document knows ${status} of ${method} ${path}`).toBeDefined();
  const schema = { ...described?.content['application/json'].schema, components };
  const { errors } = new Validator(schema as object, '2020-12', false).validate(json);
  expect(errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`)).toEqual([]);
}
