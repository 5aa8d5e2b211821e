/** The API as a typed client: a method per operation, retries if they are safe, and errors as failures. */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { GenerateRequest, HtmlToPdfRequest, MergeRequest } from '#contract/api/requests-schema';
import { apiPrefix } from '#contract/api/routes';
import {
  base64ResultSchema,
  templatePageSchema,
  templateResponseSchema,
  uploadResultSchema,
  urlResultSchema,
  usageResponseSchema,
} from '#contract/responses-schema';
import type { TemplateSummary } from '#contract/templates';
import type { UsageReport, UsageSummary } from '#contract/usage';
import { parseResponse } from './parse-response.ts';
import { type Call, type EncodedForm, openConnection, type Response } from './request.ts';
import { type Retry, retry } from './retry.ts';

export interface OpenClientOptions {
  /** The server's address, without `/api/v1`. */
  readonly url: string;
  readonly token: string;
  readonly userAgent: string;
  /** The number of attempts after the first. */
  readonly retries: number;
  readonly onRetry?: (retry: Retry) => void;
  /** Called for every response, including those that lead to a retry. */
  readonly onResponse?: (response: Response) => void;
  /** Whether the caller keeps to the rate limit itself. A 429 is then thrown immediately. */
  readonly isPaced?: boolean;
  /** Serializes a body, for data that JSON in JavaScript cannot represent exactly. Defaults to `JSON.stringify`. */
  readonly stringify?: (body: object) => string;
}

/** Bounds a call including all its retries. */
export interface CallBounds {
  readonly signal: AbortSignal;
  /** The deadline on the clock of `performance.now()`, in milliseconds. */
  readonly end: number;
  /** One key per document, generated if omitted. Retries reuse it, so that nothing is charged twice. */
  readonly idempotencyKey?: string;
}

export interface Generated {
  readonly filename: string;
  readonly size: number;
  readonly usage: UsageSummary;
  /** The server's warning that the PDF is probably not the intended one. */
  readonly warning?: string | undefined;
  /** Set for `output: 'base64'`. */
  readonly pdf?: Uint8Array;
  /** Set for `output: 'url'` and `output: 'upload'`. */
  readonly url?: string;
  readonly expires_at?: string;
  /** Set for `output: 'upload'`. */
  readonly uploaded?: true;
}

/** Path → content. The paths are those that the document refers to. */
type HtmlFiles = ReadonlyMap<string, Uint8Array>;

/** One page of the list of templates. */
export interface TemplateListPage {
  readonly templates: readonly TemplateSummary[];
  /** At least 1. */
  readonly lastPage: number;
}

type Delivered = 'base64' | 'url' | 'upload';
interface DeliveryBody {
  readonly output: Delivered;
}
type With<Request> = Omit<Request, 'output'> & DeliveryBody;

/** Ids may be names on servers that are known to take them. Other servers of this API may know only numbers. */
export interface Client {
  /** Fetches all pages. */
  listTemplates(options: CallBounds): Promise<TemplateSummary[]>;
  /** `page` counts from 1. The most recently changed templates come first. */
  templatePage(page: number, options: CallBounds): Promise<TemplateListPage>;
  getTemplate(id: number | string, options: CallBounds): Promise<TemplateSummary>;
  generate(id: number | string, body: With<GenerateRequest>, options: CallBounds): Promise<Generated>;
  merge(body: With<MergeRequest>, options: CallBounds): Promise<Generated>;
  /** With files, the request is a form. Throws `unsupported_type` if the server is too old for forms. */
  htmlToPdf(body: With<HtmlToPdfRequest>, options: CallBounds, files?: HtmlFiles): Promise<Generated>;
  usage(options: CallBounds): Promise<UsageReport>;
  /** For routes outside the document API: JSON in and out, with the same retries and errors. */
  call(call: Call, options: CallBounds): Promise<Response>;
  close(): Promise<void>;
}

export function openClient({
  url,
  token,
  userAgent,
  retries,
  onRetry,
  onResponse,
  isPaced = false,
  stringify = JSON.stringify,
}: OpenClientOptions): Client {
  const connection = openConnection({
    url,
    token,
    userAgent,
    retryRateLimit: !isPaced,
    onResponse,
  });
  const call = async (request: Call, { signal, end }: CallBounds): Promise<Response> =>
    await retry(() => connection.request(request, signal), {
      retries,
      signal,
      end,
      onRetry,
    });
  const get = async <Schema extends z.ZodType>(path: string, schema: Schema, options: CallBounds) =>
    parseResponse(await call({ method: 'GET', path: `${apiPrefix}${path}` }, options), schema, url);
  const post = async (
    path: string,
    body: DeliveryBody,
    options: CallBounds,
    encode: () => string | Promise<EncodedForm> = () => stringify(body),
  ): Promise<Generated> => {
    const { idempotencyKey = randomUUID() } = options;
    const response = await call(
      { method: 'POST', path: `${apiPrefix}${path}`, body: await encode(), idempotencyKey },
      options,
    );
    const { 'pdfapi-warning': said } = response.headers;
    const warning = typeof said === 'string' ? said : undefined;
    if (body.output === 'url') {
      const { filename, size, usage, ...link } = parseResponse(response, urlResultSchema, url);
      return { filename, size, usage, warning, url: link.url, expires_at: link.expires_at };
    }
    if (body.output === 'upload') {
      const uploaded = parseResponse(response, uploadResultSchema, url);
      const { filename, size, usage } = uploaded;
      return { filename, size, usage, warning, uploaded: true, url: uploaded.uploaded_to };
    }
    const { filename, size, usage, pdf } = parseResponse(response, base64ResultSchema, url);
    return { filename, size, usage, warning, pdf: Buffer.from(pdf, 'base64') };
  };
  const templatePage = async (page: number, options: CallBounds): Promise<TemplateListPage> => {
    const { data, meta } = await get(`/templates?page=${page}`, templatePageSchema, options);
    return { templates: data, lastPage: meta.last_page };
  };
  return {
    async listTemplates(options) {
      const all: TemplateSummary[] = [];
      for (let page = 1, last = 1; page <= last; page++) {
        const { templates, lastPage } = await templatePage(page, options);
        all.push(...templates);
        last = lastPage;
      }
      return all;
    },
    templatePage,
    getTemplate: async (id, options) =>
      (await get(`/templates/${encodeURIComponent(id)}`, templateResponseSchema, options)).data,
    generate: (id, body, options) => post(`/templates/${encodeURIComponent(id)}/generate`, body, options),
    merge: (body, options) => post('/templates/merge', body, options),
    htmlToPdf: (body, options, files) =>
      post(
        '/html-to-pdf',
        body,
        options,
        files?.size ? () => encodeHtmlForm(body, files, stringify) : undefined,
      ),
    usage: async (options) => (await get('/usage', usageResponseSchema, options)).data,
    call,
    close: () => connection.close(),
  };
}

/**
 * Encodes an HTML request and its files as multipart/form-data: in memory, so that it can be sent repeatedly. Equal
 * requests have equal parts in equal order.
 */
async function encodeHtmlForm(
  { html = '', markdown, data, config, upload, ...fields }: HtmlToPdfRequest,
  files: HtmlFiles,
  stringify: (value: object) => string,
): Promise<EncodedForm> {
  const form = new FormData();
  if (data !== undefined) form.append('data', stringify(data));
  if (config !== undefined) form.append('config', stringify(config));
  if (upload !== undefined) form.append('upload', stringify(upload));
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, String(value));
  }
  const [text, name] = markdown === undefined ? [html, 'document.html'] : [markdown, 'document.md'];
  form.append('files', new Blob([asOneOfMany(text, files)]), name);
  for (const [path, bytes] of files) form.append('files', new Blob([bytes as Uint8Array<ArrayBuffer>]), path);
  const encoded = new Response(form);
  return {
    bytes: new Uint8Array(await encoded.arrayBuffer()),
    contentType: encoded.headers.get('content-type') ?? '',
  };
}

/**
 * A server applies `styles.css` to document, header and footer unless the document mentions it. If only another file
 * refers to it, a Twig comment provides the mention.
 */
const asOneOfMany = (html: string, files: HtmlFiles): string =>
  files.has('styles.css') && !html.includes('styles.css') ? `${html}{# styles.css #}` : html;
