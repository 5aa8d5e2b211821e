/** Every failure as an HTTP answer (api.md, section 7). No path, stack, statement or setting in any body. */
import { errorCatalogue, Failure } from '../contract/errors.ts';
import { TemplateError } from '../core/twig/index.ts';

export interface FailureAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** Seconds, where waiting helps. */
  readonly retryAfter?: number;
}

/** Seconds after which a full queue has most likely moved on. */
const retryAfter = 2;

export function answerFailure(error: unknown, requestId: string): FailureAnswer {
  if (error instanceof TemplateError) {
    const { message, part, line } = error;
    return { status: 422, body: { message, part, line, errors: { [part]: [message] } } };
  }
  if (!(error instanceof Failure)) return failed(requestId);
  const { status } = errorCatalogue[error.code];
  if (status === 503) return { status, body: { message: unavailable(error) }, retryAfter };
  // Only what was thrown for a caller is said to one.
  if (status === 500 || status === 499) return failed(requestId);
  const { message, errors } = error;
  return { status, body: { message, ...(errors ? { errors } : {}), ...error.facts } };
}

const failed = (requestId: string): FailureAnswer => ({
  status: 500,
  body: { message: 'PDF generation failed.', request_id: requestId },
});

/** The words of a browser or a database name paths of this machine. */
function unavailable({ code, message }: Failure): string {
  if (code === 'queue_full' || code === 'server_stopping') return message;
  if (code === 'database_failed') return 'The server cannot store anything right now.';
  return 'No browser is ready to render right now.';
}
