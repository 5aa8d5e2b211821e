/** Shows the PDF that the files produce, or their faults. */
import { startCheck } from './check-card.js';
import { showWarnings } from './failure-card.js';
import { showFindings } from './findings.js';
import { startPages } from './pages.js';
import { checkPdf, namesUnknownContent, preview } from './server.js';

const at = (id) => document.getElementById(id);

/**
 * `textOf` returns the text of a file; `onGo` opens a place in one; `onFindings` is called when the findings change.
 * `onStale` is called when the server does not have content that the page assumes it has.
 */
export function startPreviewPane({ textOf, onGo, onFindings, onStale }) {
  const pages = startPages(at('pages'), { smaller: at('smaller'), fit: at('fit'), larger: at('larger') });
  /** Of the last good version. */
  let shown;
  const check = startCheck(at('check'), (signal) => checkPdf(shown, signal));
  let findings = [];
  let warned = [];
  let running;
  let address;
  let count = 0;

  function tellState(state, words) {
    document.body.dataset.state = state;
    if (at('status').textContent !== words) at('status').textContent = words;
  }

  function tell(list) {
    findings = list;
    showFindings(at('failure'), list, { textOf, onGo });
    onFindings();
  }

  async function render(body) {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    const start = performance.now();
    tellState(findings.length > 0 ? 'failed' : 'rendering', 'Rendering');
    try {
      const { pdf, warnings } = await preview(body, mine.signal);
      if (running !== mine) return;
      warned = warnings;
      tell([]);
      showWarnings(
        at('warnings'),
        warnings.map(({ text }) => text),
      );
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      tellState('ready', `Up to date, ${seconds} s`);
      if (address) URL.revokeObjectURL(address);
      address = URL.createObjectURL(new Blob([pdf], { type: 'application/pdf' }));
      Object.assign(at('open'), { href: address, download: `${body.name}.pdf`, hidden: false });
      // The viewer takes the bytes away.
      shown = pdf.slice();
      check.change(true);
      count += 1;
      await pages.show(String(count), { data: pdf });
    } catch (error) {
      if (running !== mine || error.name === 'AbortError') return;
      if (namesUnknownContent(error) && (await onStale())) return;
      if (running !== mine) return;
      showFailure(address ? 'Failed: showing the last good version' : 'Failed', error);
    }
  }

  function showFailure(words, error) {
    tellState('failed', words);
    tell(toFindings(error));
  }

  /** Called before another template is opened. */
  function clear() {
    running?.abort();
    running = undefined;
    if (address) URL.revokeObjectURL(address);
    address = undefined;
    at('open').hidden = true;
    pages.clear();
    shown = undefined;
    check.change(false);
    warned = [];
    tell([]);
    showWarnings(at('warnings'), []);
    tellState('rendering', 'Rendering');
  }

  return {
    render,
    showFailure,
    clear,
    /** What is known about the lines of a file: [{ message, severity, line, column }]. */
    marksOf: (path) =>
      [
        ...findings.map((each) => ({ ...each, severity: 'error' })),
        // Warnings are about the last good version, whose lines may be others.
        ...(findings.length > 0 ? [] : warned).map(({ text, ...place }) => ({
          ...place,
          message: text,
          severity: 'warning',
        })),
      ].filter(({ file, line }) => file === path && line !== undefined),
  };
}

function toFindings({ details, message }) {
  if (details?.findings) return details.findings;
  const fields = Object.values(details?.errors ?? {}).flat();
  return [message, ...fields.filter((each) => each !== message)].map((each) => ({ message: each }));
}
