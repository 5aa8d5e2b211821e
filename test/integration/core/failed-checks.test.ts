/** A check of a document that fails itself is a warning: the document is printed all the same. */
import { expect, it, vi } from 'vitest';
import { readPdf } from '../../support/read-pdf.ts';
import { realBrowser } from '../../support/real-browser.ts';
import { renderHtml } from '../../support/render-html.ts';

const fault = (message: string) => new Function(`throw new TypeError('${message}')`);

vi.mock('../../../src/core/browser/page-scripts/layout/find-layout-losses.ts', () => ({
  findLayoutLosses: fault('the layout has no end'),
}));

const browser = realBrowser();
const wide = '<title>x</title><p>Printed</p><div style="width: 400mm">wide</div>';
const warning =
  /^whether contents are cut off or shrunk could not be checked: TypeError: the layout has no end$/;

it.each([true, false])('a layout that cannot be checked is printed, with scripts: %s', async (scripts) => {
  for (let round = 0; round < 2; round++) {
    const { pdf, report } = await renderHtml(browser, wide, {
      parts: { scripts },
      request: { owner: 'team' },
    });
    expect(report.problems).toEqual([expect.stringMatching(warning)]);
    expect((await readPdf(pdf)).pages.join(' ')).toContain('Printed');
  }
});

it('is an error in strict mode', async () => {
  const strict = renderHtml(browser, wide, { request: { strict: true } });
  await expect(strict).rejects.toMatchObject({ code: 'strict' });
});
