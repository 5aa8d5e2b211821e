/** Maps every failure to an HTTP response. No body contains a path, a stack, a statement or a setting. */
import { type ErrorCode, errorCatalogue, Failure } from '#contract/errors';
import { findSystemLimit, systemLimitFailure } from '#contract/files/system-limit';
import type { TwigPart } from '#contract/templates';
import { TemplateError } from '#twig';

export interface FailureResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** In seconds; set only if waiting helps. */
  readonly retryAfter?: number | undefined;
}

/** Seconds after which a full queue has most likely moved on. */
const queueSeconds = 2;
/** Seconds after which a request with the same key, or a job, may have finished. */
const retrySeconds: Readonly<Partial<Record<ErrorCode, number>>> = {
  still_running: 1,
  job_running: 2,
  too_many_jobs: 10,
};

export function toFailureResponse(error: unknown, requestId: string): FailureResponse {
  if (error instanceof TemplateError) {
    const { message } = error;
    const facts = twigFacts(error);
    return {
      status: 422,
      body: { message, code: 'invalid_template', ...facts, errors: { [facts.part]: [message] } },
    };
  }
  const limit = findSystemLimit(error);
  // An error that no code has explained further, and a file that cannot be opened.
  const isUnserved = !(error instanceof Failure) || errorCatalogue[error.code].status === 500;
  if (limit && isUnserved) return toFailureResponse(systemLimitFailure(limit, error), requestId);
  if (!(error instanceof Failure)) return failed(requestId);
  const { code, message, facts } = error;
  const { status } = errorCatalogue[code];
  if (status === 503) return { status, body: unavailable(error), retryAfter: queueSeconds };
  // Only messages that were written for callers are sent to them.
  if (status === 500 || status === 499) return failed(requestId);
  const errors = error.errors ?? (status === 422 ? { [fieldOf(code)]: [message] } : undefined);
  return {
    status,
    body: { message, code, errors, ...facts },
    retryAfter: retrySeconds[code],
  };
}

const failed = (requestId: string): FailureResponse => ({
  status: 500,
  body: { message: 'PDF generation failed.', code: 'server_failed', request_id: requestId },
});

/**
 * Every 422 has `errors`. A failure that belongs to no field of the request belongs to the template or the document.
 */
const fieldOf = (code: ErrorCode): string => (code === 'invalid_template' ? 'template' : 'document');

/** Their messages say nothing about this machine. */
const publicCodes: ReadonlySet<ErrorCode> = new Set([
  'queue_full',
  'memory_full',
  'server_stopping',
  'clock_unconfirmed',
  'lease_expired',
  'quota_reserved',
  'timestamp_failed',
]);

/** The messages of a browser, a database or a storage contain paths and addresses, so they are replaced. */
function unavailable({ code, message }: Failure): { readonly message: string; readonly code: ErrorCode } {
  if (publicCodes.has(code)) return { message, code };
  if (code === 'system_limit') {
    return { message: 'The server has reached a limit of its system right now.', code };
  }
  if (code === 'database_failed') return { message: 'The server cannot store anything right now.', code };
  if (code === 'documents_unavailable') {
    return { message: 'Documents cannot be stored or read right now.', code };
  }
  return { message: 'No browser is ready to render right now.', code: 'browser_failed' };
}

interface TwigFacts {
  readonly part: TwigPart;
  /** 1-based, in the partial if one is named, otherwise in the part. */
  readonly line: number;
  readonly partial?: string | undefined;
  /** A property of `metadata`, which pages a header is for, or the name of a field of an editor template. */
  readonly field?: string | undefined;
  /** 1-based page of the field of an editor template. */
  readonly page?: number | undefined;
}

/** Returns the location of a Twig error, as the fields of an error body. */
function twigFacts({ part, template, line, field, page }: TemplateError): TwigFacts {
  const place = { line, partial: template ?? undefined };
  if (field !== undefined) return { part: 'editor', ...place, field, page };
  const [first, property] = part.split('.');
  if (first === 'metadata') return { part: 'metadata', ...place, field: property };
  // `header-first`: the header of some pages only.
  const [, kind, variant] = /^(header|footer)-(.+)$/.exec(part) ?? [];
  if (kind === 'header' || kind === 'footer') return { part: kind, ...place, field: variant };
  const isOwn = part === 'header' || part === 'footer' || part === 'invoice';
  return { part: isOwn ? part : 'template', ...place };
}
