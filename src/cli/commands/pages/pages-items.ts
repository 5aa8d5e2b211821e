/** The arguments of `pdfapi pages`: `a.pdf`, `a.pdf:1-3`, `-`. */
import { pageSelectionRule, parsePageSelection } from '#contract/api/page-selection';
import { Failure } from '#contract/errors';
import { statPath } from '../../io/stat-path.ts';
import type { PdfItem } from '../merge/merge-items.ts';

/** Throws `usage` and `file_unreadable`. */
export function readPagesItem(text: string): PdfItem {
  if (text === '') throw new Failure('usage', 'A PDF is empty.', { hint: 'Is a shell variable not set?' });
  if (text === '-') return { kind: 'pdf', file: text, text: 'stdin', isFile: false };
  const whole = statPath(text);
  if (whole?.isDirectory()) {
    throw new Failure('usage', `${text} is a folder, but pages needs PDFs.`, {
      hint: `For a template: pdfapi generate ${text} --pages 1-3`,
    });
  }
  if (whole) return { kind: 'pdf', file: text, text, isFile: whole.isFile() };
  const colon = text.lastIndexOf(':');
  const file = colon > 0 ? text.slice(0, colon) : text;
  const found = statPath(file);
  if (!found || found.isDirectory()) {
    throw new Failure('file_unreadable', `Cannot read ${text}: no such file.`);
  }
  const pages = text.slice(colon + 1);
  if (!parsePageSelection(pages)) {
    throw new Failure(
      'usage',
      `${file} has pages behind the colon, but ${JSON.stringify(pages)} is no list of them.`,
      {
        hint: `${pageSelectionRule}.`,
      },
    );
  }
  return { kind: 'pdf', file, text: file, isFile: found.isFile(), pages };
}
