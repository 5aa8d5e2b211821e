/** Warns about contents that are wider than the page. */
import type { TooWide, WideElement } from '../../page-scripts/layout/find-too-wide.ts';
import { toMillimetres } from './to-millimetres.ts';

/** The shape of the pages, which the remedy depends on: wide pages need not be turned, and a roll cannot be. */
export type PageShape = 'high' | 'wide' | 'roll';

const widerPages = {
  high: 'turn the page (--landscape)',
  wide: 'choose larger paper (--format A3)',
  roll: 'choose wider paper (--format 100mm)',
} as const satisfies Record<PageShape, string>;

/** Returns a sentence for each element. */
export function tooWideProblems({ scale, elements }: TooWide, shape: PageShape): string[] {
  const remedy = `make it narrower, ${widerPages[shape]}, or let its long words break (overflow-wrap: anywhere)`;
  const shrunk = scale < 1 ? `the whole document is shrunk to ${Math.round(scale * 100)} %` : undefined;
  const [widest, ...others] = elements;
  if (!widest) return shrunk ? [`something is wider than its page, so that ${shrunk}: ${remedy}`] : [];
  const effects = [shrunk, describeCut(widest)].filter((effect) => effect !== undefined);
  const so = effects.length > 0 ? `, so that ${effects.join(', and ')}` : '';
  return [
    `${widest.name} is ${toMillimetres(widest.excess)} wider than the page${so}: ${remedy}`,
    ...others.map((other) => {
      const cut = describeCut(other);
      const otherwise = cut === undefined ? '' : `, so that ${cut}`;
      return `${other.name} is ${toMillimetres(other.excess)} wider than the page as well${otherwise}`;
    }),
  ];
}

function describeCut({ cut, columns, cutColumns }: WideElement): string | undefined {
  if (cut === 0) return undefined;
  if (cutColumns === 0) return `its last ${toMillimetres(cut)} are cut off`;
  return `${cutColumns} of its ${columns} columns ${cutColumns === 1 ? 'is' : 'are'} cut off`;
}
