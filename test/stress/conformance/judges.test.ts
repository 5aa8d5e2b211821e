/** The judges themselves: a harness that finds everything valid would pass every other test here. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findJudges } from '../../support/judges/judges-folder.ts';
import { judgeByMustang } from '../../support/judges/mustang.ts';
import { judgeByVeraPdf } from '../../support/judges/verapdf.ts';
import { buildPdf, minimalObjects } from '../../support/pdf/build-pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-judges-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!findJudges())('the judges', () => {
  it('veraPDF names the rules that a plain file breaks, and why it cannot read another', async () => {
    const plain = join(folder, 'plain – ü.pdf');
    const broken = join(folder, 'broken.pdf');
    writeFileSync(plain, buildPdf(minimalObjects));
    writeFileSync(broken, 'no PDF');
    const verdicts = await judgeByVeraPdf([plain, broken], '2b');
    const { valid, failures = [] } = verdicts.get(plain) ?? {};
    expect(valid).toBe(false);
    expect(failures.map(({ specification, clause, test }) => `${specification} ${clause}-${test}`)).toContain(
      'ISO 19005-2 6.6.2.1-1',
    );
    expect(failures.every(({ count, description }) => count > 0 && description !== '')).toBe(true);
    expect(verdicts.get(broken)).toMatchObject({ valid: false, failures: [], error: expect.any(String) });
  });

  it('Mustang names what is wrong with an XML', async () => {
    const xml = join(folder, 'invoice.xml');
    writeFileSync(xml, '<?xml version="1.0"?><invoice/>');
    const verdict = (await judgeByMustang([xml])).get(xml);
    expect(verdict?.valid).toBe(false);
    expect(verdict?.findings.length).toBeGreaterThan(0);
  });
});
