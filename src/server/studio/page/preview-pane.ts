/** Shows the PDF that the files produce, or their faults. */
import { type PlacedText, splitPlace } from '#contract/files/text-place';
import { startCheck } from '#studio/page/check-card';
import type { CodeMark } from '#studio/page/code-editor';
import { at } from '#studio/page/element';
import { isAborted, messageOf, showWarnings } from '#studio/page/failure-card';
import { startPages } from '#studio/page/pages';
import type { DataChoice } from './data-choice.ts';
import { type FindingsOptions, type ShownFinding, showFindings } from './findings.ts';
import { errorDetails, namesUnknownContent, server, type UnsavedTemplate } from './server.ts';

interface PreviewOptions extends FindingsOptions {
  /** Returns a finding with the file that its place is in. */
  readonly locate: DataChoice['locate'];
  /** Called when the findings change. */
  readonly onFindings: () => void;
  /**
   * Called when the server does not have content that the page assumes it has. Resolves to whether another preview
   * follows.
   */
  readonly onStale: () => Promise<boolean>;
}

export interface PreviewPane {
  render(body: UnsavedTemplate): Promise<void>;
  showFailure(words: string, error: unknown): void;
  /** Called before another template is opened. */
  clear(): void;
  /** Returns the findings and warnings that belong to lines of a file. */
  marksOf(path: string | undefined): readonly CodeMark[];
}

export function startPreviewPane({ textOf, onGo, locate, onFindings, onStale }: PreviewOptions): PreviewPane {
  const pages = startPages(at('pages'), { smaller: at('smaller'), fit: at('fit'), larger: at('larger') });
  /** The PDF of the last version that could be rendered. */
  let shown = new Uint8Array();
  const check = startCheck(at('check', HTMLDetailsElement), (signal) => server.checkPdf(shown, signal));
  let findings: readonly ShownFinding[] = [];
  let warned: readonly PlacedText[] = [];
  let running: AbortController | undefined;
  let address: string | undefined;
  let count = 0;

  function tellState(state: string, words: string) {
    document.body.dataset.state = state;
    if (at('status').textContent !== words) at('status').textContent = words;
  }

  function tell(list: readonly ShownFinding[]) {
    findings = list;
    showFindings(at('failure'), list, { textOf, onGo });
    onFindings();
  }

  async function render(body: UnsavedTemplate) {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    const start = performance.now();
    tellState(findings.length > 0 ? 'failed' : 'rendering', 'Rendering');
    try {
      const { pdf, warnings } = await server.preview(body, mine.signal);
      if (running !== mine) return;
      warned = warnings.map((each) => splitPlace(each, (file) => textOf(file) !== undefined)).map(locate);
      tell([]);
      showWarnings(at('warnings'), warned, onGo);
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
      if (running !== mine || isAborted(error)) return;
      if (namesUnknownContent(error) && (await onStale())) return;
      if (running !== mine) return;
      showFailure(address ? 'Failed: showing the last good version' : 'Failed', error);
    }
  }

  function showFailure(words: string, error: unknown) {
    tellState('failed', words);
    tell(toFindings(error).map(locate));
  }

  function clear() {
    running?.abort();
    running = undefined;
    if (address) URL.revokeObjectURL(address);
    address = undefined;
    at('open').hidden = true;
    pages.clear();
    shown = new Uint8Array();
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
    marksOf: (path) =>
      [
        ...findings.map((each) => ({ ...each, severity: 'error' as const })),
        // Warnings are about the last good version, whose lines may be others.
        ...(findings.length > 0 ? [] : warned).map(({ text, ...place }) => ({
          ...place,
          message: text,
          severity: 'warning' as const,
        })),
      ].flatMap(({ file, line, ...mark }) =>
        file === path && line !== undefined ? [{ ...mark, line }] : [],
      ),
  };
}

function toFindings(error: unknown): readonly ShownFinding[] {
  const { findings, errors = {} } = errorDetails(error);
  if (findings) return findings;
  const message = messageOf(error);
  const fields = Object.values(errors).flat();
  return [message, ...fields.filter((each) => each !== message)].map((each) => ({ message: each }));
}
