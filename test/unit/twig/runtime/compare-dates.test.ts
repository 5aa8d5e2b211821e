/** Data has no dates but texts and timestamps, which templates compare with those of `date()`. */
import { describe, expect, it } from 'vitest';
import { compile } from '../../../../src/twig/index.ts';

const now = new Date('2026-03-04T12:00:00Z');
const render = (template: string, data = {}) => compile(template).render(data, { now });

describe('an ISO date as text is compared with a date as a date', () => {
  it.each([
    ['2099-12-31', 'open'],
    ['2026-03-05', 'open'],
    ['2026-03-04', 'overdue'],
    ['2026-03-03', 'overdue'],
    ['2026-03-04 12:00:01', 'open'],
    ['2026-03-04T13:30:00+02:00', 'overdue'],
    ['2026-03-04T13:30:00Z', 'open'],
    [' 2099-12-31\n', 'open'],
  ])('%s', (due, state) => {
    expect(render("{{ due < date() ? 'overdue' : 'open' }}", { due })).toBe(state);
    expect(render("{{ date() > due ? 'overdue' : 'open' }}", { due })).toBe(state);
    expect(render("{% set due %}{{ due }}{% endset %}{{ due < date() ? 'overdue' : 'open' }}", { due })).toBe(
      state,
    );
  });

  it('by all operators, from both sides', () => {
    const day = "date('2026-03-04')";
    const signs = (left: string, right: string) =>
      render(
        ['<', '<=', '>', '>=', '==', '!=', '<=>'].map((each) => `{{ ${left} ${each} ${right} }},`).join(''),
        { before: '2026-03-03', same: '2026-03-04T00:00:00Z', after: '2026-03-05' },
      );
    expect(signs('before', day)).toBe('1,1,,,,1,-1,');
    expect(signs('same', day)).toBe(',1,,1,1,,0,');
    expect(signs('after', day)).toBe(',,1,1,,1,1,');
    expect(signs(day, 'before')).toBe(',,1,1,,1,1,');
    expect(signs(day, 'same')).toBe(',1,,1,1,,0,');
    expect(signs(day, 'after')).toBe('1,1,,,,1,-1,');
  });

  it('in max, min, sort and a list that is searched', () => {
    const days = ['2026-05-01', '2025-05-01'];
    expect(
      render("{{ max(date(), days[0])|date('Y-m-d') }} {{ min(date(), days[0])|date('Y-m-d') }}", { days }),
    ).toBe('2026-05-01 2026-03-04');
    expect(render("{{ [days[0], date(), days[1]]|sort|map(d => d|date('Y'))|join(' ') }}", { days })).toBe(
      '2025 2026 2026',
    );
    expect(render("{{ '2026-03-04' in [date('2026-03-04')] ? 'found' }}")).toBe('found');
  });
});

describe('a number is compared with a date as a timestamp', () => {
  it.each([
    [1_772_539_200, 'overdue'],
    [4_102_358_400, 'open'],
  ])('%d', (due, state) => {
    expect(render("{{ due < date() ? 'overdue' : 'open' }}", { due })).toBe(state);
    expect(render("{{ date() > due ? 'overdue' : 'open' }}", { due })).toBe(state);
  });

  it('that may be equal', () => {
    expect(render("{{ date('@86400') == 86400 ? 'equal' }}{{ date('@86400') <=> 86400.5 }}")).toBe('equal-1');
  });
});

it('any other text is less than a date, as in PHP', () => {
  expect(render("{{ 'tomorrow' < date() ? 'less' }} {{ '04.03.2099' < date() ? 'less' }}")).toBe('less less');
});
