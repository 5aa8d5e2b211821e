/** Limits of the system are recognized in errors of Node.js, whatever wraps them, and nothing else is taken for one. */
import { expect, it } from 'vitest';
import { Failure } from '../../../../src/contract/errors.ts';
import { fileFailure } from '../../../../src/contract/files/file-failure.ts';
import { findSystemLimit, systemLimitFailure } from '../../../../src/contract/files/system-limit.ts';
import { toFailureResponse } from '../../../../src/server/http/failure-response.ts';

const errno = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });

it.each([
  [errno('EMFILE', 'open'), 'files'],
  [errno('EMFILE', 'spawn chromium'), 'files'],
  [errno('ENFILE', 'accept'), 'files of the machine'],
  [errno('EAGAIN', 'spawn chromium'), 'processes'],
  [errno('ERR_WORKER_INIT_FAILED', ''), 'processes'],
  [fileFailure('file_unreadable', 'a.html', errno('EMFILE', 'open')), 'files'],
  [errno('EAGAIN', 'read'), undefined],
  [errno('ENOENT', 'open'), undefined],
  ['EMFILE', undefined],
])('of %s is %s', (error, limit) => {
  expect(findSystemLimit(error)).toBe(limit);
});

it.each([
  ['an error that nothing has explained', errno('EMFILE', 'open')],
  ['a file that cannot be opened', fileFailure('file_unreadable', 'a.html', errno('EMFILE', 'open'))],
  ['a limit', systemLimitFailure('processes')],
])('%s becomes a 503 with Retry-After that describes nothing of the machine', (_, error) => {
  const { status, body, retryAfter } = toFailureResponse(error, 'id');
  expect([status, body]).toEqual([
    503,
    { message: 'The server has reached a limit of its system right now.', code: 'system_limit' },
  ]);
  expect(retryAfter).toBeGreaterThan(0);
});

it('a fault of the request stays one, even if a limit is among its causes', () => {
  const error = new Failure('invalid_pdf', 'The PDF is damaged.', { cause: errno('EMFILE', 'open') });
  expect(toFailureResponse(error, 'id').status).toBe(422);
});
