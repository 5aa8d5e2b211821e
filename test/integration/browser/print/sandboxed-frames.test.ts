/** Frames in which no scripts may run: nothing in them can be waited for. */
import { expect, it } from 'vitest';
import { render } from '../../../../src/render/render.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { templateOf } from '../../../support/long-documents/print-both-ways.ts';
import { readPdf } from '../../../support/read-pdf.ts';
import { realBrowser } from '../../../support/real-browser.ts';

const browser = realBrowser();

const moving =
  '<style>@keyframes k { from { visibility: hidden } } p { animation: k 600s }</style><p>Within</p>';

it.each([
  ['without a document', '<iframe sandbox></iframe>', 'Page'],
  ['that is hidden', '<iframe sandbox hidden></iframe>', 'Page'],
  ['that loads late', '<iframe sandbox loading="lazy"></iframe>', 'Page'],
  ['with popups', '<iframe sandbox="allow-popups"></iframe>', 'Page'],
  ['with a document', '<iframe sandbox srcdoc="<p>Within</p>"></iframe>', 'Within'],
  [
    'with a document in XML',
    `<iframe sandbox src="data:application/xhtml+xml,<p xmlns='http://www.w3.org/1999/xhtml'>Within</p>"></iframe>`,
    'Within',
  ],
  [
    'with a drawing',
    `<iframe sandbox src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><text y='20'>Within</text></svg>"></iframe>`,
    'Within',
  ],
  ['with an animation', `<iframe sandbox srcdoc="${moving}"></iframe>`, 'Within'],
  ['in another', '<iframe sandbox srcdoc="<iframe srcdoc=\'<p>Within</p>\'></iframe>"></iframe>', 'Within'],
  [
    'beside one with scripts',
    '<iframe sandbox></iframe><iframe sandbox="allow-scripts" srcdoc="<script>setTimeout(() => document.write(\'Within\'), 500)</script>"></iframe>',
    'Within',
  ],
])('a sandboxed frame %s is printed', async (_, frame, text) => {
  const deadline = new Deadline(30_000);
  try {
    for (const options of [{}, { reproducible: { date: new Date('2026-01-01') } }]) {
      const html = `<!doctype html><title>Frames</title><p>Page</p>${frame}`;
      const { pdf } = await render(
        { template: templateOf(html), data: {}, ...options },
        { browser, deadline },
      );
      expect((await readPdf(pdf)).pages.join(' ')).toContain(text);
    }
  } finally {
    deadline.close();
  }
});
