import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/twig/index.ts';
import { dateData, dateTemplates } from '../../support/twig/date-cases.ts';
import { phpIsThere, renderWithPhp, standingClock } from '../../support/twig/with-php.ts';

function ours(template: string): string | null {
  try {
    return compile(template).render(dateData, { now: new Date(standingClock) });
  } catch {
    return null;
  }
}

describe.skipIf(!phpIsThere)('compared with PHP Twig', () => {
  it('dates are parsed, modified and formatted the same', { timeout: 240_000 }, () => {
    const templates = dateTemplates();
    const answers = renderWithPhp(templates.map((template) => ({ template, data: dateData })));
    const apart = templates.flatMap((template, index) => {
      const theirs = answers[index]?.output ?? null;
      const own = ours(template);
      return own === theirs ? [] : [{ template, theirs, own }];
    });
    expect(apart).toEqual([]);
    expect(templates.length).toBeGreaterThan(800);
  });
});
