/** Fills a table of many rows, read one at a time or from an array: `node fill-rows-in-child.ts <rows|array> <count>`. */
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { fillInProcess } from '../../../../src/template/fill/in-process.ts';
import type { Row } from '../../../../src/template/rows/row.ts';
import { spoolRows } from '../../../../src/template/rows/spool-rows.ts';

const [, , mode, count = '0'] = process.argv;

async function* rowsOf(length: number): AsyncGenerator<Row> {
  for (let number = 1; number <= length; number++) {
    const data = Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [`column${index}`, `${number}.${index}`]),
    );
    yield { number, line: number, raw: '', data };
  }
}

const job = {
  html: '<table>{% for r in rows %}<tr><td>{{ r.column0 }}<td>{{ r.column9 }}{% endfor %}</table>{{ rows|length }}',
  twig: true,
  metadata: {},
  partials: {},
  strict: false,
  now: new Date(0),
  limits: {
    steps: Number.POSITIVE_INFINITY,
    milliseconds: 600_000,
    output: 256_000_000,
    memory: 10_000_000_000,
  },
};
const deadline = new Deadline(600_000);
if (mode === 'rows') {
  const spool = await spoolRows(rowsOf(Number(count)), { file: 'rows' });
  const { html } = await fillInProcess({ ...job, data: {}, rows: { rows: spool.rows } }, deadline);
  await spool[Symbol.asyncDispose]();
  process.stdout.write(html.slice(-30));
} else {
  const rows = [];
  for await (const row of rowsOf(Number(count))) if ('data' in row) rows.push(row.data);
  const { html } = await fillInProcess({ ...job, data: { rows } }, deadline);
  process.stdout.write(html.slice(-30));
}
deadline.close();
