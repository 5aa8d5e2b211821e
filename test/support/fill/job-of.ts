import type { FillJob } from '../../../src/template/fill/fill.ts';

export function jobOf(html: string, parts: Partial<FillJob> = {}): FillJob {
  return {
    html,
    twig: true,
    metadata: {},
    partials: {},
    strict: false,
    data: {},
    now: new Date('2024-05-15T10:30:00Z'),
    ...parts,
  };
}
