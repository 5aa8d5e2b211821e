/** Errors as an assistant reads them: what, where, and what to do about it. */
import type { Failure, SourceLocation } from '#contract/errors';

/** Characters of a line of source. */
const maxLineLength = 300;

/** Characters of a message. Some quote the input, which may be large. */
const maxTextLength = 8_000;

/**
 * Formats a failure like the command line does: file and line, message, fields, the line itself, hint and code.
 *
 * @example
 * invoice/template.html:3:9: Unknown filter "curency". Did you mean "currency"?
 */
export function failureText({ message, location, errors = {}, hint, code, facts }: FailureParts): string {
  const fields = Object.entries(errors).flatMap(([field, messages]) =>
    messages.filter((each) => !message.includes(each)).map((each) => `${field}: ${each}`),
  );
  const purchase = facts?.purchase_url;
  const lines = [
    `${placeOf(location)}${message}`,
    ...fields,
    ...(location ? sourceLine(location) : []),
    ...(hint === undefined ? [] : [hint]),
    ...(typeof purchase === 'string' ? [`Credits: ${purchase}`] : []),
    `(${code})`,
  ];
  return shorten(lines.join('\n'));
}

const shorten = (text: string): string =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;

/** An error of a template, as a push reports it. */
export interface TemplateFinding {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** Formats the errors of a template, one a line. */
export function findingsText(findings: readonly TemplateFinding[], code?: string): string {
  const lines = findings.map(({ message, hint, file, line, column }) => {
    const place = file !== undefined && line !== undefined ? placeOf({ file, line, column }) : '';
    return `${place}${message}${hint === undefined ? '' : ` ${hint}`}`;
  });
  return shorten([...lines, ...(code === undefined ? [] : [`(${code})`])].join('\n'));
}

/** The parts of a `Failure` that the assistant is shown. */
export type FailureParts = Pick<Failure, 'message'> &
  Partial<Pick<Failure, 'location' | 'errors' | 'hint' | 'facts'>> & { readonly code: string };

export const placeOf = (location: SourceLocation | undefined): string =>
  location
    ? [location.file, location.line, location.column]
        .filter((part) => part !== undefined)
        .join(':')
        .concat(': ')
    : '';

function sourceLine({ text, line }: SourceLocation): string[] {
  const found = text?.split(/\r?\n/, line)[line - 1];
  return found?.trim() ? [`  ${line} | ${found.slice(0, maxLineLength)}`] : [];
}
