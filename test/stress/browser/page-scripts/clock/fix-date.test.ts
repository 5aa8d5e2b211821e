/**
 * Language, time and randomness as scripts see them. The language is the same on every machine; time and randomness are
 * the same in every render if a date is given.
 */
import { afterAll, describe, expect, it } from 'vitest';
import type { Browser, PrintJob } from '../../../../../src/browser/browser.ts';
import { startBrowserPool } from '../../../../../src/browser/browser-pool.ts';
import { startSingleUseBrowser } from '../../../../../src/browser/single-use-browser.ts';
import { Deadline } from '../../../../../src/runtime/deadline.ts';
import { readPdf } from '../../../../support/read-pdf.ts';
import { browserOptions, plainJob } from '../../../../support/real-browser.ts';

const date = new Date('2023-11-14T22:13:20Z');
const tokyo = { ...browserOptions, environment: { ...process.env, TZ: 'Asia/Tokyo' } };
const now = startSingleUseBrowser(tokyo);
const pool = startBrowserPool(tokyo);
const dated = (browser: Browser): Browser => ({
  ...browser,
  print: (job, deadline) => browser.print({ date, ...job }, deadline),
});
const [fixed, pooled] = [dated(startSingleUseBrowser(tokyo)), dated(pool)];
afterAll(() => Promise.all([now.close(), fixed.close(), pool.close()]));

async function textOf(browser: Browser, job: Partial<PrintJob>): Promise<string> {
  const deadline = new Deadline();
  try {
    const { pages } = await readPdf((await browser.print({ ...plainJob, ...job }, deadline)).pdf);
    return (pages[0] ?? '').replaceAll(/\s+/g, ' ').trim();
  } finally {
    deadline.close();
  }
}

/** A page whose script shows the value of an expression. */
const shows = (expression: string) => `<p id="shown"></p><script>shown.textContent = ${expression}</script>`;

describe('the language', () => {
  it('is one that Intl accepts, whatever the locale of the machine', async () => {
    const html = shows(`[navigator.language, new Intl.NumberFormat(navigator.language).format(1234.5)]`);
    expect(await textOf(now, { html })).toBe('en-US,1,234.5');
  });
});

describe('a given date', () => {
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
    [`new Intl.DateTimeFormat('en').formatToParts(null).map(({ value }) => value).join('')`, '1/1/1970'],
    [
      `(({ format }) => [format === format, format.length, format(null)])(new Intl.DateTimeFormat('en'))`,
      'true,1,1/1/1970',
    ],
    [`((f) => f.format === f.format)(new Intl.DateTimeFormat('en'))`, 'true'],
    ['Intl.DateTimeFormat().resolvedOptions().timeZone', 'UTC'],
    ['document.lastModified', '11/14/2023 22:13:20'],
    ['performance.timeOrigin', String(date.getTime())],
    [`window.Temporal ? Temporal.Now.plainDateISO() : '2023-11-14'`, '2023-11-14'],
    [
      `window.Temporal ? Temporal.Now.instant().epochMilliseconds : ${date.getTime()}`,
      String(date.getTime()),
    ],
  ])('determines %s', async (expression, expected) => {
    expect(await textOf(fixed, { html: shows(expression) })).toBe(expected);
  });

  it('applies to pages created in advance and to frames', async () => {
    expect(await textOf(pooled, { html: shows('new Date().toISOString()'), owner: 'a' })).toBe(iso);
    expect(await textOf(pooled, { html: shows('new Date().toISOString()'), owner: 'a' })).toBe(iso);
    const frame = `<iframe srcdoc="<script>document.write(new Date().toISOString())</script>"></iframe>`;
    expect(await textOf(fixed, { html: frame })).toBe(iso);
  });

  it('advances, so that loops that wait for time to pass end', async () => {
    const busy = (clock: string) =>
      `(() => { const start = ${clock}; let n = 0; while (${clock} - start < 50) n++; return n > 0 })()`;
    expect(await textOf(fixed, { html: shows(busy('Date.now()')) })).toBe('true');
    expect(await textOf(fixed, { html: shows(busy('performance.now()')) })).toBe('true');
    const later = `<p id="shown"></p><script>const start = Date.now();
      setTimeout(() => { shown.textContent = Date.now() - start }, 2000)</script>`;
    expect(await textOf(fixed, { html: later })).toBe('2000');
  });

  it('does not advance by the real time that the page takes', async () => {
    const html = `<p id="shown"></p><script>
      const real = new Worker(URL.createObjectURL(new Blob([\`
        onmessage = () => { const start = Date.now(); while (Date.now() - start < 1200); postMessage(0) }\`])));
      const start = performance.now();
      window.pdfapiReady = new Promise((done) => {
        real.onmessage = () => { shown.textContent = [new Date().toISOString(), performance.now() - start]; done() };
        real.postMessage(0);
      })</script>`;
    expect(await textOf(fixed, { html })).toBe(`${iso},0`);
  });

  it('lets animations by any clock reach their end, in the same number of frames', async () => {
    const html = `<p id="shown"></p><script>
      let frames = 0;
      const tween = (clock) => new Promise((done) => {
        const start = clock();
        const step = () => { frames++; clock() - start < 300 ? requestAnimationFrame(step) : done() };
        requestAnimationFrame(step);
      });
      let last = 0, fired = 0;
      // As a debounce does it: the timer asks the clock whether it is time.
      const wait = (ms) => new Promise((done) => {
        const start = Date.now();
        const look = () => { const left = ms - (Date.now() - start); left > 0 ? setTimeout(look, left) : done() };
        setTimeout(look, ms);
      });
      (async () => {
        for (let i = 0; i < 3; i++) await tween(Date.now);
        for (let i = 0; i < 3; i++) await tween(() => performance.now());
        for (let i = 0; i < 6; i++) await wait(100);
        shown.textContent = 'done in ' + frames + ' at ' + new Date().toISOString();
      })();
      setInterval(() => fired++, 100);
    </script>`;
    const first = await textOf(fixed, { html });
    expect(first).toMatch(/^done in \d+ at 2023-11-14T22:13:2/);
    for (let i = 0; i < 3; i++) expect(await textOf(fixed, { html })).toBe(first);
    expect(await textOf(pooled, { html, owner: 'a' })).toBe(first);
  });

  it('makes the same timers and frames run each time, even if a page signals when it is ready', async () => {
    const html = `<p id="shown"></p><script>
      const counts = { frame: 0, interval: 0, idle: 0 };
      const frame = (now) => { counts.frame++; counts.now = now; show(); requestAnimationFrame(frame) };
      const show = () => { shown.textContent = JSON.stringify(counts) };
      requestAnimationFrame(frame);
      setInterval(() => { counts.interval++; show() }, 100);
      const WAIT;
    </script>`;
    const waits = ['none = 0', `end = window.pdfapiReady = new Promise((done) => setTimeout(done, 120))`];
    for (const wait of waits) {
      const job = { html: html.replace('WAIT', wait) };
      const first = await textOf(fixed, job);
      for (let i = 0; i < 3; i++) expect(await textOf(fixed, job)).toBe(first);
    }
  });

  it('makes random numbers the same in each render, although they differ from one another', async () => {
    const html = shows(`[Math.random(), Math.random(), crypto.getRandomValues(new Uint16Array(3)),
      new Set(Array.from({ length: 1000 }, Math.random)).size]`);
    const first = await textOf(fixed, { html });
    expect(first).toMatch(/^0\.\d+,0\.\d+,\d+,\d+,\d+,1000$/);
    expect(await textOf(fixed, { html })).toBe(first);
    expect(await textOf(pooled, { html })).toBe(first);
    expect(await textOf(now, { html })).not.toBe(first);
    const frame = `<iframe srcdoc="<script>parent.shown.textContent += ' ' + Math.random()</script>"></iframe>`;
    const [own, inFrame] = (await textOf(fixed, { html: shows('Math.random()') + frame })).split(' ');
    expect(inFrame).toMatch(/^0\.\d+$/);
    expect(inFrame).not.toBe(own);
    const wrong = `(() => { try { crypto.getRandomValues([1]) } catch ({ name }) { return name } })()`;
    expect(await textOf(fixed, { html: shows(wrong) })).toBe(await textOf(now, { html: shows(wrong) }));
  });

  it('is optional, and scripts see the real time and time zone without it', async () => {
    const html = shows('[Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone]');
    const [time, zone] = (await textOf(now, { html })).split(',');
    expect(Math.abs(Number(time) - Date.now())).toBeLessThan(60_000);
    expect(zone).toBe('Asia/Tokyo');
  });
});

it('documents of one browser may have different dates, or none', async () => {
  const html = shows('new Date().toISOString() + Intl.DateTimeFormat().resolvedOptions().timeZone');
  const [one, two] = [new Date('2001-02-03T04:05:06Z'), new Date('2011-02-03T04:05:06Z')];
  for (const job of [{}, { owner: 'b' }]) {
    const texts = [one, two, undefined, one].map((each) => textOf(pool, { html, date: each, ...job }));
    const [first, second, current, third] = await Promise.all(texts);
    expect(first).toBe('2001-02-03T04:05:06.000ZUTC');
    expect(second).toBe('2011-02-03T04:05:06.000ZUTC');
    expect(third).toBe(first);
    expect(current).toMatch(/^20[2-9].*ZAsia\/Tokyo$/);
  }
});
