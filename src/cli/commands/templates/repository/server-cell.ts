/** Makes text from a server safe for a table cell: no control characters, line ends or tabs. */
import { sanitize } from '../../../io/sanitize.ts';

export const serverCell = (text: string): string => sanitize(text.replace(/[\t\n]/g, ' '));
