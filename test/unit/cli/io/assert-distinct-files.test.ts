import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { assertDistinctFiles } from '../../../../src/cli/io/assert-distinct-files.ts';
import { temporaryFolder } from '../../../support/cli/temporary-folder.ts';

it('rejects an output file that is also an input, under any name', () => {
  const folder = temporaryFolder({ 'a.html': 'x' });
  symlinkSync('a.html', join(folder, 'b.html'));
  const refused = () => assertDistinctFiles([join(folder, 'b.html')], [join(folder, 'a.html')]);
  expect(refused).toThrowError(
    expect.objectContaining({ code: 'usage', message: expect.stringContaining('is read') }),
  );
});

it('rejects two outputs in one file', () => {
  expect(() => assertDistinctFiles(['x.pdf', './x.pdf'], [])).toThrowError(/is the PDF/);
});

it('ignores streams and devices', () => {
  expect(() => assertDistinctFiles(['-', null, '/dev/null', '/dev/null'], ['-', undefined])).not.toThrow();
});
