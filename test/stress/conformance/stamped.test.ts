/** veraPDF on PDFs with stamps, and with pages that were chosen and repeated. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { arrangePdf, openRenderer } from '../../../src/index.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { findJudges } from '../../support/judges/judges-folder.ts';
import { judgeByVeraPdf } from '../../support/judges/verapdf.ts';
import { otherBrowser } from '../../support/real-browser.ts';

const renderer = await openRenderer({ workers: 1, browserPath: otherBrowser });
afterAll(() => renderer.close());

const html = `<!doctype html><html lang="en"><title>Offer</title><h1>Offer</h1><p><a href="#end">The end</a></p>
<table><tr><th>No</th><th>Price</th></tr><tr><td>1</td><td>2</td></tr></table>
<h1 id="end" style="break-before: page">Terms</h1><ul><li>One</li></ul>`;

it.runIf(findJudges())('holds PDF/A-2a and PDF/UA-1', async () => {
  const folder = temporaryFolder({});
  const under = await renderer.html('<p style="color: #ccc">Letterhead</p>', { lang: 'en' });
  const stamp = [
    { pdf: under.pdf, under: true },
    {
      html: '<p style="position: absolute; top: 40%; font-size: 60pt; opacity: 0.3">Draft {{ page.number }}</p>',
    },
  ];
  const stamped = await renderer.html(html, { stamp, pdfa: '2a', pdfua: true });
  const labels = { pdfa: '2a', pdfua: true } as const;
  const arranged = await arrangePdf(stamped.pdf, { pages: '2,1,1,2', rotate: '+90:2', ...labels });
  const files = { 'stamped.pdf': stamped.pdf, 'arranged.pdf': arranged.pdf };
  for (const [name, pdf] of Object.entries(files)) writeFileSync(join(folder, name), pdf);
  const paths = Object.keys(files).map((name) => join(folder, name));
  for (const flavour of ['2a', 'ua1'] as const) {
    const verdicts = await judgeByVeraPdf(paths, flavour);
    for (const path of paths) expect(verdicts.get(path)?.failures).toEqual([]);
  }
});
