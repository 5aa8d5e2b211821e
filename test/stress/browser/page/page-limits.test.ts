import { describe, expect, it } from 'vitest';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { readPdf } from '../../../support/read-pdf.ts';
import { isFullBrowser, plainJob, realBrowser } from '../../../support/real-browser.ts';

const browser = realBrowser();

async function print(code: string) {
  const html = `<p>printed</p><script>${code}</script>`;
  const deadline = new Deadline(50_000);
  try {
    return await browser.print({ ...plainJob, html }, deadline);
  } finally {
    deadline.close();
  }
}

/** Keeps a page open until a limit ends it. */
const waiting = 'window.pdfapiReady = new Promise(() => {});';

describe('a script that endlessly creates', () => {
  it.each<readonly [string, string, string]>([
    [
      'dialogs',
      'for (;;) alert(1)',
      'dialogs endlessly: alert, confirm and prompt may be called at most 100 times',
    ],
    ...(isFullBrowser
      ? []
      : [
          [
            'windows',
            `${waiting} setInterval(() => open())`,
            'windows endlessly: window.open may be called at most 20 times',
          ] as const,
        ]),
    ['messages', 'for (;;) console.log(1)', 'more than 10000 messages'],
    [
      'exceptions',
      `${waiting} setInterval(() => { throw new Error('x'.repeat(500_000)) })`,
      'more than 8000000 characters',
    ],
    [
      'long messages',
      `${waiting} setInterval(() => console.log('x'.repeat(2_000_000)))`,
      'more than 8000000 characters',
    ],
    [
      'requests to its own address',
      `${waiting} fetch('/', { method: 'POST', body: 'x'.repeat(1_500_000) })`,
      'to its own address',
    ],
    [
      'data: URLs',
      `${waiting} setInterval(() => fetch('data:text/plain,' + 'x'.repeat(10_000_000)))`,
      'requests more than its limit: 64 MB',
    ],
  ])('%s is ended with an error that names the limit', async (_what, code, message) => {
    await expect(print(code)).rejects.toMatchObject({
      code: 'page_failed',
      message: expect.stringContaining(message),
    });
  });
});

it('a script that stays within the limits is not ended', async () => {
  const { pdf, findings } = await print(
    `for (let i = 0; i < 100; i++) alert(i);
     for (let i = 0; i < 20; i++) open();
     for (let i = 0; i < 5_000; i++) console.log('line ' + i);
     for (let i = 0; i < 10; i++) new Image().src = 'data:image/png;base64,' + 'A'.repeat(1_000_000);`,
  );
  expect((await readPdf(pdf)).pages[0]).toBe('printed');
  expect(findings.console).toHaveLength(200);
});
