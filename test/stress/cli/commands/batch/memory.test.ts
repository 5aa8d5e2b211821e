/** Rows are a stream: a long file takes no more memory than a short one. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../support/cli/temporary-folder.ts';

const count = 100_000;
const padding = 'x'.repeat(300);

it.each([
  ['csv', 'name,a.b,c.0.d\n', (name: string) => `${name},"${padding}",1\n`, ''],
  ['ndjson', '', (name: string) => `${JSON.stringify({ name, a: { b: padding }, c: [{ d: 1 }] })}\n`, ''],
  [
    'json',
    '[',
    (name: string) => `${name === 'N1' ? '' : ','}${JSON.stringify({ name, a: { b: padding }, c: [] })}`,
    ']',
  ],
] as const)('reads 100,000 rows of %s with a heap of 24 MB', async (format, begin, rowOf, end) => {
  const path = join(temporaryFolder(), `rows.${format}`);
  const file = openSync(path, 'w');
  writeSync(file, begin);
  for (let row = 1; row <= count; row += 1000) {
    writeSync(file, Array.from({ length: 1000 }, (_, i) => rowOf(`N${row + i}`)).join(''));
  }
  writeSync(file, end);
  closeSync(file);
  const child = fileURLToPath(
    new URL('../../../../integration/cli/commands/batch/read-in-child.ts', import.meta.url),
  );
  const { stdout } = await execa(process.execPath, ['--max-old-space-size=24', child, path]);
  expect(JSON.parse(stdout)).toEqual({ count, last: `N${count}` });
});
