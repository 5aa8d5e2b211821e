/** The page of `pdfapi dev`: what the preview tells becomes what is seen. */
import { startEditor } from '/editor.js';
import { startPages } from '/pages.js';
import { startSplitter } from '/splitter.js';

const at = (id) => document.getElementById(id);
const pages = startPages(at('pages'), { smaller: at('smaller'), fit: at('fit'), larger: at('larger') });
const editor = startEditor();
startSplitter(at('splitter'));

const events = new EventSource('/events');
events.addEventListener('message', ({ data }) => show(JSON.parse(data)));
events.addEventListener('error', () => {
  tellState('gone', 'Not connected: pdfapi dev has ended, or is starting again');
});

function show(state) {
  const { name, strict, isRendering, document: shown, failure, warnings, console: said, data } = state;
  at('name').textContent = name;
  if (isRendering) tellState(document.body.dataset.state === 'failed' ? 'failed' : 'rendering', 'Rendering');
  else if (failure) tellState('failed', shown ? 'Failed: this is the last good one' : 'Failed');
  else tellState('ready', strict ? 'Up to date, strict' : 'Up to date');
  document.title = `${failure ? '✗ ' : ''}${name} · pdfapi dev`;

  showFailure(at('failure'), failure?.isOfData ? null : failure);
  showFailure(at('data-failure'), failure?.isOfData ? failure : null);
  showWarnings([...warnings, ...said.map(({ level, text }) => `console.${level}: ${text}`)]);
  editor.take(state.instance, data, failure?.isOfData ? failure.place : null);

  at('open').hidden = !shown;
  if (!shown) return;
  const pageCount = `${shown.pages} ${shown.pages === 1 ? 'page' : 'pages'}`;
  at('facts').textContent = [pageCount, bytes(shown.bytes), milliseconds(shown.ms)].join(' · ');
  pages.show(shown.id);
}

function tellState(state, text) {
  document.body.dataset.state = state;
  // Said again, a screen reader would read it again.
  if (at('status').textContent !== text) at('status').textContent = text;
}

function showFailure(card, failure) {
  card.hidden = !failure;
  const text = JSON.stringify(failure);
  if (card.dataset.shown === text) return;
  card.dataset.shown = text;
  if (!failure) return card.replaceChildren();
  const { message, place, excerpt, fields, hint } = failure;
  const parts = [element('p', {}, element('strong', {}, message))];
  if (place) {
    const column = place.column === null ? '' : `:${place.column}`;
    parts.push(element('p', { className: 'place' }, `${place.file}:${place.line}${column}`));
  }
  if (excerpt.length > 0) {
    const lines = excerpt.map((line) =>
      /^\s*│\s*\^$/.test(line) ? element('span', { className: 'caret' }, line) : line,
    );
    parts.push(element('pre', {}, ...lines.flatMap((line) => [line, '\n'])));
  }
  if (fields.length > 0) {
    const items = fields.map(({ field, text }) => element('li', {}, element('code', {}, field), ` ${text}`));
    parts.push(element('ul', {}, ...items));
  }
  if (hint) parts.push(element('p', { className: 'hint' }, hint));
  card.replaceChildren(...parts);
}

function showWarnings(texts) {
  const card = at('warnings');
  card.hidden = texts.length === 0;
  card.querySelector('summary').textContent = texts.length === 1 ? '1 warning' : `${texts.length} warnings`;
  card.querySelector('ul').replaceChildren(...texts.map((text) => element('li', {}, text)));
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function bytes(number) {
  if (number < 1000) return `${number} B`;
  return number < 999_500 ? `${Math.round(number / 1000)} KB` : `${(number / 1_000_000).toFixed(1)} MB`;
}

const milliseconds = (number) => (number < 1000 ? `${number} ms` : `${(number / 1000).toFixed(1)} s`);
