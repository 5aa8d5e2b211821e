/** Error output: text for people, JSON for programs, an annotation for GitHub, and the exit code. */
import { relative, resolve } from 'node:path';
import { Failure, type SourceLocation } from '#contract/errors';
import { groupFaults } from '#contract/group-faults';
import type { Context } from './context.ts';
import { sanitize } from './io/sanitize.ts';
import { sourceExcerpt } from './io/source-excerpt.ts';
import { OutputClosed, writeStderr } from './io/streams.ts';
import { plainStyle, type Style, styleFor } from './io/style.ts';

/** A failure that its command has reported already, in the manner of another program. */
export class Reported extends Error {
  override readonly name = 'Reported';
  readonly exitCode: number;

  constructor(exitCode: number) {
    super();
    this.exitCode = exitCode;
  }
}

/** Prints an error on stderr and returns the exit code. JSON output includes `warnings`. */
export async function reportFailure(
  error: unknown,
  context: Context,
  options: { readonly verbose: boolean; readonly warnings?: readonly string[] },
): Promise<number> {
  if (error instanceof OutputClosed) return 0;
  if (error instanceof Reported) return error.exitCode;
  const failure = asFailure(error);
  if (context.json) {
    const warnings = options.warnings?.length ? { warnings: options.warnings } : {};
    writeStderr(`${JSON.stringify({ error: { ...failureAsJson(failure), ...warnings } })}\n`);
  } else {
    writeStderr(failureAsText(failure, await styleFor(context.colour.stderr)));
    if (options.verbose) writeStderr(`${getStack(error)}\n`);
    writeStderr(annotation(failure, context.githubWorkspace));
  }
  return failure.exitCode;
}

/** Returns a `Failure` unchanged; anything else is a bug in pdfapi. */
function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new Failure('internal', `Unexpected error: ${message}`, { cause: error });
}

/** The error object of `--json`. */
export function failureAsJson(failure: Failure) {
  const { code, exitCode: exit, message, hint, errors, location } = failure;
  const place = location && { file: location.file, line: location.line, column: location.column };
  // From a server's response: `request_id`, `required_plan`, `usage`, `purchase_url`.
  return { code, exit, message, hint, errors, ...failure.facts, ...place };
}

export function failureAsText(failure: Failure, style: Style): string {
  const { code, exitCode, message, hint, location } = failure;
  if (code === 'interrupted' || code === 'terminated') return `${message}\n`;
  const lines = [
    `${style.red(style.bold('error:'))} ${style.bold(sanitize(`${describePlace(location)}${message}`))}`,
  ];
  lines.push(...fieldLines(failure, style));
  if (location) {
    const excerpt = sourceExcerpt(location, style);
    if (excerpt.length > 0) lines.push('', ...excerpt, '');
  }
  if (hint !== undefined) lines.push(hint);
  const request = failure.facts?.request_id;
  const named = typeof request === 'string' ? ` · request ${sanitize(request)}` : '';
  lines.push(style.dim(`code: ${code} (exit ${exitCode})${named}`));
  return `${lines.join('\n')}\n`;
}

function describePlace(location: SourceLocation | undefined): string {
  if (!location) return '';
  const { file, line, column } = location;
  return `${file}:${line}:${column === undefined ? '' : `${column}:`} `;
}

/**
 * Returns one line per message, with the field names as a column: one for all items of a list with the same fault. Omits
 * what the failure's own message already says.
 */
function fieldLines({ message, errors }: Failure, style: Style): string[] {
  const entries = Object.entries(errors ?? {})
    .map(([field, messages]) => [field, messages.filter((text) => !message.includes(text))] as const)
    .filter(([, messages]) => messages.length > 0);
  // One very long name must not push all others to the right.
  const groups = groupFaults(entries);
  const width = Math.min(30, Math.max(0, ...groups.map(({ field }) => field.length)));
  return groups.map(({ field, message, count }) => {
    const times = count > 1 ? ` (${count} times)` : '';
    return `  ${style.cyan(sanitize(field).padEnd(width))}  ${sanitize(message)}${times}`;
  });
}

function getStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by: ${getStack(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}

/**
 * The workflow command that puts an error on its line in GitHub's interface; nothing elsewhere.
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions#setting-an-error-message
 */
export function annotation(failure: Failure, workspace: string | undefined): string {
  const { message, code, location } = failure;
  if (workspace === undefined || !location) return '';
  const details = fieldLines(failure, plainStyle)
    .map((line) => `\n${line.trim()}`)
    .join('');
  const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  const file = relative(workspace, resolve(location.file));
  const column = location.column === undefined ? '' : `,col=${location.column}`;
  return `::error file=${property(file)},line=${location.line}${column},title=pdfapi ${code}::${data(message + details)}\n`;
}
