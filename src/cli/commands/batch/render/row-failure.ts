/** Turns an error of one row into a failure that names the row: `rows.csv:17`. */
import { type ErrorCode, Failure } from '#contract/errors';
import type { Row } from '#template/rows/row';
import { TemplateSyntaxError } from '#twig';

/** `source` is the name of the rows' file. Anything but a `Failure` is a bug in pdfapi and is returned unchanged. */
export function rowFailure(error: unknown, { number, line, file = '' }: Row, of: string): unknown {
  const source = file || of;
  if (!(error instanceof Failure) || !isOfRow(error) || error.location?.file === source) return error;
  const { code, message, hint, errors, location, facts } = error;
  return new Failure(code, location ? `${message} (row ${number}, ${source}:${line})` : message, {
    cause: error,
    location: location ?? { file: source, line },
    hint,
    errors,
    facts,
  });
}

/** Failures that do not belong to one item: every other would fail alike, or no more output may be written. */
const endsRun: readonly ErrorCode[] = [
  'internal',
  'usage',
  'unauthenticated',
  'forbidden',
  'foreign_template',
  'email_unverified',
  'plan_required',
  'not_found',
  'template_not_found',
  'not_published',
  'quota_exhausted',
  'rate_limited',
  'not_an_api',
  'no_server',
  'server_unreachable',
  'server_unavailable',
  'browser_missing',
  'browser_failed',
  'sandbox_unavailable',
  'file_unwritable',
  'interrupted',
  'terminated',
];

/** Whether the batch may continue after it, with `--continue-on-error`. */
export const isOfRow = (error: unknown): error is Failure =>
  isOfItem(error) && !(error.cause instanceof TemplateSyntaxError);

/** The same where items share no template. */
export const isOfItem = (error: unknown): error is Failure =>
  error instanceof Failure && !endsRun.includes(error.code);
