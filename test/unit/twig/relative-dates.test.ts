/** The relative formats of `format_date` and `format_datetime`, which use the clock of the render. */
import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/twig/index.ts';

const now = new Date('2024-05-15T10:30:00Z');
const render = (template: string, d: string) => compile(template).render({ d }, { now });

describe('a relative date', () => {
  it.each([
    ['2024-05-13', 'May 13, 2024', 'vorgestern'],
    ['2024-05-14', 'yesterday', 'gestern'],
    ['2024-05-15', 'today', 'heute'],
    ['2024-05-16', 'tomorrow', 'morgen'],
    ['2024-05-17', 'May 17, 2024', 'übermorgen'],
    ['2024-05-18', 'May 18, 2024', '18. Mai 2024'],
  ])('%s is a word if the language has one for its day', (date, english, german) => {
    expect(render("{{ d|format_date('relative_long') }}", date)).toBe(english);
    expect(render("{{ d|format_date('relative_long', locale='de') }}", date)).toBe(german);
  });

  it('may be followed by a time', () => {
    const template = "{{ d|format_datetime('relative_full', 'short', locale='de') }}";
    expect(render(template, '2024-05-14T14:30:00Z')).toBe('gestern, 14:30');
    expect(render(template, '2024-05-10T14:30:00Z')).toBe('Freitag, 10. Mai 2024, 14:30');
    expect(render("{{ d|format_datetime('relative_short', 'short') }}", '2024-05-15T14:30:00Z')).toBe(
      'today, 2:30\u202fPM',
    );
  });

  it('is counted in calendar days of the time zone', () => {
    const template = "{{ d|format_date('relative_short', timezone='Asia/Tokyo') }}";
    expect(render(template, '2024-05-15T14:30:00Z')).toBe('today');
    expect(render(template, '2024-05-15T15:30:00Z')).toBe('tomorrow');
  });

  it('is not a time format, and has only its four names', () => {
    expect(() => render("{{ d|format_time('relative_short') }}", '2024-05-15')).toThrow(
      'Unknown time format "relative_short" (valid ones: none, short, medium, long, full).',
    );
    expect(() => render("{{ d|format_date('relative') }}", '2024-05-15')).toThrow(
      'relative_short, relative_medium, relative_long, relative_full',
    );
  });
});
