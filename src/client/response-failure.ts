/** Converts the API's error responses to failures. Keeps the server's code, message, field errors and request id. */
import { lifts } from '#contract/admin-commands';
import { type ErrorCode, errorCatalogue, Failure } from '#contract/errors';

export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Codes by status, for servers that send no code and for faults of the server itself. */
const codes: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthenticated',
  402: 'quota_exhausted',
  403: 'forbidden',
  404: 'not_found',
  405: 'not_an_api',
  409: 'still_running',
  410: 'expired',
  413: 'body_too_large',
  415: 'unsupported_type',
  422: 'invalid_request',
  429: 'rate_limited',
  500: 'server_failed',
  502: 'server_unavailable',
  503: 'server_unavailable',
  // From a gateway. The API itself sends the code `timeout`.
  504: 'server_unavailable',
};

const standardHints: Partial<Record<ErrorCode, string>> = {
  unauthenticated: 'Sign in: pdfapi login, or set PDFAPI_TOKEN. See who you are: pdfapi whoami',
  server_failed: 'The error is on the server. Its operator can find the request id in the log.',
  timeout: 'The limit is the server’s: its operator can raise it with --timeout of pdfapi serve.',
};

export function toFailure({ status, headers, text }: ErrorResponse, url: string): Failure {
  const body = parse(text);
  if (!body) return notAnApi(status, url);
  const { message, code: sent, errors, hint: advice, ...facts } = body;
  const code = toCode(status, sent);
  const requestId = headers['x-request-id'];
  const hints = [
    findHint(code, { message, facts, headers }) ??
      (typeof advice === 'string' ? advice : standardHints[code]),
    operatorHint(headers['pdfapi-hint']),
  ];
  return new Failure(code, sentence(message), {
    hint: hints.filter(Boolean).join(' ') || undefined,
    errors: isFieldErrors(errors) ? errors : undefined,
    facts: { ...facts, status, ...(typeof requestId === 'string' ? { request_id: requestId } : {}) },
  });
}

/**
 * Prefers the code that the server sent, if the catalogue has it for that status, because it is more specific. Faults
 * of the server itself go by the status: their own codes have the exit codes of failures of the local browser and
 * files.
 */
function toCode(status: number, sent: unknown): ErrorCode {
  const isKnown = typeof sent === 'string' && Object.hasOwn(errorCatalogue, sent);
  const code = isKnown ? (sent as ErrorCode) : undefined;
  const isOfRequest = status < 500 || status === 504;
  if (code !== undefined && isOfRequest && errorCatalogue[code].status === status) return code;
  return codes[status] ?? (status >= 500 ? 'server_failed' : 'invalid_request');
}

interface Refusal extends Pick<ErrorResponse, 'headers'> {
  readonly message: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

function findHint(code: ErrorCode, { message, facts, headers }: Refusal): string | undefined {
  const wait = headers['retry-after'];
  if (code === 'rate_limited' && typeof wait === 'string') {
    const limit = headers['x-ratelimit-limit'];
    const limitText =
      typeof limit === 'string'
        ? `The limit is ${limit} ${limit === '1' ? 'request' : 'requests'} a minute. `
        : '';
    return `${limitText}Retry in ${wait} s, or wait for it with a longer --timeout.`;
  }
  if (code === 'quota_exhausted' && typeof facts.purchase_url === 'string') {
    return `Credits: ${facts.purchase_url}`;
  }
  const { required_plan: plan } = facts;
  // The message of most servers says it.
  return typeof plan === 'string' && !message.includes(plan)
    ? `It requires the ${plan} plan or above.`
    : undefined;
}

const word = `(?:[\\w./@%+:=,-]+|'[^']{1,1000}')`;
/** Only a command that it can be: what a server sends may be typed into a shell. */
const liftForm = new RegExp(`^pdfapi admin team set ${word} (?:${lifts.join('|')})(?: --data-dir ${word})?$`);

const operatorHint = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && liftForm.test(header) ? `On your own server, lift it: ${header}` : undefined;

function notAnApi(status: number, url: string): Failure {
  if (status === 502 || status === 503 || status === 504) {
    return new Failure('server_unavailable', `${url} is not available right now (${status}).`);
  }
  if (status === 413) {
    return new Failure('body_too_large', `${url} rejects a request of this size (413).`, {
      hint: 'The response does not come from the server itself: a proxy in front of it has its own limit.',
    });
  }
  return new Failure('not_an_api', `${url} responded with ${status}, but not as this API does.`, {
    hint: 'Is the address right? It is the server’s own, without /api/v1. See: pdfapi config list --show-origin',
  });
}

interface ErrorBody {
  readonly message: string;
  readonly code?: unknown;
  readonly errors?: unknown;
  readonly hint?: unknown;
}

function parse(text: string): ErrorBody | undefined {
  try {
    const body = JSON.parse(text);
    return typeof body?.message === 'string' ? body : undefined;
  } catch {
    return undefined;
  }
}

const isFieldErrors = (value: unknown): value is Record<string, string[]> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(
    (messages) => Array.isArray(messages) && messages.every((each) => typeof each === 'string'),
  );

const sentence = (message: string): string => (/[.?!)]$/.test(message) ? message : `${message}.`);
