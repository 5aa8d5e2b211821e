import { describe, expect, it } from 'vitest';
import { cachedFill } from '../../../../src/template/fill/cached.ts';
import { jobOf } from '../../../support/fill/job-of.ts';

describe('the cache of compiled templates', () => {
  /** Returns whether the first text with that key is still cached. */
  const remembers = (fill: ReturnType<typeof cachedFill>, key: string) =>
    fill(jobOf('new', { key })).html !== 'new';

  it('evicts the least recently used template when there are too many', () => {
    const fill = cachedFill({ count: 2, size: 1_000_000 });
    for (const key of ['a', 'b', 'a', 'c']) fill(jobOf('old', { key }));
    expect(remembers(fill, 'a')).toBe(true);
    expect(remembers(fill, 'c')).toBe(true);
    expect(remembers(fill, 'b')).toBe(false);
  });

  it('limits the total size, including partials that only the data names', () => {
    const fill = cachedFill({ count: 100, size: 10_000 });
    const large = jobOf('{% if p %}{% include p %}{% endif %}', {
      partials: { p: '{{ a }}'.repeat(100) },
      key: 'a',
    });
    fill(large);
    expect(remembers(fill, 'a')).toBe(true);
    fill({ ...large, data: { p: 'p' } });
    expect(remembers(fill, 'a')).toBe(false);
  });

  it('keeps a template whose data made it fail', () => {
    const fill = cachedFill({ count: 100, size: 10_000 });
    expect(() => fill(jobOf('{{ 1 / n }}', { key: 'a', data: { n: 0 } }))).toThrow(/division/i);
    expect(fill(jobOf('new', { key: 'a', data: { n: 1 } })).html).toBe('1');
  });

  it('distinguishes texts by options and by the part they belong to', () => {
    const fill = cachedFill({ count: 100, size: 1_000_000 });
    expect(fill(jobOf('{{ n }}')).html).toBe('');
    expect(() => fill(jobOf('{{ n }}', { strict: true }))).toThrow(/"n"/);
    expect(fill(jobOf('{{ n }}', { twig: false })).html).toBe('{{ n }}');
    expect(fill(jobOf('a', { header: 'b' }))).toMatchObject({ html: 'a', header: 'b', footer: undefined });
    expect(fill(jobOf('a', { footer: 'b' }))).toMatchObject({ html: 'a', header: undefined, footer: 'b' });
  });
});
