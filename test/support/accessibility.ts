/** Checks a page against the rules of axe-core in light mode, in dark mode and on a phone. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RealPage } from './real-page.ts';

/** Sizes in CSS pixels, and the colour scheme that the system prefers. */
export const views = [
  { view: 'light', width: 1280, height: 800, scheme: 'light' },
  { view: 'dark', width: 1280, height: 800, scheme: 'dark' },
  { view: 'phone', width: 390, height: 844, scheme: 'light' },
  { view: 'dark phone', width: 390, height: 844, scheme: 'dark' },
] as const;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/**
 * Returns the faults in each view: rule, element and reason of every finding that axe-core rates serious or critical,
 * and the elements that make the page scroll sideways.
 */
export async function faultsOf(page: RealPage): Promise<string[]> {
  const faults: string[] = [];
  for (const view of views) {
    await showView(page, view);
    faults.push(...(await faultsInView(page, view)));
  }
  return faults;
}

type View = (typeof views)[number];

export async function showView(page: RealPage, { width, height, scheme }: View): Promise<void> {
  await page.look(width, height, scheme);
  // Waits for transitions to end, because colours change during them.
  await page.until(`document.getAnimations().every((each) => each.playState !== 'running')`);
}

/** Returns the faults in the view that is shown, within the element that matches `part`, a selector. */
export async function faultsInView(page: RealPage, { view, width }: View, part = 'html'): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`typeof axe === 'object'`))) await page.evaluate(`${axe}; undefined`);
  const violations = await page.evaluate<Violation[]>(
    `axe.run('${part}', { resultTypes: ['violations'] }).then(({ violations }) => JSON.parse(JSON.stringify(violations)))`,
  );
  const faults: string[] = [];
  for (const { id, impact, nodes } of violations) {
    if (impact !== 'serious' && impact !== 'critical') continue;
    for (const { target, failureSummary } of nodes) {
      faults.push(`${view}: ${id}: ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ')}`);
    }
  }
  faults.push(...(await sidewaysOf(page, width)).map((each) => `${view}: ${each}`));
  return faults;
}

/** Reports a page wider than its viewport, and the elements that stick out. */
const sidewaysOf = (page: RealPage, wanted: number): Promise<string[]> =>
  page.evaluate(`(() => {
    const width = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth);
    if (width <= ${wanted}) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      (each) => each.checkVisibility() && each.getBoundingClientRect().right > ${wanted + 1});
    return ['is ' + width + ' wide: ' + wide.slice(0, 5).map((each) => each.outerHTML.slice(0, 80)).join(' | ')];
  })()`);

/** Returns the ids of the elements whose text has too little contrast for axe-core, sorted. */
export async function findContrastWithAxe(page: RealPage, html: string): Promise<string[]> {
  await page.go(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`);
  await page.evaluate(`${axe}; undefined`);
  const targets = await page.evaluate<string[]>(
    `axe.run(document, { runOnly: ['color-contrast'] }).then(({ violations }) =>
      violations.flatMap(({ nodes }) => nodes.map(({ target }) => target.join(' '))))`,
  );
  return targets.map((target) => target.replace('#', '')).sort();
}
