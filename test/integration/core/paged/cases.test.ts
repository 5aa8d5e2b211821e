/** Documents after the specifications of paged media, printed and read as a reader sees them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRenderer, type Renderer } from '../../../../src/index.ts';
import { browserOptions, otherBrowser } from '../../../support/real-browser.ts';
import { families } from './cases/index.ts';
import { judgeCase } from './judge-case.ts';
import { templateOf } from './paged-case.ts';

let renderer: Renderer;

beforeAll(async () => {
  renderer = await openRenderer({ browserPath: otherBrowser, sandbox: browserOptions.sandbox, workers: 1 });
});
afterAll(() => renderer.close());

for (const [family, cases] of Object.entries(families)) {
  describe(family, () => {
    for (const each of cases) {
      // A feature that is documented as missing must still be missing, or the documentation is wrong.
      const test = each.unsupported === undefined ? it : it.fails;
      test(each.name, async () => {
        const { pdf, warnings } = await renderer.render({ template: templateOf(each) });
        expect({ differences: await judgeCase(each, pdf), warnings }).toEqual({
          differences: [],
          warnings: [],
        });
      });
    }
  });
}
