/** `downloadFrom`: files of a form that are fetched from addresses. */
import { setTimeout as delay } from 'node:timers/promises';
import { EgressRefused } from '#browser/egress/refusal';
import { Unreachable } from '#browser/egress/unreachable';
import { isJsonObject } from '#contract/json';
import type { DownloadedFile, Outbound } from '../outbound/outbound.ts';
import { addressRule, forbidden, rulesFor } from './address-filter.ts';
import { GotenbergError } from './answer.ts';
import { parseJsonText } from './form/go-json.ts';
import type { FormFile } from './form/gotenberg-form.ts';
import { sanitizeName } from './form/read-form.ts';
import { headersOf } from './headers-field.ts';
import type { GotenbergSettings } from './variables.ts';

interface Download {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly field: string;
}

export interface DownloadOptions {
  readonly outbound: Outbound;
  readonly settings: GotenbergSettings;
  /** Sent along: the correlation id and what continues a trace. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes that the files may have together: what the body has left of its limit. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Files of one form that are fetched; the parts of a body have the same limit. */
const maxDownloads = 200;
/** Milliseconds before the first further attempt; each later wait is twice as long. */
const retryMs = 1_000;
const maxRetryMs = 8_000;

/**
 * Returns the files of the field `downloadFrom`, if there is one. Throws `GotenbergError`, with Gotenberg's texts, and the
 * reason of `signal`.
 */
export async function downloadFiles(
  text: string | undefined,
  options: DownloadOptions,
): Promise<readonly FormFile[]> {
  if (text === undefined || options.settings.noDownloads) return [];
  const downloads = parseDownloads(text);
  let left = options.maxBytes;
  const count = (size: number) => {
    left -= size;
    if (left < 0) {
      throw new GotenbergError(
        413,
        'The request body exceeds the configured size limit. Increase it with --api-body-limit, or send a smaller request.',
      );
    }
  };
  const failure = new AbortController();
  const signal = AbortSignal.any([options.signal, failure.signal]);
  const rule = addressRule(rulesFor(options.settings, 'download'));
  const fetchOne = async ({ url, headers, field }: Download): Promise<FormFile> => {
    const sent = { 'user-agent': 'Gotenberg', ...headers, ...options.headers };
    const ask = () => options.outbound.download({ url, headers: sent, signal, rule }, count);
    return toFile(url, field, await withRetries(ask, options.settings.downloadRetries, signal));
  };
  try {
    return await Promise.all(downloads.map(fetchOne));
  } catch (error) {
    failure.abort();
    if (error instanceof EgressRefused) throw forbidden(error);
    throw error;
  }
}

/** Repeats what may succeed later: a connection that fails, and statuses of an overloaded server. */
async function withRetries(
  ask: () => Promise<DownloadedFile>,
  retries: number,
  signal: AbortSignal,
): Promise<DownloadedFile> {
  for (let attempt = 0; ; attempt++) {
    const isLast = attempt >= retries;
    try {
      const file = await ask();
      if (isLast || !isTemporary(file.status)) return file;
    } catch (error) {
      if (isLast || !(error instanceof Unreachable)) throw error;
    }
    await delay(Math.min(retryMs * 2 ** attempt, maxRetryMs), undefined, { signal });
  }
}

/** Whether another attempt may succeed. */
export const isTemporary = (status: number): boolean => status === 429 || (status >= 500 && status !== 501);

function toFile(
  url: string,
  field: string,
  { status, statusText, headers, bytes }: DownloadedFile,
): FormFile {
  if (status !== 200) {
    throw badDownload(`Unable to download file from '${url}': got status: '${status} ${statusText}'`);
  }
  const disposition = headers['content-disposition'] ?? '';
  if (disposition === '') throw badDownload(`No 'Content-Disposition' header from '${url}'`);
  const name = sanitizeName(filenameOf(disposition) ?? '');
  if (name === '') {
    throw badDownload(`Invalid 'Content-Disposition' header '${disposition}' from '${url}': no filename`);
  }
  return { name, field, bytes };
}

function filenameOf(disposition: string): string | undefined {
  const [, extended] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition) ?? [];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      return undefined;
    }
  }
  const [, quoted, plain] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  // Node.js reads headers as Latin-1; names are sent as UTF-8.
  const name = quoted?.replace(/\\(.)/g, '$1') ?? plain;
  return name === undefined ? undefined : Buffer.from(name, 'latin1').toString();
}

function parseDownloads(text: string): readonly Download[] {
  const invalid = (fault: string) => badDownload(`Invalid 'downloadFrom' form field value: ${fault}`);
  const parsed = parseJsonText(text, invalid);
  if (!Array.isArray(parsed)) throw invalid('json: it is not an array of objects with a url');
  if (parsed.length > maxDownloads) throw invalid(`at most ${maxDownloads} files can be downloaded`);
  return parsed.map((entry: unknown, index) => {
    const {
      url = '',
      extraHttpHeaders = {},
      embedded = false,
      field = '',
    } = isJsonObject(entry) ? entry : {};
    if (typeof url !== 'string' || url.trim() === '') {
      throw badDownload(`Invalid 'downloadFrom' form field entry ${index}: URL must be set`);
    }
    const headers = headersOf(extraHttpHeaders, (fault) => invalid(`entry ${index}: ${fault}`));
    return { url, headers, field: fieldOf(field, embedded === true) };
  });
}

function fieldOf(field: unknown, isEmbedded: boolean): string {
  if (isEmbedded || field === 'embedded') return 'embeds';
  return field === 'watermark' || field === 'stamp' ? field : 'files';
}

const badDownload = (message: string) => new GotenbergError(400, message);
