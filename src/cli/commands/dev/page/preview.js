/** The page of `pdfapi dev`: displays the state of the preview. */
import { startData } from '/data.js';
import { startDesign } from '/design.js';
import { startGolden } from '/golden.js';
import { startCheck } from '/studio/check-card.js';
import { showFailure, showWarnings } from '/studio/failure-card.js';
import { startPages } from '/studio/pages.js';
import { startSplitter } from '/studio/splitter.js';

const at = (id) => document.getElementById(id);
const pages = startPages(at('pages'), { smaller: at('smaller'), fit: at('fit'), larger: at('larger') });
const check = startCheck(at('check'), checkShown);
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
let checked;

async function checkShown(signal) {
  const response = await fetch(`/check/${checked}.json`, { signal });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

function show(state) {
  const { name, strict, isRendering, document: shown, failure, warnings, console: said } = state;
  at('name').textContent = name;
  if (isRendering) tellState(document.body.dataset.state === 'failed' ? 'failed' : 'rendering', 'Rendering');
  else if (failure) tellState('failed', shown ? 'Failed: showing the last good version' : 'Failed');
  else tellState('ready', strict ? 'Up to date, strict' : 'Up to date');
  document.title = `${failure ? '✗ ' : ''}${name} · pdfapi dev`;

  showFailure(at('failure'), failure?.isOfData ? null : failure);
  showFailure(at('data-failure'), failure?.isOfData ? failure : null);
  showWarnings(at('warnings'), [...warnings, ...said.map(({ level, text }) => `console.${level}: ${text}`)]);
  data.take(state.instance, state.data, failure?.isOfData ? failure : null);
  design.take(state.instance, state.design);
  golden.take(state.instance, state.golden);
  document.body.dataset.kind = state.design ? 'editor' : 'html';
  at('show-data').classList.toggle('faulty', failure?.isOfData === true);

  at('open').hidden = !shown;
  if (!shown) return;
  if (checked !== shown.id) {
    checked = shown.id;
    check.change(true);
  }
  const pageCount = `${shown.pages} ${shown.pages === 1 ? 'page' : 'pages'}`;
  at('facts').textContent = [pageCount, bytes(shown.bytes), milliseconds(shown.ms)].join(' · ');
  pages.show(shown.id, { url: `/document/${shown.id}.pdf` });
}

for (const tab of ['pdf', 'data']) {
  at(`show-${tab}`).addEventListener('click', () => showTab(tab));
}

/** Beside the design there is room for only one of the tabs. */
function showTab(tab) {
  document.body.dataset.tab = tab;
  for (const each of ['pdf', 'data']) at(`show-${each}`).ariaPressed = String(each === tab);
}

function tellState(state, text) {
  document.body.dataset.state = state;
  // Setting the same text again would make a screen reader repeat it.
  if (at('status').textContent !== text) at('status').textContent = text;
}

function bytes(number) {
  if (number < 1000) return `${number} B`;
  return number < 999_500 ? `${Math.round(number / 1000)} KB` : `${(number / 1_000_000).toFixed(1)} MB`;
}

const milliseconds = (number) => (number < 1000 ? `${number} ms` : `${(number / 1000).toFixed(1)} s`);
