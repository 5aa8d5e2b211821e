/** Turns failures of a page into Gotenberg's errors. */
import { STATUS_CODES } from 'node:http';
import { WebPageFailure } from '#browser/page/web-page';
import { Failure } from '#contract/errors';
import { forbidden } from '../address-filter.ts';
import { GotenbergError } from '../answer.ts';
import type { LoadFields } from './read-load-fields.ts';

/** Returns the error itself if Gotenberg has no text of its own for it. */
export function pageError(error: unknown, fields: LoadFields): unknown {
  if (!(error instanceof Failure)) return error;
  if (error instanceof WebPageFailure) {
    const { code, status } = error;
    if (status !== undefined) {
      return conflict(`Invalid HTTP status code from the main page: ${describe(status)}`, error);
    }
    if (code === 'invalid_option') return forbidden(error);
    if (code !== 'server_unreachable') return new GotenbergError(400, error.message, { cause: error });
    return new GotenbergError(400, `Chromium returned net::${networkErrorOf(error.message)}`, {
      cause: error,
    });
  }
  const places = Object.keys(error.errors ?? {});
  if (places.includes('config.wait_for.expression')) {
    return invalid(`The expression '${fields.waitForExpression}' (waitForExpression)`, error);
  }
  if (places.includes('config.wait_for.selector')) {
    return invalid(`The selector '${fields.waitForSelector}' (waitForSelector)`, error);
  }
  const { facts = {} } = error;
  const types = Array.isArray(facts.types) ? facts.types.map(String) : [];
  const failures = Array.isArray(facts.failures) ? facts.failures.map(String) : [];
  switch (facts.fail_on) {
    case 'resource_status': {
      const shown = fields.refusedStatuses.map(({ url, status }) => `${url} - ${describe(status)}`);
      return conflict(`Invalid HTTP status code from resources:\n${shown.join('\n')}`, error);
    }
    case 'console':
      return conflict(`Chromium console exceptions:\n${failures.join('\n')}`, error);
    case 'resources':
      return conflict(
        `Chromium failed to load resources: ${failures.map((text, i) => describeMissing(text, types[i])).join('\n')}`,
        error,
      );
    default:
      return error;
  }
}

const describe = (status: number): string => `${status}: ${STATUS_CODES[status] ?? ''}`;

/** `text`: the address and the reason. */
function describeMissing(text: string, type = 'Other'): string {
  const isFile = !/^(?:https?|wss?):/.test(text);
  return `resource ${type}: net::${isFile ? 'ERR_FILE_NOT_FOUND' : networkErrorOf(text)} (${text})`;
}

/** The name that Chromium has for what the message says. */
function networkErrorOf(message: string): string {
  const [named] = /ERR_[A-Z_]+/.exec(message) ?? [];
  if (named !== undefined) return named;
  return /not resolved|No address|no address/.test(message)
    ? 'ERR_NAME_NOT_RESOLVED'
    : 'ERR_CONNECTION_REFUSED';
}

const invalid = (what: string, cause: Error) =>
  new GotenbergError(400, `${what} returned an exception or undefined`, { cause });

const conflict = (message: string, cause: Error) => new GotenbergError(409, message, { cause });
