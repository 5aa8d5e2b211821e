/** The panel beside the pages that shows how they differ from the approved documents of the template. */

import { at, element } from '#studio/page/element';
import { count } from '../../../io/format.ts';
import type { GoldenCase, GoldenState } from '../golden/golden-state.ts';
import type { PreviewState } from '../preview-state.ts';

export interface GoldenPanel {
  take(instance: string, next: PreviewState['golden']): void;
}

const remembered = 'pdfapi-dev-golden';
const views = ['difference', 'before', 'after'] as const;
type View = (typeof views)[number];

export function startGolden(): GoldenPanel {
  let view: View = 'difference';
  let state: GoldenState | null = null;
  /** The process that this page has asked to compare. */
  let asked: string | undefined;
  let drawn = '';

  async function turn(isOn: boolean) {
    localStorage.setItem(remembered, isOn ? 'on' : 'off');
    await fetch(`/golden/${isOn ? 'on' : 'off'}`, { method: 'POST' }).catch(() => {});
  }

  function take(instance: string, next: GoldenState | null) {
    state = next;
    at('compare').hidden = !state;
    at('golden').hidden = !state?.isOn;
    at('compare').ariaPressed = String(state?.isOn === true);
    if (!state) return;
    // A new process compares again where this page did before.
    if (asked !== instance) {
      asked = instance;
      if (!state.isOn && localStorage.getItem(remembered) === 'on') turn(true);
    }
    const title = titleOf(state);
    at('compare').textContent = state.isOn && !state.isComparing ? title : 'Compare with approved';
    if (at('golden-title').textContent !== title) at('golden-title').textContent = title;
    show();
  }

  function show() {
    if (!state?.isOn) return;
    const key = JSON.stringify([view, state.cases]);
    if (key === drawn) return;
    drawn = key;
    at('golden-cases').replaceChildren(...state.cases.map((each) => toSection(each, view)));
  }

  at('compare').addEventListener('click', () => turn(state?.isOn !== true));
  const buttons = at('golden').querySelectorAll<HTMLElement>('[data-view]');
  for (const button of buttons) {
    button.addEventListener('click', () => {
      view = views.find((each) => each === button.dataset.view) ?? view;
      for (const other of buttons) other.ariaPressed = String(other === button);
      show();
    });
  }
  return { take };
}

const isPassed = ({ result }: GoldenCase): boolean => result === 'equal' || result === 'alike';

function titleOf({ isComparing, cases, approved }: GoldenState): string {
  if (isComparing && cases.length < approved.length) return 'Comparing';
  const differing = cases.filter((each) => !isPassed(each));
  if (differing.length === 0) return 'As approved';
  const pages = differing.reduce((sum, { differingPages }) => sum + differingPages, 0);
  const verb = pages === 1 ? 'differs' : 'differ';
  if (pages > 0) return `${count(pages, 'page')} ${verb}`;
  return `${count(differing.length, 'case')} ${differing.length === 1 ? 'differs' : 'differ'}`;
}

function toSection(tested: GoldenCase, view: View): HTMLElement {
  const { name, differingPages, reasons, pictures, result } = tested;
  const state = isPassed(tested)
    ? 'as approved'
    : result === 'failed'
      ? 'failed'
      : differingPages > 0
        ? `${count(differingPages, 'page')} ${differingPages === 1 ? 'differs' : 'differ'}`
        : 'differs';
  const items = reasons.map((text) => element('li', {}, text));
  const figures = pictures.map(({ page, id }) =>
    element(
      'figure',
      {},
      element('figcaption', {}, `Page ${page}, ${view}`),
      element('img', { src: `/golden/${id}-${view}.png`, alt: `Page ${page} of ${name}, ${view}` }),
    ),
  );
  const section = element(
    'section',
    {},
    element('h3', {}, `${name}: ${state}`),
    ...(items.length > 0 ? [element('ul', {}, ...items)] : []),
    ...figures,
  );
  section.dataset.result = isPassed(tested) ? 'passed' : 'differs';
  return section;
}
