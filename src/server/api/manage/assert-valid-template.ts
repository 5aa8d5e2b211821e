/** Reports every fault of a template with its file and line. */
import { Failure } from '#contract/errors';

/** Throws `invalid_template` if there are any. */
export function assertValidTemplate(faults: readonly Failure[]): void {
  const [first] = faults;
  if (!first) return;
  const errors: Record<string, string[]> = Object.create(null);
  const findings = faults.map(({ message, hint, location, errors: fields }) => {
    const file = location?.file ?? 'files';
    const text = location ? `line ${location.line}: ${message}` : message;
    const details = Object.entries(fields ?? {}).flatMap(([field, messages]) =>
      messages.map((each) => `${field}: ${each}`),
    );
    errors[file] = [...(errors[file] ?? []), text, ...details];
    const place = location && { file, line: location.line, column: location.column };
    return { message: [message, ...details].join(' '), hint, ...place };
  });
  const { location, message } = first;
  const place = location ? `${location.file}:${location.line}: ` : '';
  const rest = faults.length - 1;
  const more = rest === 0 ? '' : ` (and ${rest} more ${rest === 1 ? 'error' : 'errors'})`;
  throw new Failure('invalid_template', `${place}${message}${more}`, { errors, facts: { findings } });
}
