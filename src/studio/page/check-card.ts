/** Checks the PDF that is shown for PDF/A and PDF/UA, while the card is open. */
import type { CheckView } from '../check-view.ts';
import { element, within } from './element.ts';
import { isAborted, messageOf } from './failure-card.ts';

export interface CheckCard {
  /** Called when another PDF is shown, or none. */
  change(isShown: boolean): void;
}

/** `load` checks the current PDF. */
export function startCheck(
  card: HTMLDetailsElement,
  load: (signal: AbortSignal) => Promise<CheckView>,
): CheckCard {
  const summary = within(card, 'summary');
  const results = within(card, 'div');
  let running: AbortController | undefined;

  async function run() {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    summary.textContent = 'PDF/A and PDF/UA: checking';
    delete card.dataset.check;
    try {
      const { levels, notChecked = [] } = await load(mine.signal);
      if (running !== mine) return;
      summary.textContent = summaryOf(levels, notChecked);
      if (levels.length > 0) {
        card.dataset.check = levels.every(({ findings }) => findings.length === 0) ? 'held' : 'broken';
      }
      results.replaceChildren(...levels.map(toSection));
    } catch (error) {
      if (running !== mine || isAborted(error)) return;
      summary.textContent = 'PDF/A and PDF/UA: not checked';
      results.replaceChildren(element('p', {}, messageOf(error)));
    }
  }

  card.addEventListener('toggle', () => {
    if (card.open) run();
  });

  return {
    change(isShown) {
      running?.abort();
      running = undefined;
      card.hidden = !isShown;
      summary.textContent = 'PDF/A and PDF/UA';
      delete card.dataset.check;
      results.replaceChildren();
      if (isShown && card.open) run();
    },
  };
}

type CheckedLevel = CheckView['levels'][number];

function summaryOf(levels: readonly CheckedLevel[], notChecked: readonly string[]): string {
  const texts = levels.map(({ name, isClaimed, findings }) => {
    if (findings.length === 0) return `${name} holds`;
    const count = findings.length === 1 ? '1 finding' : `${findings.length} findings`;
    return `${name}${isClaimed ? '' : ' (not claimed)'}: ${count}`;
  });
  return [...texts, ...notChecked.map((name) => `${name}: not checked`)].join(' · ');
}

function toSection({ name, findings }: CheckedLevel): HTMLElement {
  const items = findings.map(({ rule, message, place, remedy }) => {
    const parts: (Node | string)[] = [element('code', {}, rule), ` ${message}`];
    if (place) parts.push(` (${place})`);
    if (remedy) parts.push(element('p', { className: 'hint' }, remedy));
    return element('li', {}, ...parts);
  });
  return element(
    'section',
    {},
    element('h3', {}, name),
    items.length > 0 ? element('ul', {}, ...items) : 'Nothing is wrong.',
  );
}
