/** A check of a document that fails itself is a warning: the document is printed all the same. */
import { afterAll, expect, it } from 'vitest';
import { findLayoutLosses } from '../../../src/browser/page-scripts/layout/find-layout-losses.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { realBrowser } from '../../support/real-browser.ts';
import { renderHtml } from '../../support/render-html.ts';

// Its source is what runs in the page.
findLayoutLosses.toString = () => "() => { throw new TypeError('the layout has no end'); }";
afterAll(() => Reflect.deleteProperty(findLayoutLosses, 'toString'));

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
