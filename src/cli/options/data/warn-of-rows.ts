/** What becomes of doubtful rows: a warning, or with `--strict` an error. */
import type { OnRowWarning } from '#template/rows/row';
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
