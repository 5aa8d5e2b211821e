/** What the studio shows of data that is pasted, of earlier versions and of warnings that repeat. */
import { expect, it } from 'vitest';
import { type RealPage, realPages } from '../../support/real-page.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';
import { fillEditor } from '../../support/studio/code-editor.ts';
import { openInStudio } from '../../support/studio/open-in-studio.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const openPage = realPages();

const isVisible = (selector: string) =>
  `document.querySelector(${JSON.stringify(selector)})?.checkVisibility()`;
const textOf = (page: RealPage, selector: string) =>
  page.evaluate<string>(`document.querySelector(${JSON.stringify(selector)}).innerText`);
const shows = (page: RealPage, wanted: string) =>
  page.until(`document.querySelector('#pages').innerText.includes(${JSON.stringify(wanted)})`);
const says = (page: RealPage, id: string, wanted: string) =>
  page.until(`document.getElementById('${id}').innerText.includes(${JSON.stringify(wanted)})`);
const openPasted = async (page: RealPage) => {
  await page.evaluate(
    `(() => { const select = document.getElementById('data-source'); select.value = 'pasted';` +
      ` select.dispatchEvent(new Event('change')); })()`,
  );
  await page.until(isVisible('#data-dialog textarea'));
};

interface Box {
  readonly left: number;
  readonly right: number;
  readonly isScrolling: boolean;
  /** The width of the scroll bar. */
  readonly bar: number;
}

const page = (body: string) =>
  `<!doctype html><html lang="en"><title>Note</title><body>${body}</body></html>\n`;
const files = {
  'template.html': page('<p>Dear {{ name }}</p>'),
  'data.json': '{ "name": "Ada" }',
  'cases/grace.json': '{ "name": "Grace" }',
};

it('replaces the whole data with what is typed or pasted, and says where it is no JSON', async () => {
  const shown = await openPage();
  await openInStudio(shown, server, files);
  await openPasted(shown);
  await shown.type('{\n  "name": Sophie\n}');
  await shown.click('#data-dialog .primary');
  await shown.until(`document.querySelector('#data-dialog .error').innerText.includes('Line 2, column 11')`);
  await shown.evaluate(`document.querySelector('#data-dialog textarea').select()`);
  await shown.type('{ "name": "Sophie" }');
  await shown.click('#data-dialog .primary');
  await shows(shown, 'Dear Sophie');
});

it('forgets pasted data when its user signs out', async () => {
  const shown = await openPage();
  await openInStudio(shown, server, files);
  await openPasted(shown);
  await shown.type('{ "name": "Secret" }');
  await shown.click('#data-dialog .primary');
  await shows(shown, 'Dear Secret');
  const kept = () => shown.evaluate<string>('JSON.stringify({ ...sessionStorage })');
  expect(await kept()).toContain('Secret');
  await shown.evaluate(`document.getElementById('sign-out').click()`);
  await shown.until(isVisible('#token'));
  expect(await kept()).not.toContain('Secret');
});

it('names each version of the history to a screen reader, and the one that is opened', async () => {
  const shown = await openPage();
  const id = await openInStudio(shown, server, files);
  await fillEditor(shown, page('<p>Hello {{ name }}</p>'));
  await shown.click('#save');
  await says(shown, 'facts', 'version 2 ·');
  await shown.click('#history');
  await shown.until(isVisible('#history-dialog'));
  expect(
    await shown.evaluate(
      `[...document.querySelectorAll('#history-dialog tr button')].map((each) => each.ariaLabel)`,
    ),
  ).toEqual(['Open version 2', 'Publish version 2', 'Open version 1']);
  await shown.click('#history-dialog [aria-label="Open version 1"]');
  await says(shown, 'facts', 'version 1 opened');
  await shows(shown, 'Dear Ada');
  expect(await server.store.templates.get(id)).toMatchObject({ latestVersion: 2 });
});

it('shows which version is open on a phone', async () => {
  const shown = await openPage();
  await openInStudio(shown, server, files);
  await shown.look(390, 840);
  expect(await shown.evaluate(isVisible('#facts'))).toBe(true);
  expect(await textOf(shown, '#facts')).toContain('version 1');
  expect(await shown.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
});

it('scrolls the list at the edge of the window, and centres its rows', async () => {
  const shown = await openPage();
  const id = await openInStudio(shown, server, files);
  const { teamId = 0 } = (await server.store.templates.get(id)) ?? {};
  for (let count = 0; count < 12; count++) {
    const pushed = { type: 'html', hasBasePdf: false, publish: false } as const;
    const html = new Map([['template.html', Buffer.from(page(`<p>${count}</p>`))]]);
    await server.store.templates.push({ ...pushed, teamId, name: `note ${count}`, files: html });
  }
  await shown.look(1440, 800);
  await shown.evaluate(`location.hash = '#/'`);
  await shown.until(`document.querySelectorAll('#templates tbody tr').length === 13`);
  const [list, rows] = await shown.evaluate<[Box, Box]>(
    `['#list main', '#templates'].map((each) => { const box = document.querySelector(each);` +
      ` const { left, right } = box.getBoundingClientRect();` +
      ` return { left, right, isScrolling: box.scrollHeight > box.clientHeight, bar: box.offsetWidth - box.clientWidth }; })`,
  );
  expect(list).toMatchObject({ left: 0, right: 1440, isScrolling: true });
  expect(rows.right - rows.left).toBe(960);
  expect(Math.abs(rows.left - (list.right - list.bar - rows.right))).toBeLessThanOrEqual(1);
});

it('does not publish a case that cannot be read, and names its file', async () => {
  const shown = await openPage();
  const id = await openInStudio(shown, server, files);
  await shown.click('#tabs [data-path="cases/grace.json"]');
  await fillEditor(shown, '{ "name": ');
  await shown.click('#publish');
  await says(shown, 'failure', 'cases/grace.json:1');
  expect(await textOf(shown, '#status')).toBe('Not published');
  expect(await server.store.templates.get(id)).toMatchObject({ latestVersion: 1, publishedVersion: 1 });
});

it('advises nothing about CSV files, where data is JSON', async () => {
  const shown = await openPage();
  const comma = { ...files, 'data.json': '{ "name": "Ada", "price": "12,50" }' };
  await openInStudio(shown, server, { ...comma, 'template.html': page('<p>{{ price * 2 }}</p>') });
  await says(shown, 'warnings', 'as in 23.90');
  expect(await textOf(shown, '#warnings')).not.toMatch(/CSV|decimal/);
  await fillEditor(shown, page('<p>{{ price|format_currency("EUR") }}</p>'));
  await says(shown, 'failure', 'takes a number');
  expect(await textOf(shown, '#failure')).toMatch(/Write numbers with a point, as in 23\.90\.$/m);
});

it('counts warnings that repeat', async () => {
  const shown = await openPage();
  await openInStudio(shown, server, files);
  await fillEditor(shown, page('{% for i in 1..3 %}<p>Dear {{ nam }}</p>{% endfor %}<p>{{ name }}</p>'));
  await shown.until(isVisible('#warnings'));
  const warnings = await shown.evaluate<string[]>(
    `[...document.querySelectorAll('#warnings li')].map((each) => each.textContent)`,
  );
  expect(warnings).toEqual([expect.stringMatching(/Variable "nam" does not exist.*\(3 times\)$/)]);
});
