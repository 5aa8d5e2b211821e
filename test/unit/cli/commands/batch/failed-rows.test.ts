/** Failed rows can be run again unchanged. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openFailedRows } from '../../../../../src/cli/commands/batch/failed-rows.ts';
import { Failure } from '../../../../../src/contract/errors.ts';
import { temporaryFolder } from '../../../../support/cli/temporary-folder.ts';
import { dataOf, rowsOf } from './rows-of.ts';

const failure = new Failure('invalid_data', 'It is wrong.');

it.each([
  ['csv', 'name,text\na,b\n"c;""d""","e\nf"\ng,h\n', 'name,text'],
  ['ndjson', '{"a":1}\n{"b": [2,  3]}\n{"c":4}\n', undefined],
  ['json', '[{"a":1},\n{"b": [2,\n 3]},{"c":4}]', undefined],
] as const)('writes %s rows unchanged', async (format, text, header) => {
  const folder = temporaryFolder();
  const report = join(folder, 'report.ndjson');
  const rows = join(folder, `rows.${format}`);
  const all = await rowsOf(`in.${format}`, text);
  const failed = openFailedRows({ report, rows, format, header: () => header });
  for (const row of all.slice(1)) failed.add(row, failure);
  failed.close();
  failed.close();
  expect(dataOf(await rowsOf(`again.${format}`, readFileSync(rows)))).toEqual(dataOf(all.slice(1)));
  const [first] = readFileSync(report, 'utf8').trim().split('\n');
  expect(JSON.parse(first ?? '')).toMatchObject({
    row: 2,
    line: all[1]?.line,
    error: { code: 'invalid_data', message: 'It is wrong.' },
  });
});

it('writes a report and rows without entries if no row failed', () => {
  const folder = temporaryFolder({ 'report.ndjson': 'old' });
  const report = join(folder, 'report.ndjson');
  const rows = join(folder, 'rows.json');
  openFailedRows({ report, rows, format: 'json', header: () => undefined }).close();
  expect([readFileSync(report, 'utf8'), readFileSync(rows, 'utf8')]).toEqual(['', '[]\n']);
});

it('reports an unwritable file before the first row', () => {
  const report = join(temporaryFolder(), 'nowhere/report.ndjson');
  expect(() => openFailedRows({ report, rows: undefined, format: 'csv', header: () => undefined })).toThrow(
    'Cannot write',
  );
});
