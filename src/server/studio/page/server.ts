/** The client of the studio's API. */
import type { z } from 'zod';
import type { ManageRouteName, manageRoutes } from '#contract/manage/manage-routes';
import type { conflictSchema, PushRequest, pushFaultsSchema } from '#contract/manage/manage-schema';
import type { CreateWebhookRequest, UpdateWebhookRequest } from '#contract/manage/webhooks-schema';
import type { webhookEventTypes } from '#contract/webhooks';
import type { CheckView } from '#studio/check-view';
import type { SentFile } from '#studio/page/files';
import type { DataSchemaJson } from '#template/schema/data-schema-json';
import type { listStarts } from '../template-starts.ts';

/** The `data` of a response of the management API, which the studio has too. */
export type Answer<Name extends ManageRouteName> = z.output<(typeof manageRoutes)[Name]['response']>['data'];

/** The files of a template that is not saved yet: those that the server has by their hash only. */
export type UnsavedTemplate = Required<Pick<PushRequest, 'name' | 'files'>>;

export interface StudioSession {
  /** The name of the team. */
  readonly team: string;
}

interface WebhookOptions {
  /** The types that a webhook can subscribe to. */
  readonly events: typeof webhookEventTypes;
  /** Creates a token for webhooks, if this one is not. */
  readonly command?: string;
}

/** The body of an error: of an invalid template, of a conflict, or of a rejected token. */
type ErrorDetails = Partial<z.output<typeof pushFaultsSchema> & z.output<typeof conflictSchema>> & {
  readonly command?: string;
};

class RequestError extends Error {
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(status: number, details: ErrorDetails = {}) {
    super(details.message ?? `The server responded with ${status}.`);
    this.status = status;
    this.details = details;
  }
}

/** Returns the details of an error of the server. Empty for any other. */
export const errorDetails = (error: unknown): ErrorDetails =>
  error instanceof RequestError ? error.details : {};

export const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof RequestError && error.status === status;

/** Returns whether files were named by their hash, but the template that holds them was renamed or deleted. */
export const namesUnknownContent = (error: unknown): boolean =>
  Object.keys(errorDetails(error).errors ?? {}).some((field) => /^files\.\d+\.hash$/.test(field));

/** Called when the session has ended. */
let onSignedOut = () => {};
export const whenSignedOut = (listener: () => void): void => {
  onSignedOut = listener;
};

interface Sent {
  readonly body?: BodyInit;
  readonly type?: string;
  readonly signal?: AbortSignal;
}

/** Throws a `RequestError`, and a `TypeError` if there is no connection. */
async function send(method: string, path: string, { body, type, signal }: Sent = {}): Promise<Response> {
  for (;;) {
    const response = await fetch(`/studio${path}`, {
      method,
      ...(signal && { signal }),
      ...(body !== undefined && { body }),
      ...(type !== undefined && { headers: { 'content-type': type } }),
    });
    if (response.ok) return response;
    if (response.status === 429 && path.startsWith('/api/')) {
      const seconds = Number(response.headers.get('retry-after')) || 1;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      signal?.throwIfAborted();
      continue;
    }
    const details: ErrorDetails | undefined = await response.json().catch(() => undefined);
    if (response.status === 401 && path.startsWith('/api/')) onSignedOut();
    throw new RequestError(response.status, details);
  }
}

const json = (value: unknown): Sent => ({ body: JSON.stringify(value), type: 'application/json' });

async function data<Data>(method: string, path: string, sent?: Sent): Promise<Data> {
  const { data } = await (await send(method, path, sent)).json();
  return data;
}

/** Identifies this page: a newer preview cancels the previous one of the same page, and none of another page. */
const page = crypto.getRandomValues(new Uint32Array(3)).join('-');

const webhook = (id: number): string => `/api/webhooks/${id}`;

export const server = {
  signIn: (token: string) => data<StudioSession>('POST', '/session', json({ token })),
  signOut: () => data<object>('DELETE', '/session'),
  session: () => data<StudioSession>('GET', '/api/session'),

  listTemplates: () => data<Answer<'listManagedTemplates'>>('GET', '/api/templates'),
  getTemplate: (id: number) => data<Answer<'getManagedTemplate'>>('GET', `/api/templates/${id}`),
  getFiles: (id: number, version: number) =>
    data<Answer<'getTemplateFiles'>>('GET', `/api/templates/${id}/versions/${version}/files`),
  push: (body: PushRequest) => data<Answer<'pushTemplate'>>('PUT', '/api/templates', json(body)),
  publish: (id: number, version: number) =>
    data<Answer<'publishTemplate'>>('PUT', `/api/templates/${id}/published`, json({ version })),
  rename: (id: number, name: string) =>
    data<Answer<'renameTemplate'>>('PATCH', `/api/templates/${id}`, json({ name })),
  remove: (id: number, base: string) =>
    data<Answer<'deleteTemplate'>>('DELETE', `/api/templates/${id}?base=${base}`),
  listExamples: () => data<Awaited<ReturnType<typeof listStarts>>>('GET', '/api/examples'),
  getExample: (name: string) =>
    data<{ readonly files: readonly SentFile[] }>('GET', `/api/examples/${encodeURIComponent(name)}`),

  webhookOptions: () => data<WebhookOptions>('GET', '/api/webhook-options'),
  listWebhooks: () => data<Answer<'listWebhooks'>>('GET', '/api/webhooks'),
  getWebhook: (id: number) => data<Answer<'getWebhook'>>('GET', webhook(id)),
  createWebhook: (body: CreateWebhookRequest) =>
    data<Answer<'createWebhook'>>('POST', '/api/webhooks', json(body)),
  updateWebhook: (id: number, body: UpdateWebhookRequest) =>
    data<Answer<'updateWebhook'>>('PATCH', webhook(id), json(body)),
  deleteWebhook: (id: number) => data<Answer<'deleteWebhook'>>('DELETE', webhook(id)),
  rotateSecret: (id: number) => data<Answer<'rotateWebhookSecret'>>('POST', `${webhook(id)}/rotate-secret`),
  testWebhook: (id: number) => data<Answer<'testWebhook'>>('POST', `${webhook(id)}/test`),
  listDeliveries: (id: number, before?: string) =>
    data<Answer<'listDeliveries'>>(
      'GET',
      `${webhook(id)}/deliveries${before === undefined ? '' : `?before=${before}`}`,
    ),
  redeliver: (id: number, delivery: string) =>
    data<Answer<'redeliver'>>('POST', `${webhook(id)}/deliveries/${delivery}/redeliver`),

  /** Resolves to the PDF's bytes and its warnings for the author. */
  async preview(body: UnsavedTemplate, signal: AbortSignal) {
    const response = await send('POST', `/api/preview?page=${page}`, { ...json(body), signal });
    const warnings: readonly string[] = JSON.parse(
      decodeURIComponent(response.headers.get('x-warnings') ?? '%5B%5D'),
    );
    return { pdf: new Uint8Array(await response.arrayBuffer()), warnings };
  },
  /** Resolves to the picture of the first page, or to undefined if the template cannot be rendered. */
  async thumbnail(id: number, hash: string, signal: AbortSignal) {
    const response = await send('GET', `/api/templates/${id}/thumbnail?hash=${hash}`, { signal });
    return response.status === 204 ? undefined : await response.blob();
  },
  /** Resolves to a schema of the data that the files read, or to null while they are no valid template. */
  readVariables: (body: UnsavedTemplate) =>
    data<{ readonly schema: DataSchemaJson | null }>('POST', '/api/variables', json(body)),
  /** Checks the PDF for PDF/A and PDF/UA. */
  checkPdf: (pdf: Uint8Array<ArrayBuffer>, signal: AbortSignal) =>
    data<CheckView>('POST', '/api/check', { body: pdf, type: 'application/pdf', signal }),
};
