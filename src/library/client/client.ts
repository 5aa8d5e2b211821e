/** The API of a server as a typed client. The command line sends its requests with the same code. */
import type { z } from 'zod';
import { type CallBounds, openClient } from '#client/client';
import { openTemplateServer } from '#client/template-server';
import type { GenerateRequest, HtmlToPdfRequest, MergeRequest } from '#contract/api/requests-schema';
import type { Upload } from '#contract/api/upload-schema';
import { Failure } from '#contract/errors';
import type { JsonObject } from '#contract/json';
import type {
  ManagedTemplate,
  managedTemplateResponseSchema,
  PublishRequest,
  PushRequest,
  publishResponseSchema,
  pushResponseSchema,
  RenameRequest,
  renameResponseSchema,
} from '#contract/manage/manage-schema';
import type { TemplateSummary } from '#contract/templates';
import type { UsageReport, UsageSummary } from '#contract/usage';
import { invalidOption } from '../invalid-option.ts';
import { packageVersion } from '../package-version.ts';
import { stringifyData } from '../template-data.ts';
import { type JobClient, openJobClient } from './job-client.ts';
import { openWebhookClient, type WebhookClient } from './webhook-client.ts';

export interface ClientOptions {
  /** The server's address, without `/api/v1`. */
  readonly url: string;
  /** A token of the team: `pdfapi admin token create`. */
  readonly token: string;
  /**
   * Attempts after the first: for lost connections, 429, 502, 503, a 504 of a gateway, and a request that is still
   * running under the same key. No request is charged twice. Default: 5.
   */
  readonly retries?: number | undefined;
  /** Milliseconds for one call with all its attempts. Default: 120,000. */
  readonly timeoutMs?: number | undefined;
  /** Default: `pdfapi/<version>`. */
  readonly userAgent?: string | undefined;
  /** Called before an attempt is repeated. `wait` is in milliseconds. */
  readonly onRetry?:
    | ((retry: { readonly attempt: number; readonly wait: number; readonly failure: Failure }) => void)
    | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default: that of the client. */
  readonly timeoutMs?: number | undefined;
}

export interface DocumentCallOptions extends CallOptions {
  /**
   * One key for each document: a request that is repeated with it gets the first response and is charged once. Default:
   * a new one for each call. Give one that is stored with your order, and a program that crashed can ask again.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Facts that every generated document has. */
interface GeneratedDocument {
  readonly filename: string;
  /** Bytes. */
  readonly size: number;
  /** The team's usage after this document. */
  readonly usage: UsageSummary;
  /** A warning of the server, for example that the data has none of the template's variables. */
  readonly warning: string | undefined;
}

export interface GeneratedPdf extends GeneratedDocument {
  readonly pdf: Uint8Array;
}

export interface GeneratedUrl extends GeneratedDocument {
  /** A signed address, from which anybody can download the PDF until it expires. */
  readonly url: string;
  /** ISO 8601 with offset. */
  readonly expires_at: string;
}

export interface GeneratedUpload extends GeneratedDocument {
  readonly uploaded: true;
  /** Where the PDF was sent, without the query. */
  readonly url: string;
}

/**
 * An id, or the name of a template on a server of pdfapi; a name of digits alone is written `name:2024`. Other servers of this API
 * may know only ids.
 */
export type TemplateId = number | string;

type WithData<Request> = Omit<Request, 'data' | 'output' | 'upload'> & {
  /** Values for the template, as `JSON.stringify` writes them; a `bigint` keeps all its digits. */
  readonly data?: object | undefined;
};
type AsUrl<Request> = Request & { readonly output: 'url' };
/** The server sends the PDF to `upload.url` with PUT, and charges it if the storage responds with 2xx. */
type AsUpload<Request> = Request & { readonly output: 'upload'; readonly upload: Upload };
type AsPdf<Request> = Request & { readonly output?: 'pdf' | undefined };

export type GenerateBody = WithData<GenerateRequest>;
export type MergeBody = Omit<MergeRequest, 'templates' | 'output' | 'upload'> & {
  readonly templates: readonly {
    readonly id: TemplateId;
    readonly data?: object | undefined;
    /** The pages of this document: `'1-3,7,9-'`. Default: all. */
    readonly pages?: string | undefined;
  }[];
};
export type HtmlToPdfBody = WithData<HtmlToPdfRequest> & {
  /** Images, styles, scripts and fonts by the relative address that the HTML has for them. */
  readonly files?: Readonly<Record<string, Uint8Array>> | undefined;
};

export interface ApiClient extends AsyncDisposable {
  /**
   * The team's templates, most recently changed first. Further pages are requested as they are needed.
   *
   * @example
   * for await (const { id, name } of client.templates()) console.log(id, name);
   */
  templates(options?: CallOptions): AsyncGenerator<TemplateSummary, void>;
  /** Throws `template_not_found` and `foreign_template`. */
  template(id: TemplateId, options?: CallOptions): Promise<TemplateSummary>;
  /**
   * Fills a template and returns the PDF, or with `output: 'url'` its address, or with `output: 'upload'` where it was
   * sent. Throws `template_not_found`,
   * `invalid_data`, `invalid_template`, `quota_exhausted`, `rate_limited` and `timeout`.
   *
   * @example
   * const { pdf } = await client.generate('invoice', { data: { number: '2026-104' } }, { idempotencyKey: order.id });
   */
  generate(id: TemplateId, body: AsUrl<GenerateBody>, options?: DocumentCallOptions): Promise<GeneratedUrl>;
  generate(
    id: TemplateId,
    body: AsUpload<GenerateBody>,
    options?: DocumentCallOptions,
  ): Promise<GeneratedUpload>;
  generate(id: TemplateId, body?: AsPdf<GenerateBody>, options?: DocumentCallOptions): Promise<GeneratedPdf>;
  /** Fills several templates and returns one PDF. Throws like `generate`, and `plan_required`. */
  merge(body: AsUrl<MergeBody>, options?: DocumentCallOptions): Promise<GeneratedUrl>;
  merge(body: AsUpload<MergeBody>, options?: DocumentCallOptions): Promise<GeneratedUpload>;
  merge(body: AsPdf<MergeBody>, options?: DocumentCallOptions): Promise<GeneratedPdf>;
  /** Renders HTML on the server. Throws like `generate`. */
  htmlToPdf(body: AsUrl<HtmlToPdfBody>, options?: DocumentCallOptions): Promise<GeneratedUrl>;
  htmlToPdf(body: AsUpload<HtmlToPdfBody>, options?: DocumentCallOptions): Promise<GeneratedUpload>;
  htmlToPdf(body: AsPdf<HtmlToPdfBody>, options?: DocumentCallOptions): Promise<GeneratedPdf>;
  /** Plan, quota, credits and the last 31 days. */
  usage(options?: CallOptions): Promise<UsageReport>;
  /** Requests that are answered later, and batches. */
  readonly jobs: JobClient;
  /** Where the server sends the events of the team. Needs a token with the scope `webhooks:write`. */
  readonly webhooks: WebhookClient;
  /** Management of templates. Needs a token with the scope `templates:write`. */
  readonly manage: ManageClient;
  /** Ends open connections. Safe to call twice. */
  close(): Promise<void>;
}

/** Every method throws `scope_required` if the token may not manage templates. */
export interface ManageClient {
  list(options?: CallOptions): Promise<readonly ManagedTemplate[]>;
  /** A template with all its versions, newest first. */
  get(id: TemplateId, options?: CallOptions): Promise<z.output<typeof managedTemplateResponseSchema>['data']>;
  /** Path → SHA-256 of the content, in hexadecimal. */
  hashes(id: TemplateId, version: number, options?: CallOptions): Promise<ReadonlyMap<string, string>>;
  /** Path → content, byte for byte as it was pushed. */
  files(id: TemplateId, version: number, options?: CallOptions): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Stores a version. Throws `template_conflict` if `base` is not the hash of the latest one. */
  push(request: PushRequest, options?: CallOptions): Promise<z.output<typeof pushResponseSchema>['data']>;
  publish(
    id: TemplateId,
    request?: PublishRequest,
    options?: CallOptions,
  ): Promise<z.output<typeof publishResponseSchema>['data']>;
  rename(
    id: TemplateId,
    request: RenameRequest,
    options?: CallOptions,
  ): Promise<z.output<typeof renameResponseSchema>['data']>;
  /** `base` is the hash of the latest version that the caller knows. */
  delete(
    id: TemplateId,
    request: { readonly base: string; readonly dry_run?: boolean | undefined },
    options?: CallOptions,
  ): Promise<void>;
}

const defaultTimeoutMs = 120_000;

/**
 * Returns a client. It connects with the first call, through the proxy of `HTTPS_PROXY` if there is one. All errors of
 * the server are `PdfapiError`s with its code, message and field errors; `server_unreachable` means that it did not
 * answer.
 *
 * @example
 * await using client = createClient({ url: 'https://pdf.example.com', token });
 * const { pdf } = await client.htmlToPdf({ html: '<h1>Hello</h1>' });
 */
export function createClient(options: ClientOptions): ApiClient {
  const {
    token,
    retries = 5,
    timeoutMs = defaultTimeoutMs,
    userAgent = `pdfapi/${packageVersion()}`,
    onRetry,
  } = options;
  const url = toServerUrl(options.url);
  if (typeof token !== 'string' || token === '') throw invalidOption('token', 'must be the token of a team');
  const client = openClient({
    url,
    token,
    userAgent,
    retries,
    stringify: stringifyData,
    ...(onRetry ? { onRetry } : {}),
  });

  /** Runs a call within its time. */
  const bounded = async <Result>(
    { signal, timeoutMs: given = timeoutMs }: CallOptions,
    call: (bounds: CallBounds) => Promise<Result>,
  ): Promise<Result> => {
    const controller = new AbortController();
    const over = () =>
      controller.abort(
        new Failure('timeout', `No response from ${url} within ${given / 1000} s.`, {
          hint: `For more time: { timeoutMs: ${4 * given} }.`,
        }),
      );
    const timer = setTimeout(over, given);
    const signals = signal ? [signal, controller.signal] : [controller.signal];
    try {
      return await call({ signal: AbortSignal.any(signals), end: performance.now() + given });
    } finally {
      clearTimeout(timer);
    }
  };
  type Kind = { readonly output?: 'pdf' | 'url' | 'upload' | undefined; readonly upload?: Upload };
  const document = async (
    { output = 'pdf' }: Kind,
    options: DocumentCallOptions,
    send: (output: 'base64' | 'url' | 'upload', bounds: CallBounds) => ReturnType<typeof client.generate>,
  ): Promise<never> => {
    if (!['pdf', 'url', 'upload'].includes(output)) {
      throw invalidOption('output', 'must be pdf, url or upload');
    }
    const { idempotencyKey } = options;
    const generated = await bounded(options, (bounds) =>
      send(output === 'pdf' ? 'base64' : output, {
        ...bounds,
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      }),
    );
    // The overloads of the caller say which of the kinds it is.
    return generated as never;
  };
  // `stringifyData` writes any object as one of JSON.
  const dataOf = (data: object | undefined) => (data === undefined ? {} : { data: data as JsonObject });

  return {
    async *templates(options = {}) {
      for (let page = 1, last = 1; page <= last; page++) {
        const { templates, lastPage } = await bounded(options, (bounds) => client.templatePage(page, bounds));
        yield* templates;
        last = lastPage;
      }
    },
    template: async (id, options = {}) => await bounded(options, (bounds) => client.getTemplate(id, bounds)),
    generate: async (
      id: TemplateId,
      { data, ...body }: GenerateBody & Kind = {},
      options: DocumentCallOptions = {},
    ) =>
      await document(body, options, (output, bounds) =>
        client.generate(id, { ...body, ...dataOf(data), output }, bounds),
      ),
    merge: async ({ templates, ...body }: MergeBody & Kind, options: DocumentCallOptions = {}) =>
      await document(body, options, (output, bounds) => {
        const items = templates.map(({ id, data, pages }) => ({ id, ...dataOf(data), pages }));
        return client.merge({ ...body, templates: items, output }, bounds);
      }),
    htmlToPdf: async ({ data, files, ...body }: HtmlToPdfBody & Kind, options: DocumentCallOptions = {}) =>
      await document(body, options, (output, bounds) =>
        client.htmlToPdf(
          { ...body, ...dataOf(data), output },
          bounds,
          files && new Map(Object.entries(files)),
        ),
      ),
    usage: async (options = {}) => await bounded(options, (bounds) => client.usage(bounds)),
    jobs: openJobClient(client, url, bounded),
    webhooks: openWebhookClient(client, url, bounded),
    manage: {
      list: (options = {}) => managed(options, (server) => server.list()),
      get: (id, options = {}) => managed(options, (server) => server.show(id)),
      hashes: (id, version, options = {}) => managed(options, (server) => server.hashes(id, version)),
      files: (id, version, options = {}) => managed(options, (server) => server.files(id, version)),
      push: (request, options = {}) => managed(options, (server) => server.push(request)),
      publish: (id, request = {}, options = {}) => managed(options, (server) => server.publish(id, request)),
      rename: (id, request, options = {}) => managed(options, (server) => server.rename(id, request)),
      delete: (id, { base, dry_run: dryRun = false }, options = {}) =>
        managed(options, (server) => server.delete(id, { base, dryRun })),
    },
    close: () => client.close(),
    [Symbol.asyncDispose]: () => client.close(),
  };

  function managed<Result>(
    options: CallOptions,
    call: (server: ReturnType<typeof openTemplateServer>) => Promise<Result>,
  ): Promise<Result> {
    return bounded(options, (bounds) => call(openTemplateServer(client, url, () => bounds)));
  }
}

function toServerUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) return url.href.replace(/\/+$/, '');
  throw invalidOption('url', 'must be the address of a server, such as https://pdf.example.com');
}
