/** Reads all rows of a file and counts them: `node read-in-child.ts <file>`. */
import { openRows } from '../../../../../src/template/rows/open-rows.ts';

const { rows } = await openRows(process.argv[2] ?? '-');
let count = 0;
let last = '';
for await (const row of rows) {
  count++;
  last = 'data' in row ? String(row.data.name) : row.failure.message;
}
process.stdout.write(JSON.stringify({ count, last }));
