/** Documents after the specifications of paged media, printed and read as a reader sees them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRenderer, type Renderer } from '../../../../src/index.ts';
import { browserOptions, otherBrowser } from '../../../support/real-browser.ts';
import { rounds } from '../../../support/rounds.ts';
import { families } from './cases/index.ts';
import { judgeCase } from './judge-case.ts';
import { knownFailures } from './known-failures.ts';
import { templateOf } from './paged-case.ts';

let renderer: Renderer;

it('there are at least 120 cases, and those that are known to fail are among them', () => {
  const names = Object.values(families).flatMap((cases) => cases.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(120);
  expect(Object.keys(knownFailures).filter((name) => !names.includes(name))).toEqual([]);
});

beforeAll(async () => {
  renderer = await openRenderer({ browserPath: otherBrowser, sandbox: browserOptions.sandbox, workers: 1 });
});
afterAll(() => renderer.close());

for (const [family, cases] of Object.entries(families)) {
  describe(family, () => {
    // The first of each family, and some of the others.
    for (const each of cases.filter((_case, index) => index % rounds(4, 1) === 0)) {
      const test = Object.hasOwn(knownFailures, each.name) ? it.fails : it;
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
