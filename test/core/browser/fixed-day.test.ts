/** What scripts know of time, chance and language: the same on every machine, and always where that is asked for. */
import { afterAll, describe, expect, it } from 'vitest';
import type { Browser, PrintJob } from '../../../src/core/browser/browser.ts';
import { startBrowser } from '../../../src/core/browser/start.ts';
import { startPrinter } from '../../../src/core/browser/start-printer.ts';
import { Deadline } from '../../../src/core/deadline.ts';
import { readPdf } from '../../read-pdf.ts';
import { browserOptions, plainJob } from '../../real-browser.ts';

const date = new Date('2023-11-14T22:13:20Z');
const tokyo = { ...browserOptions, environment: { ...process.env, TZ: 'Asia/Tokyo' } };
const [now, fixed, pooled] = [
  startBrowser(tokyo),
  startBrowser({ ...tokyo, date }),
  startPrinter({ ...tokyo, date }),
];
afterAll(() => Promise.all([now.close(), fixed.close(), pooled.close()]));

async function textOf(browser: Browser, job: Partial<PrintJob>): Promise<string> {
  const deadline = new Deadline();
  try {
    const { pages } = await readPdf((await browser.print({ ...plainJob, ...job }, deadline)).pdf);
    return (pages[0] ?? '').replaceAll(/\s+/g, ' ').trim();
  } finally {
    deadline.close();
  }
}

/** A script that shows what an expression is. */
const shows = (expression: string) => `<p id="shown"></p><script>shown.textContent = ${expression}</script>`;

describe('the language', () => {
  it('is one that Intl takes, whatever the machine speaks', async () => {
    const html = shows(`[navigator.language, new Intl.NumberFormat(navigator.language).format(1234.5)]`);
    expect(await textOf(now, { html })).toBe('en-US,1,234.5');
  });
});

describe('a day that is given', () => {
  const iso = date.toISOString();

  it.each([
    ['new Date().toISOString()', iso],
    ['new Date(Date.now()).toString()', 'Tue Nov 14 2023 22:13:20 GMT+0000 (Coordinated Universal Time)'],
    ['Date()', 'Tue Nov 14 2023 22:13:20 GMT+0000 (Coordinated Universal Time)'],
    [`new Date(2020, 0, 2, 3).toISOString()`, '2020-01-02T03:00:00.000Z'],
    ['new (class extends Date {})().toISOString()', iso],
    [`new Intl.DateTimeFormat('de', { dateStyle: 'long' }).format()`, '14. November 2023'],
    [`[1].map(() => new Date(0)).map(new Intl.DateTimeFormat('en').format)`, '1/1/1970'],
    [`new Intl.DateTimeFormat('en').formatToParts().map(({ value }) => value).join('')`, '11/14/2023'],
    ['Intl.DateTimeFormat().resolvedOptions().timeZone', 'UTC'],
    ['document.lastModified', '11/14/2023 22:13:20'],
    ['performance.timeOrigin', String(date.getTime())],
    [`window.Temporal ? Temporal.Now.plainDateISO() : '2023-11-14'`, '2023-11-14'],
    [
      `window.Temporal ? Temporal.Now.instant().epochMilliseconds : ${date.getTime()}`,
      String(date.getTime()),
    ],
  ])('is that of %s', async (expression, expected) => {
    expect(await textOf(fixed, { html: shows(expression) })).toBe(expected);
  });

  it('is that of pages that are made ahead, of frames, and of headers', async () => {
    expect(await textOf(pooled, { html: shows('new Date().toISOString()'), owner: 'a' })).toBe(iso);
    expect(await textOf(pooled, { html: shows('new Date().toISOString()'), owner: 'a' })).toBe(iso);
    const frame = `<iframe srcdoc="<script>document.write(new Date().toISOString())</script>"></iframe>`;
    expect(await textOf(fixed, { html: frame })).toBe(iso);
    const header = '<b class="x date y">old</b> <i class="update">kept</i>';
    expect(await textOf(pooled, { html: '<p>x', header })).toBe('x 11/14/23, 10:13 PM kept');
    expect(await textOf(pooled, { html: shows('1'), header })).toBe('1 11/14/23, 10:13 PM kept');
  });

  it('looks in a header as its styles want it', async () => {
    const header = `<style>.date::after { content: ' own' }</style><b class="date"></b> <b class="url">x</b>`;
    const styles = `.date::before { content: 'on ' } .dates, .date-x { content: 'no' } .url::after { content: 'away' }`;
    for (const html of ['<p class="date">page', `<p class="date">page${shows('1')}`]) {
      const text = await textOf(pooled, { html, header, styles });
      expect(text).toContain('on 11/14/23, 10:13 PM own away');
      expect(text).toContain('on page');
    }
  });

  it('goes on: what waits for time to pass ends', async () => {
    const html = shows('0').replace(
      '</script>',
      '; const start = Date.now(); while (Date.now() - start < 50); $&',
    );
    expect(await textOf(fixed, { html })).toBe('0');
    const later = `<p id="shown"></p><script>const start = Date.now();
      setTimeout(() => { shown.textContent = Date.now() - start }, 2000)</script>`;
    expect(await textOf(fixed, { html: later })).toBe('2000');
  });

  it('brings the same random numbers each time, of which no two are the same', async () => {
    const html = shows(`[Math.random(), Math.random(), crypto.getRandomValues(new Uint16Array(3)),
      new Set(Array.from({ length: 1000 }, Math.random)).size]`);
    const first = await textOf(fixed, { html });
    expect(first).toMatch(/^0\.\d+,0\.\d+,\d+,\d+,\d+,1000$/);
    expect(await textOf(fixed, { html })).toBe(first);
    expect(await textOf(pooled, { html })).toBe(first);
    expect(await textOf(now, { html })).not.toBe(first);
    const wrong = `(() => { try { crypto.getRandomValues([1]) } catch ({ name }) { return name } })()`;
    expect(await textOf(fixed, { html: shows(wrong) })).toBe(await textOf(now, { html: shows(wrong) }));
  });

  it('is today, where the machine is, unless somebody gives one', async () => {
    const html = shows('[Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone]');
    const [time, zone] = (await textOf(now, { html })).split(',');
    expect(Math.abs(Number(time) - Date.now())).toBeLessThan(60_000);
    expect(zone).toBe('Asia/Tokyo');
  });
});
