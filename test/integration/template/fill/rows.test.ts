/** Templates are filled from rows in this thread and in threads with limits. */
import { afterAll, describe, expect, it } from 'vitest';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { fillInProcess } from '../../../../src/template/fill/in-process.ts';
import { startFillPool } from '../../../../src/template/fill/start-fill-pool.ts';
import { readRowBytes } from '../../../../src/template/rows/open-rows.ts';
import { spoolRows } from '../../../../src/template/rows/spool-rows.ts';
import { jobOf } from '../../../support/fill/job-of.ts';

const pool = startFillPool({ workers: 2, limitMs: 60_000 });
const deadline = new Deadline(120_000);
afterAll(async () => {
  deadline.close();
  await pool.close();
});

async function spool(count: number) {
  const lines = Array.from({ length: count }, (_, n) => JSON.stringify({ n, text: `text ${n}` }));
  const bytes = async function* () {
    yield Buffer.from(lines.join('\n'));
  };
  return await spoolRows((await readRowBytes('rows.ndjson', bytes())).rows, { file: 'rows.ndjson' });
}

const source =
  '{% for r in rows %}{{ loop.last ? "last " }}{{ r.text }}\n{% endfor %}{{ rows|map(r => r.n)|reduce((s, n) => s + n, 0) }}';

describe('filling from rows', () => {
  it.each([3, 60_000])('gives the same in this thread and in others: %i rows', async (count) => {
    const spooled = await spool(count);
    const limits = { steps: Number.POSITIVE_INFINITY, milliseconds: 60_000 };
    const job = { ...jobOf(source), rows: { rows: spooled.rows }, limits };
    const expected = [
      ...Array.from({ length: count }, (_, n) => `${n === count - 1 ? 'last ' : ''}text ${n}`),
      (count * (count - 1)) / 2,
    ].join('\n');
    expect((await fillInProcess(job, deadline)).html).toBe(expected);
    const filled = await Promise.all([pool.fill(job, deadline), pool.fill(job, deadline)]);
    expect(filled.map(({ html }) => html)).toEqual([expected, expected]);
    await spooled[Symbol.asyncDispose]();
  });

  it('replaces a list of the data with that name', async () => {
    const spooled = await spool(2);
    const job = {
      ...jobOf('{{ rows|length }}{{ other }}', { data: { rows: [1], other: 'x' } }),
      rows: { rows: spooled.rows },
    };
    expect((await fillInProcess(job, deadline)).html).toBe('2x');
  });

  it('keeps the limits of strangers if none are given', async () => {
    const spooled = await spool(60_000);
    const job = {
      ...jobOf('{% for r in rows %}{% for s in rows %}{{ s.n }}{% endfor %}{% endfor %}'),
      rows: { rows: spooled.rows },
    };
    await expect(pool.fill(job, deadline)).rejects.toThrow(
      /more than 10000000 steps|longer than 1500 milliseconds/,
    );
    await spooled[Symbol.asyncDispose]();
  });

  it('names the row of an error from another thread', async () => {
    const spooled = await spool(5);
    const job = {
      ...jobOf('{% for r in rows %}{{ 6 / (r.n - 3) }}{% endfor %}'),
      rows: { rows: spooled.rows },
    };
    await expect(pool.fill(job, deadline)).rejects.toThrow('Division by zero. In row 4 (rows.ndjson:4).');
  });
});
