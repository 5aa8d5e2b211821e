/** Templates as files, on a server that manages them: the routes beside the API, for tokens with their scope. */
import type { z } from 'zod';
import { hashContent } from '../contract/content-hash.ts';
import { Failure } from '../contract/errors.ts';
import { managePrefix } from '../contract/manage-routes-schema.ts';
import {
  filesAnswerSchema,
  type ManagedTemplate,
  managedTemplateAnswerSchema,
  managedTemplatesSchema,
  type PublishRequest,
  type PushRequest,
  publishAnswerSchema,
  pushAnswerSchema,
  versionAnswerSchema,
} from '../contract/manage-schema.ts';
import type { CallOptions, Client } from './client.ts';
import { understandAnswer } from './understand-answer.ts';

type Pushed = z.output<typeof pushAnswerSchema>['data'];
type Published = z.output<typeof publishAnswerSchema>['data'];
type Details = z.output<typeof managedTemplateAnswerSchema>['data'];

export interface TemplateServer {
  list(): Promise<readonly ManagedTemplate[]>;
  show(id: number): Promise<Details>;
  /** Path → hash of its content. */
  hashes(id: number, version: number): Promise<ReadonlyMap<string, string>>;
  /** Throws `not_an_api` where they are not what the version's hash says. */
  files(id: number, version: number): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Throws `template_conflict` with the latest version. */
  push(request: PushRequest): Promise<Pushed>;
  publish(id: number, request: PublishRequest): Promise<Published>;
}

/** `bounds` gives the time of one call. Every method throws what the server refuses. */
export function openTemplateServer(client: Client, url: string, bounds: () => CallOptions): TemplateServer {
  const get = async <Schema extends z.ZodType>(path: string, schema: Schema) => {
    const answer = await client.call({ method: 'GET', path: `${managePrefix}${path}` }, bounds());
    return understandAnswer(answer, schema, url);
  };
  // What is put twice is there once, so a lost answer is asked for again.
  const put = async <Schema extends z.ZodType>(path: string, body: object, schema: Schema) => {
    const call = { method: 'PUT', path: `${managePrefix}${path}`, body: JSON.stringify(body) } as const;
    return understandAnswer(await client.call(call, bounds()).catch(tellConflict), schema, url);
  };
  return {
    list: async () => (await get('/templates', managedTemplatesSchema)).data,
    show: async (id) => (await get(`/templates/${id}`, managedTemplateAnswerSchema)).data,
    async hashes(id, version) {
      const { data } = await get(`/templates/${id}/versions/${version}`, versionAnswerSchema);
      return new Map(data.files.map(({ path, hash }) => [path, hash]));
    },
    async files(id, version) {
      const { data } = await get(`/templates/${id}/versions/${version}/files`, filesAnswerSchema);
      const files = new Map(data.files.map(({ path, content }) => [path, Buffer.from(content, 'base64')]));
      if (hashContent(files).hash.toString('hex') === data.hash) return files;
      throw new Failure(
        'not_an_api',
        `${url} sent files that are not version ${version} of template ${id}.`,
        {
          hint: 'Their hash is another one. Is something on the way that changes answers?',
        },
      );
    },
    push: async (request) => (await put('/templates', request, pushAnswerSchema)).data,
    publish: async (id, request) =>
      (await put(`/templates/${id}/published`, request, publishAnswerSchema)).data,
  };
}

/** Servers that send no code mean a conflict by every 409 to a PUT. */
function tellConflict(error: unknown): never {
  if (!(error instanceof Failure) || error.code !== 'still_running') throw error;
  throw new Failure('template_conflict', error.message, { facts: error.facts ?? {}, cause: error });
}
