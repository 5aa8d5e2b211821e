/** Reports every fault of a template with its file and line. */
import { Failure } from '#contract/errors';

/** The faults as responses list them. */
export const templateFindings = (faults: readonly Failure[]) => faults.map(toFinding);

function toFinding({ message, hint, location, errors: fields }: Failure) {
  const place = location && { file: location.file, line: location.line, column: location.column };
  return { message: [message, ...detailsOf(fields)].join(' '), hint, ...place };
}

const detailsOf = (fields: Failure['errors']): string[] =>
  Object.entries(fields ?? {}).flatMap(([field, messages]) => messages.map((each) => `${field}: ${each}`));

/** Throws `invalid_template` if there are any. */
export function assertValidTemplate(faults: readonly Failure[]): void {
  const [first] = faults;
  if (!first) return;
  const errors: Record<string, string[]> = Object.create(null);
  for (const { message, location, errors: fields } of faults) {
    const file = location?.file ?? 'files';
    const text = location ? `line ${location.line}: ${message}` : message;
    errors[file] = [...(errors[file] ?? []), text, ...detailsOf(fields)];
  }
  const { location, message } = first;
  const place = location ? `${location.file}:${location.line}: ` : '';
  const rest = faults.length - 1;
  const more = rest === 0 ? '' : ` (and ${rest} more ${rest === 1 ? 'error' : 'errors'})`;
  throw new Failure('invalid_template', `${place}${message}${more}`, {
    errors,
    facts: { findings: templateFindings(faults) },
  });
}
