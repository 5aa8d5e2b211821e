/** Makes text from a server safe for a table cell: no control characters, line ends or tabs. */
import { printable } from '../printable.ts';

export const serverCell = (text: string): string => printable(text.replace(/[\t\n]/g, ' '));
