/** The client converts a server's error by the code in the response, otherwise by its status. */
import { expect, it } from 'vitest';
import { toFailure } from '../../../src/client/response-failure.ts';

const url = 'https://pdf.example.com';
const failureOf = (status: number, body: object | string) =>
  toFailure({ status, headers: {}, text: typeof body === 'string' ? body : JSON.stringify(body) }, url);

it.each([
  [403, 'plan_required', 3],
  [403, 'scope_required', 3],
  [404, 'template_not_found', 4],
  [409, 'template_conflict', 5],
  [410, 'document_gone', 4],
  [422, 'key_reused', 5],
  [422, 'page_failed', 6],
  [504, 'timeout', 7],
])('keeps the code of a %i: %s', (status, code, exit) => {
  const failure = failureOf(status, { message: 'Wrong.', code });
  expect([failure.code, failure.exitCode, failure.facts?.code]).toEqual([code, exit, undefined]);
});

it.each([
  [403, 'forbidden', 3],
  [404, 'not_found', 4],
  [409, 'still_running', 10],
  [422, 'invalid_request', 5],
  [500, 'server_failed', 1],
  [504, 'server_unavailable', 10],
])('derives the code of a %i without one from its status: %s', (status, code, exit) => {
  const failure = failureOf(status, { message: 'Wrong.' });
  expect([failure.code, failure.exitCode]).toEqual([code, exit]);
});

it.each([
  ['of another status', 422, 'plan_required', 'invalid_request'],
  ['that is unknown', 422, 'quite_new', 'invalid_request'],
  ['that is no text', 403, 7, 'forbidden'],
  ['that is a name of every object', 403, 'constructor', 'forbidden'],
  ['of the machine of the server', 503, 'browser_failed', 'server_unavailable'],
  ['of the disk of the server', 503, 'database_failed', 'server_unavailable'],
])('does not accept a code %s', (_what, status, code, expected) => {
  expect(failureOf(status, { message: 'Wrong.', code }).code).toBe(expected);
});

it("passes on the server's advice and the required plan", () => {
  expect(failureOf(404, { message: 'Not found.', code: 'not_found', hint: 'Look there.' }).hint).toBe(
    'Look there.',
  );
  expect(failureOf(403, { message: 'No.', code: 'plan_required', required_plan: 'pro' }).hint).toContain(
    'pro plan',
  );
});

it('recognizes responses that are not from the API', () => {
  expect(failureOf(404, '<html>').code).toBe('not_an_api');
  expect(failureOf(502, '<html>').code).toBe('server_unavailable');
});

it('attributes a 413 without JSON to the limit of a proxy', () => {
  const failure = failureOf(413, '<h1>413 Request Entity Too Large</h1>');
  expect([failure.code, failure.exitCode]).toEqual(['body_too_large', 5]);
  expect(failure.message).toContain('413');
  expect(failure.hint).toContain('proxy');
});
