import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { openPage } from '../../../../src/browser/page/open-page.ts';
import { startBrowserProcess } from '../../../../src/browser/process/browser-process.ts';
import { browserOptions } from '../../../support/real-browser.ts';

it('a page that closes unexpectedly fails immediately, and one that pdfapi closes does not fail', async () => {
  const browser = await startBrowserProcess(browserOptions);
  onTestFinished(() => browser.kill());
  const [closed, kept] = [
    await openPage(browser, { scripts: true }),
    await openPage(browser, { scripts: true }),
  ];
  const told = once(closed.crashed, 'abort');
  await browser.connection.browser.send('Target.closeTarget', { targetId: closed.mainFrame });
  await told;
  expect(closed.crashed.reason).toMatchObject({
    code: 'page_failed',
    message: 'The document has closed its own window.',
  });
  await kept.close();
  expect(kept.crashed.aborted).toBe(false);
});
