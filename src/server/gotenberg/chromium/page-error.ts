/** Turns failures of a page into Gotenberg's errors. */
import { STATUS_CODES } from 'node:http';
import { Failure } from '#contract/errors';
import { forbidden } from '../address-filter.ts';
import { GotenbergError } from '../answer.ts';
import type { PageFields } from './read-page-load.ts';

/** Returns the error itself if Gotenberg has no text of its own for it. */
export function pageError(error: unknown, _fields: PageFields): unknown {
  if (!(error instanceof Failure)) return error;
  const { facts = {} } = error;
  const failures = Array.isArray(facts.failures) ? facts.failures.map(String) : [];
  if (facts.fail_on === 'resource_status') {
    return conflict(`Invalid HTTP status code from resources:\n${failures.join('\n')}`, error);
  }
  if (facts.fail_on === 'console') return conflict(`Chromium console exceptions:\n${failures.join('\n')}`, error);
  if (facts.fail_on === 'resources') {
    return conflict(`Chromium failed to load resources: ${failures.join('\n')}`, error);
  }
  if (facts.fail_on === 'status') {
    const status = Number(facts.status);
    return conflict(
      `Invalid HTTP status code from the main page: ${status}: ${STATUS_CODES[status] ?? ''}`,
      error,
    );
  }
  if (error.code === 'address_refused') return forbidden(error);
  return error;
}

const conflict = (message: string, cause: Error) => new GotenbergError(409, message, { cause });
