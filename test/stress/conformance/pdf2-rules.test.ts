/** The own checker and veraPDF on small files, each of which breaks a rule of PDF/A-4 or PDF/UA-2. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findJudges } from '../../support/judges/judges-folder.ts';
import { pdf2Files } from '../../support/pdf/pdf2-files.ts';
import { compareChecker, describeComparison } from './compare-checker.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-pdf2-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!findJudges())('files of PDF 2.0', () => {
  it('break the same rules by both', async () => {
    const differing: string[] = [];
    for (const [level, files] of Map.groupBy(pdf2Files, (file) => file.level)) {
      const paths = files.map(({ name, pdf }, i) => {
        const path = join(folder, `${level} ${i} ${name.replaceAll('/', '-')}.pdf`);
        writeFileSync(path, pdf);
        return path;
      });
      differing.push(...(await compareChecker(paths, level)).map(describeComparison));
    }
    expect(differing).toEqual([]);
  }, 120_000);
});
