/** The page of `pdfapi dev`: displays the state of the preview. */

import type { CheckView } from '#studio/check-view';
import { startCheck } from '#studio/page/check-card';
import { at } from '#studio/page/element';
import { showFailure, showWarnings } from '#studio/page/failure-card';
import { startPages } from '#studio/page/pages';
import { startSplitter } from '#studio/page/splitter';
import { count, formatBytes, formatMilliseconds } from '../../../io/format.ts';
import type { FailureView } from '../failure-view.ts';
import type { PreviewState } from '../preview-state.ts';
import { startData } from './data.ts';
import { startDesign } from './design.ts';
import { startGolden } from './golden.ts';

const pages = startPages(at('pages'), { smaller: at('smaller'), fit: at('fit'), larger: at('larger') });
const check = startCheck(at('check', HTMLDetailsElement), checkShown);
const data = startData();
const golden = startGolden();
const design = startDesign({ dataText: () => data.text });
startSplitter(at('splitter'), { property: '--data-width', remembered: 'pdfapi-dev-data-width' });
startSplitter(at('design-splitter'), {
  property: '--design-width',
  remembered: 'pdfapi-dev-design-width',
  least: 40,
  most: 85,
});

const events = new EventSource('/events');
events.addEventListener('message', ({ data }) => show(JSON.parse(data)));
events.addEventListener('error', () => {
  tellState('gone', 'Not connected: pdfapi dev has stopped or is restarting');
});

/** The id of the document that the check is about. */
let checked: string | undefined;

async function checkShown(signal: AbortSignal): Promise<CheckView> {
  const response = await fetch(`/check/${checked}.json`, { signal });
  if (response.ok) return await response.json();
  const { message }: FailureView = await response.json();
  throw new Error(message);
}

function show(state: PreviewState): void {
  const { name, strict, isRendering, document: shown, failure, warnings, console: said } = state;
  at('name').textContent = name;
  if (isRendering) tellState(document.body.dataset.state === 'failed' ? 'failed' : 'rendering', 'Rendering');
  else if (failure) tellState('failed', shown ? 'Failed: showing the last good version' : 'Failed');
  else tellState('ready', strict ? 'Up to date, strict' : 'Up to date');
  document.title = `${failure ? '✗ ' : ''}${name} · pdfapi dev`;

  const ofData = failure?.isOfData ? failure : null;
  showFailure(at('failure'), ofData ? null : failure);
  showFailure(at('data-failure'), ofData);
  const texts = [...warnings, ...said.map(({ level, text }) => `console.${level}: ${text}`)];
  showWarnings(
    at('warnings'),
    texts.map((text) => ({ text })),
  );
  data.take(state.instance, state.data, ofData);
  design.take(state.instance, state.design);
  golden.take(state.instance, state.golden);
  document.body.dataset.kind = state.design ? 'editor' : 'html';
  at('show-data').classList.toggle('faulty', ofData !== null);

  at('open').hidden = !shown;
  if (!shown) return;
  if (checked !== shown.id) {
    checked = shown.id;
    check.change(true);
  }
  const pageCount = count(shown.pages, 'page');
  at('facts').textContent = [pageCount, formatBytes(shown.bytes), formatMilliseconds(shown.ms)].join(' · ');
  pages.show(shown.id, { url: `/document/${shown.id}.pdf` });
}

const tabs = ['pdf', 'data'] as const;
for (const tab of tabs) {
  at(`show-${tab}`).addEventListener('click', () => showTab(tab));
}

/** Beside the design there is room for only one of the tabs. */
function showTab(tab: (typeof tabs)[number]): void {
  document.body.dataset.tab = tab;
  for (const each of tabs) at(`show-${each}`).ariaPressed = String(each === tab);
}

function tellState(state: string, text: string): void {
  document.body.dataset.state = state;
  // Setting the same text again would make a screen reader repeat it.
  if (at('status').textContent !== text) at('status').textContent = text;
}
