import { expect, it } from 'vitest';
import { findTimeZone } from '../../../../src/twig/library/date/time-zone.ts';

it('the name of a zone does not depend on the spelling that was used first', () => {
  const instant = Date.UTC(2024, 0, 1);
  for (const name of ['EUROPE/PARIS', 'Europe/Paris', 'europe/paris']) {
    const zone = findTimeZone(name);
    expect([zone?.name, zone?.abbreviation(instant)]).toEqual(['Europe/Paris', 'CET']);
  }
  expect(findTimeZone('america/port-au-prince')?.name).toBe('America/Port-au-Prince');
  expect(findTimeZone('US/eastern')?.name).toBe('US/Eastern');
  expect(findTimeZone('Asia/Kolkata')?.name).toBe('Asia/Kolkata');
});
