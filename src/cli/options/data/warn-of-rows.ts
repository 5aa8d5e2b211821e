/** What becomes of doubtful rows: a warning, or with `--strict` an error. Empty ones are only counted. */
import type { OnRowWarning } from '#template/rows/row';
import { count } from '../../io/format.ts';
import type { Session } from '../../session.ts';
import { readRenderDefaults } from '../page-defaults.ts';

/** Throws `usage` if `pdfapi.json` is invalid. What it returns throws the warning with `--strict`. */
export function warnOfRows(
  session: Session,
  options: { readonly strict?: boolean | undefined },
): OnRowWarning {
  const { strict } = readRenderDefaults(session, { strict: options.strict });
  return (warning) => {
    if (strict) throw warning;
    const { location, message, hint } = warning;
    const place = location ? `${location.file}:${location.line}: ` : '';
    session.terminal.warn(`${place}${message}${hint === undefined ? '' : ` ${hint}`}`);
  };
}

/** Says how many rows had no value, and are no rows. */
export const noteSkipped =
  ({ terminal }: Session) =>
  (skipped: number, file: string): void =>
    terminal.note(
      `${file}: ${count(skipped, 'row')} without any value ${skipped === 1 ? 'is' : 'are'} skipped.`,
    );
