/**
 * Templates as files on a server that manages them, through the management routes. They need the scope
 * `templates:write`.
 */
import type { z } from 'zod';
import { hashContent } from '#contract/content-hash';
import { Failure } from '#contract/errors';
import { managePrefix } from '#contract/manage/manage-route';
import {
  deleteResponseSchema,
  filesResponseSchema,
  type ManagedTemplate,
  managedTemplateResponseSchema,
  managedTemplatesSchema,
  type PublishRequest,
  type PushRequest,
  publishResponseSchema,
  pushResponseSchema,
  type RenameRequest,
  renameResponseSchema,
  versionResponseSchema,
} from '#contract/manage/manage-schema';
import type { CallBounds, Client } from './client.ts';
import { parseResponse } from './parse-response.ts';

type Pushed = z.output<typeof pushResponseSchema>['data'];
type Published = z.output<typeof publishResponseSchema>['data'];
type Renamed = z.output<typeof renameResponseSchema>['data'];
type Details = z.output<typeof managedTemplateResponseSchema>['data'];

export interface TemplateServer {
  list(): Promise<readonly ManagedTemplate[]>;
  show(id: number | string): Promise<Details>;
  /** Returns path → hash of the content. */
  hashes(id: number | string, version: number): Promise<ReadonlyMap<string, string>>;
  /** Throws `not_an_api` if the files do not match the hash of the version. */
  files(id: number | string, version: number): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Throws `template_conflict` with the latest version. */
  push(request: PushRequest): Promise<Pushed>;
  publish(id: number | string, request: PublishRequest): Promise<Published>;
  /** Throws `template_conflict` if another template has the name. */
  rename(id: number | string, request: RenameRequest): Promise<Renamed>;
  /**
   * `base` is the hash of the latest version known to the caller. Throws `template_conflict` if the latest is another
   * one.
   */
  delete(id: number | string, options: { readonly base: string; readonly dryRun: boolean }): Promise<void>;
}

/** `bounds` returns the limits of one call. Every method throws if the server rejects the request. */
export function openTemplateServer(client: Client, url: string, bounds: () => CallBounds): TemplateServer {
  const get = async <Schema extends z.ZodType>(path: string, schema: Schema) => {
    const response = await client.call({ method: 'GET', path: `${managePrefix}${path}` }, bounds());
    return parseResponse(response, schema, url);
  };
  // These methods are idempotent, so the client may repeat a request whose response was lost.
  const send = async <Schema extends z.ZodType>(
    method: 'PUT' | 'PATCH',
    path: string,
    body: object,
    schema: Schema,
  ) => {
    const call = { method, path: `${managePrefix}${path}`, body: JSON.stringify(body) };
    return parseResponse(await client.call(call, bounds()).catch(explainConflict), schema, url);
  };
  return {
    list: async () => (await get('/templates', managedTemplatesSchema)).data,
    show: async (id) =>
      (await get(`/templates/${encodeURIComponent(id)}`, managedTemplateResponseSchema)).data,
    async hashes(id, version) {
      const { data } = await get(
        `/templates/${encodeURIComponent(id)}/versions/${version}`,
        versionResponseSchema,
      );
      return new Map(data.files.map(({ path, hash }) => [path, hash]));
    },
    async files(id, version) {
      const { data } = await get(
        `/templates/${encodeURIComponent(id)}/versions/${version}/files`,
        filesResponseSchema,
      );
      const files = new Map(data.files.map(({ path, content }) => [path, Buffer.from(content, 'base64')]));
      if (hashContent(files).hash.toString('hex') === data.hash) return files;
      throw new Failure(
        'not_an_api',
        `${url} sent files that are not version ${version} of template ${id}.`,
        {
          hint: 'Their hash does not match. A proxy in between may be changing responses.',
        },
      );
    },
    push: async (request) => (await send('PUT', '/templates', request, pushResponseSchema)).data,
    publish: async (id, request) =>
      (await send('PUT', `/templates/${encodeURIComponent(id)}/published`, request, publishResponseSchema))
        .data,
    rename: async (id, request) =>
      (await send('PATCH', `/templates/${encodeURIComponent(id)}`, request, renameResponseSchema)).data,
    async delete(id, { base, dryRun }) {
      const path = `${managePrefix}/templates/${encodeURIComponent(id)}?base=${base}&dry_run=${dryRun}`;
      try {
        const response = await client.call({ method: 'DELETE', path }, bounds()).catch(explainConflict);
        parseResponse(response, deleteResponseSchema, url);
      } catch (error) {
        // An earlier attempt whose response was lost, or another client, has deleted it. Either way it is gone.
        if (!(error instanceof Failure) || error.facts?.status !== 404) throw error;
      }
    },
  };
}

/** Servers that send no code use 409 only for conflicts here. */
function explainConflict(error: unknown): never {
  if (!(error instanceof Failure) || error.code !== 'still_running') throw error;
  throw new Failure('template_conflict', error.message, { facts: error.facts ?? {}, cause: error });
}
