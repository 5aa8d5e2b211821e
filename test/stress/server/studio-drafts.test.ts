/** Drafts with errors, the choice of data, and the history of versions in the studio. */
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type RealPage, realPages } from '../../support/real-page.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';
import { fillEditor } from '../../support/studio/code-editor.ts';
import { openInStudio } from '../../support/studio/open-in-studio.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const openPage = realPages();

/** Set to a folder to look at what the tests see. */
const pictures = process.env.PDFAPI_TEST_PICTURES;
const look = async (page: RealPage, name: string) => {
  if (!pictures) return;
  for (const [width, scheme] of [
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.look(width, 840, scheme);
    await new Promise((resolve) => setTimeout(resolve, 500));
    writeFileSync(`${pictures}/${name}-${width}-${scheme}.png`, await page.picture());
  }
  await page.look(1280, 800);
};

const isVisible = (selector: string) =>
  `document.querySelector(${JSON.stringify(selector)})?.checkVisibility()`;
const textOf = (page: RealPage, selector: string) =>
  page.evaluate<string>(`document.querySelector(${JSON.stringify(selector)}).innerText`);
const shows = (page: RealPage, wanted: string) =>
  page.until(`document.querySelector('#pages').innerText.includes(${JSON.stringify(wanted)})`);
const chooseData = (page: RealPage, value: string) =>
  page.evaluate(
    `(() => { const select = document.getElementById('data-source'); select.value = ${JSON.stringify(value)};` +
      ` select.dispatchEvent(new Event('change')); })()`,
  );
const paste = async (page: RealPage, text: string) => {
  await page.until(isVisible('#data-dialog textarea'));
  await page.evaluate(`document.querySelector('#data-dialog textarea').value = ${JSON.stringify(text)}`);
  await page.click('#data-dialog .primary');
};

const page = (body: string) =>
  `<!doctype html><html lang="en"><title>Note</title><body>${body}</body></html>\n`;
const files = {
  'template.html': page('<p>Dear {{ name }}</p>'),
  'data.json': '{ "name": "Ada" }',
  'cases/grace.json': '{ "name": "Grace" }',
  'cases/long.json': '{ "name": "Maximilian" }',
};

it('saves a draft whatever it is, and publishes it only without errors, which are named', async () => {
  const shown = await openPage();
  const id = await openInStudio(shown, server, files);
  await shows(shown, 'Dear Ada');
  await fillEditor(shown, page('\n{% for a in b %}<p>Dear {{ name }}</p>'));
  await shown.until(`document.getElementById('status').innerText.startsWith('Failed')`);
  await shown.click('#text');
  await shown.pressControl('s');
  await shown.until(`document.getElementById('facts').innerText.startsWith('version 2 ·')`);
  expect(await server.store.templates.hasErrors(id, 2)).toBe(true);
  await shown.click('#publish');
  await shown.until(`document.getElementById('status').innerText === 'Not published'`);
  expect(await textOf(shown, '#failure')).toMatch(/template\.html:2[\s\S]*Unclosed "for"/);
  await look(shown, 'not-published');
  expect(await server.store.templates.get(id)).toMatchObject({ latestVersion: 2, publishedVersion: 1 });

  await shown.click('#history');
  await shown.until(isVisible('#history-dialog'));
  const [newest, oldest] = await shown.evaluate<string[]>(
    `[...document.querySelectorAll('#history-dialog tr')].map((row) => row.innerText)`,
  );
  expect(newest).toMatch(/version 2[\s\S]*saved[\s\S]*by token \d+[\s\S]*has errors/);
  expect(newest).not.toContain('Publish');
  expect(oldest).toMatch(/version 1[\s\S]*by command[\s\S]*published[\s\S]*by command/);
  await look(shown, 'history');
  await shown.press('Escape');

  await fillEditor(shown, page('{% for a in [1] %}<p>Dear {{ name }}</p>{% endfor %}'));
  await shown.until(`document.getElementById('status').innerText.startsWith('Up to date')`);
  await shown.click('#publish');
  await shown.until(`document.getElementById('facts').innerText.includes('version 3 published')`);
  expect(shown.scriptErrors).toEqual([]);
});

it('shows a template whose picture is missing with a warning, and saves settings that are no JSON', async () => {
  const shown = await openPage();
  const id = await openInStudio(shown, server, files);
  await fillEditor(shown, page('<p>Dear {{ name }}</p><img src="assets/logo.png" alt="Logo">'));
  await shown.until(`document.getElementById('warnings').innerText.includes('assets/logo.png')`);
  await shows(shown, 'Dear Ada');
  expect(await shown.evaluate(isVisible('#failure'))).toBe(false);
  await look(shown, 'missing-picture');
  await shown.click('#save');
  await shown.until(`document.getElementById('facts').innerText.startsWith('version 2 ·')`);
  await shown.click('#tabs [data-path="data.json"]');
  await fillEditor(shown, '{ "name": ');
  await shown.click('#save');
  await shown.until(`document.getElementById('facts').innerText.startsWith('version 3 ·')`);
  expect(await server.store.templates.hasErrors(id, 3)).toBe(true);
});

it('fills the preview with a case or with pasted data, also after a reload', async () => {
  const shown = await openPage();
  const id = await openInStudio(shown, server, files);
  await shows(shown, 'Dear Ada');
  expect(
    await shown.evaluate(
      `[...document.querySelectorAll('#data-source option')].map((each) => each.innerText)`,
    ),
  ).toEqual(['Sample data', 'grace', 'long', 'Pasted…']);
  await chooseData(shown, 'cases/grace.json');
  await shows(shown, 'Dear Grace');
  await look(shown, 'case');
  await shown.evaluate('location.reload()');
  await shows(shown, 'Dear Grace');

  // What is typed into the case is seen at once, and its faults are named in its file.
  await shown.click('#tabs [data-path="cases/grace.json"]');
  await fillEditor(shown, '{ "name": "Hopper" }');
  await shows(shown, 'Dear Hopper');
  await fillEditor(shown, '{\n "name": }');
  await shown.until(`document.getElementById('failure').innerText.includes('cases/grace.json:2')`);

  await chooseData(shown, 'pasted');
  await paste(shown, '[1]');
  await shown.until(`document.querySelector('#data-dialog .error').innerText.includes('JSON object')`);
  await look(shown, 'paste');
  await paste(shown, '{ "name": "Sophie" }');
  await shows(shown, 'Dear Sophie');
  await shown.evaluate('onbeforeunload = null');
  await shown.click('#save');
  await shown.until(`document.getElementById('facts').innerText.startsWith('version 2 ·')`);
  await shown.evaluate('window.isBeforeReload = true; location.reload()');
  // The buttons move when there is something to download.
  await shown.until(`!window.isBeforeReload && ${isVisible('#open')}`);
  await shows(shown, 'Dear Sophie');
  await shown.click('#edit-pasted');
  await paste(shown, '{ "name": "Mary" }');
  await shows(shown, 'Dear Mary');
  const stored = await server.store.templates.files(id, 2);
  expect(Buffer.from(stored.get('data.json') ?? []).toString()).toBe(files['data.json']);

  await chooseData(shown, 'pasted');
  await shown.until(isVisible('#data-dialog'));
  await shown.press('Escape');
  await chooseData(shown, 'data.json');
  await shows(shown, 'Dear Ada');
  expect(shown.scriptErrors).toEqual([]);
});

it('keeps the focus on the button that saves, while there is something to save and after it', async () => {
  const shown = await openPage();
  await openInStudio(shown, server, files);
  const focused = () => shown.evaluate<string>('document.activeElement.id');
  for (const [button, facts] of [
    ['save', 'version 2 ·'],
    ['publish', 'version 2 published'],
  ]) {
    if (button === 'save') await fillEditor(shown, page('<p>Hello {{ name }}</p>'));
    await shown.until(`document.getElementById('${button}').ariaDisabled === null`);
    await shown.evaluate(`document.getElementById('${button}').focus()`);
    await shown.press('Enter');
    await shown.until(`document.getElementById('facts').innerText.includes('${facts}')`);
    expect(await focused()).toBe(button);
    expect(await shown.evaluate(`document.getElementById('${button}').ariaDisabled`)).toBe('true');
    await shown.press('Enter');
  }
  expect(await textOf(shown, '#facts')).toContain('version 2 published');
  expect(shown.scriptErrors).toEqual([]);
});

it('shows whole titles on a phone', async () => {
  const shown = await openPage();
  await openInStudio(shown, server, files);
  await shown.look(390, 840);
  await shown.evaluate(`location.hash = '#/'`);
  await shown.until(isVisible('#list-title'));
  await look(shown, 'list');
  await shown.look(390, 840);
  const isWhole = (selector: string) =>
    shown.evaluate<boolean>(
      `(() => { const title = document.querySelector('${selector}'); return title.scrollWidth <= title.clientWidth; })()`,
    );
  expect(await isWhole('#list-title')).toBe(true);
  expect(await shown.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
});
