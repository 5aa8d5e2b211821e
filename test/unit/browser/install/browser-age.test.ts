import { expect, it } from 'vitest';
import { browserAge } from '../../../../src/browser/install/browser-age.ts';

const now = new Date('2026-11-22T12:00:00Z');

it.each([
  ['HeadlessChrome/153.0.8010.0', '2026-09-08', 10, true],
  ['Chrome/154.0.8034.11', '2026-09-22', 8, false],
  ['156.0.8078.79', '2026-10-20', 4, false],
  // Chrome 152 and 150 were released in the older cycle of four weeks.
  ['HeadlessChrome/152.0.7980.2', '2026-08-11', 14, true],
  ['Chrome/150.0.7871.100', '2026-06-16', 22, true],
  ['Chrome/170.0.1.1', '2027-05-04', 0, false],
])('the age of %s follows from its milestone', (version, released, weeks, isOld) => {
  const age = browserAge(version, now);
  expect([age?.released.toISOString().slice(0, 10), age?.weeks, age?.isOld]).toEqual([
    released,
    weeks,
    isOld,
  ]);
});

it.each(['', 'Firefox', 'HeadlessChrome/'])('%j has no age', (version) => {
  expect(browserAge(version, now)).toBeUndefined();
});
