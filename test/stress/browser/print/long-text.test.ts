import { describe, expect, it } from 'vitest';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { readPdf } from '../../../support/read-pdf.ts';
import { plainJob, realBrowser } from '../../../support/real-browser.ts';

const browser = realBrowser();

/** Large letters on overlapping lines: a long layout of few characters on few pages. */
const style = 'font-size: 160px; line-height: 4px; margin: 0';
const words = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => `w${String(from + i).padStart(6, '0')}`).join(' ');

async function print(html: string) {
  const deadline = new Deadline(60_000);
  try {
    return await browser.print({ ...plainJob, tags: false, html }, deadline);
  } finally {
    deadline.close();
  }
}

describe('a text that is longer than Chromium can lay out', () => {
  it.each([false, true])('is rejected instead of losing its end (with a script: %s)', async (withScript) => {
    const html = `<p style="${style}">${words(43_000)}</p>${withScript ? '<script>1</script>' : ''}`;
    await expect(print(html)).rejects.toMatchObject({
      code: 'page_failed',
      message: expect.stringContaining('343999 characters in one piece'),
    });
  });

  it('is printed whole if it is split into two elements', async () => {
    const { pdf } = await print(
      `<p style="${style}">${words(21_500)}</p><p style="${style}">${words(21_500, 21_500)}</p>`,
    );
    const found = new Set((await readPdf(pdf)).pages.join(' ').match(/w\d{6}/g));
    expect(found.size).toBe(43_000);
  });

  it('is accepted if line breaks divide it', async () => {
    const log = words(43_000).replaceAll(' ', '\n');
    await expect(print(`<pre style="${style}">${log}</pre>`)).resolves.toBeDefined();
    const empty = '\n'.repeat(300_000);
    await expect(print(`<pre style="line-height: 0">${empty}</pre>`)).resolves.toBeDefined();
  });
});
