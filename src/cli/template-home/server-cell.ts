/** Text from a server in one cell of a table: no control character, no line end, no tab. */
import { printable } from '../printable.ts';

export const serverCell = (text: string): string => printable(text.replace(/[\t\n]/g, ' '));
