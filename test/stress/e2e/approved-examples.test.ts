/** The examples look as they were approved: `pdfapi test templates-examples --update` approves a change. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { otherBrowser } from '../../support/real-browser.ts';
import { root, run } from '../../support/run.ts';

// Another browser may break lines elsewhere.
it.skipIf(otherBrowser !== undefined)(
  'every example is as approved, and uses its own fonts only',
  async () => {
    const { stdout, stderr } = await run(['test', 'templates-examples', '--json'], { cwd: root });
    const { cases } = JSON.parse(stdout);
    const wrong = cases.filter(({ result }: { result: string }) => result !== 'equal' && result !== 'alike');
    expect(wrong, stderr).toEqual([]);
    const tested = new Set(cases.map(({ template }: { template: string }) => template));
    expect(tested.size).toBe(readdirSync(join(root, 'templates-examples')).length);
    expect(cases.flatMap((each: { machine_fonts: string[] }) => each.machine_fonts)).toEqual([]);
  },
);
