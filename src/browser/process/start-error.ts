/** Why a browser's process failed to start. */
import { Failure } from '#contract/errors';
import { describeSystemLimit, findSystemLimit } from '#contract/files/system-limit';
import { findShortage } from './shortage.ts';

export const limitReason = 'the system allows no more files or processes';

/** Contains no paths or variables, so it is safe in responses that any client can read. */
export type StartReason =
  | 'no browser was found'
  | 'its sandbox cannot start'
  | 'its file cannot be executed'
  | typeof limitReason
  | 'it ended right after starting'
  | 'it did not respond'
  | 'there is no temporary directory to use'
  | 'it could not be started';

export class StartError extends Error {
  readonly reason: StartReason;
  /** The last 8 KB that the process wrote to stderr. */
  readonly stderr: string;

  constructor(reason: StartReason, message: string, stderr = '') {
    super(message);
    this.reason = reason;
    this.stderr = stderr;
  }
}

/** Returns the reason for a failure that `launch` or `findBrowser` threw. */
export function startReason({ code, cause }: Failure): StartReason {
  if (code === 'browser_missing') return 'no browser was found';
  if (code === 'sandbox_unavailable') return 'its sandbox cannot start';
  return cause instanceof StartError ? cause.reason : 'it could not be started';
}

/** Returns the failure to report for an error of a start. */
export function explainStart(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (!(error instanceof StartError)) {
    const limit = findSystemLimit(error);
    if (limit) return explainStart(new StartError(limitReason, describeSystemLimit(limit)));
    return new Failure('browser_failed', `The browser could not be started: ${String(error)}`, {
      cause: error,
    });
  }
  if (/No usable sandbox|Failed to move to new namespace|user namespace|clone\(\)/i.test(error.stderr)) {
    return new Failure(
      'sandbox_unavailable',
      'Chromium’s sandbox cannot start: this system does not allow it user namespaces.',
      {
        hint: 'Allow them (sysctl kernel.unprivileged_userns_clone=1, or kernel.apparmor_restrict_unprivileged_userns=0; in Docker a seccomp profile that permits clone; in a plain chroot nothing helps), or, if you trust every document, use --no-sandbox or PDFAPI_NO_SANDBOX=1.',
        cause: error,
      },
    );
  }
  const shortage = findShortage(error.stderr);
  if (shortage) return explainStart(new StartError(limitReason, describeSystemLimit(shortage)));
  if (/EACCES/.test(error.message) && process.getuid?.() === 0) {
    return new Failure('browser_failed', `The browser could not be started: ${error.message}`, {
      hint: 'Root’s browser runs as an unprivileged user, who must be able to enter its folder: set another one in PDFAPI_CACHE_DIR.',
      cause: error,
    });
  }
  const said = error.stderr.trim().split('\n').at(-1) ?? '';
  return new Failure(
    'browser_failed',
    `The browser could not be started: ${error.message}${said && `: ${said}`}`,
    {
      cause: error,
    },
  );
}
