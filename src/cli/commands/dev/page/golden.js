/** What differs from the approved documents of the template, beside the pages. */
import { element } from '/studio/failure-card.js';

const at = (id) => document.getElementById(id);
const remembered = 'pdfapi-dev-golden';
const views = ['difference', 'before', 'after'];

export function startGolden() {
  let view = 'difference';
  let state = null;
  /** The process that this page has asked to compare. */
  let asked;
  let drawn = '';

  async function turn(isOn) {
    localStorage.setItem(remembered, isOn ? 'on' : 'off');
    await fetch(`/golden/${isOn ? 'on' : 'off'}`, { method: 'POST' }).catch(() => {});
  }

  function take(instance, next) {
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
  for (const each of views) {
    const button = at('golden').querySelector(`[data-view=${each}]`);
    button.addEventListener('click', () => {
      view = each;
      for (const other of at('golden').querySelectorAll('[data-view]')) {
        other.ariaPressed = String(other === button);
      }
      show();
    });
  }
  return { take };
}

const isPassed = ({ result }) => result === 'equal' || result === 'alike';
const count = (number, noun) => `${number} ${number === 1 ? noun : `${noun}s`}`;

function titleOf({ isComparing, cases, approved }) {
  if (isComparing && cases.length < approved.length) return 'Comparing';
  const differing = cases.filter((each) => !isPassed(each));
  if (differing.length === 0) return 'As approved';
  const pages = differing.reduce((sum, { differingPages }) => sum + differingPages, 0);
  const verb = pages === 1 ? 'differs' : 'differ';
  if (pages > 0) return `${count(pages, 'page')} ${verb}`;
  return `${count(differing.length, 'case')} ${differing.length === 1 ? 'differs' : 'differ'}`;
}

function toSection(tested, view) {
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
