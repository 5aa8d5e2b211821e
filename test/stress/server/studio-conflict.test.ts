/** Two people on one template in the studio. */
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type RealPage, realPages } from '../../support/real-page.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';
import { editorText, fillEditor } from '../../support/studio/code-editor.ts';
import { openInStudio } from '../../support/studio/open-in-studio.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const openPage = realPages();

const isVisible = (selector: string) =>
  `document.querySelector(${JSON.stringify(selector)})?.checkVisibility()`;
const textOf = (page: RealPage, selector: string) =>
  page.evaluate<string>(`document.querySelector(${JSON.stringify(selector)}).innerText`);
const shows = (page: RealPage, wanted: string) =>
  page.until(`document.querySelector('#pages').innerText.includes(${JSON.stringify(wanted)})`);

/** Set to a folder to look at what the tests see. */
const pictures = process.env.PDFAPI_TEST_PICTURES;
const look = async (page: RealPage, name: string) => {
  if (pictures) writeFileSync(`${pictures}/${name}.png`, await page.picture());
};

const note = (text: string) =>
  `<!doctype html><html lang="en"><title>Note</title><body><p>${text}</p></body></html>\n`;

/** A page with changes that its person could not save, because Berta has saved version 2. */
async function inConflict(theirs = note('Theirs')) {
  const page = await openPage();
  const id = await openInStudio(page, server, { 'template.html': note('Older') });
  const { teamId = 0, name = '' } = (await server.store.templates.get(id)) ?? {};
  const berta = await server.store.tokens.create({ teamId, name: 'Berta', scopes: ['templates:write'] });
  await server.store.templates.push({
    teamId,
    name,
    type: 'html',
    hasBasePdf: false,
    publish: false,
    files: new Map([['template.html', Buffer.from(theirs)]]),
    by: berta.id,
  });
  await fillEditor(page, note('Mine'));
  await shows(page, 'Mine');
  await page.click('#text');
  await page.pressControl('s');
  await page.until(isVisible('#conflict'));
  return { page, id, berta };
}

it('names who has saved the other version and when, and discards nothing without a question', async () => {
  const { page, id, berta } = await inConflict();
  await page.until(`document.getElementById('conflict-text').innerText.startsWith('Version 2 ')`);
  const [latest] = await server.store.templates.versions(id);
  const time = await page.evaluate<string>(`new Date(${latest?.createdAt.getTime()}).toLocaleString()`);
  expect(await textOf(page, '#conflict-text')).toContain(`by Berta (token ${berta.id}) on ${time}`);

  await page.click('#load');
  await page.until(isVisible('#discard-dialog'));
  expect(await textOf(page, '#discard-dialog')).toContain('template.html');
  // The focus is on Cancel.
  await page.press('Enter');
  await page.until(`!document.getElementById('discard-dialog')`);
  expect(await editorText(page)).toBe(note('Mine'));

  await page.click('#load');
  await page.until(isVisible('#discard-dialog'));
  await page.click('#discard-dialog .danger');
  await shows(page, 'Theirs');
  expect(await editorText(page)).toBe(note('Theirs'));
  expect(await page.evaluate(isVisible('#conflict'))).toBe(false);
  expect(await textOf(page, '#facts')).toMatch(/^version 2 ·/);
});

it('shows the whole state, and the last good pages also if the other version cannot be rendered', async () => {
  const { page } = await inConflict(note('{% for a in b %}'));
  for (const width of [1440, 1280, 1024]) {
    await page.look(width, 800);
    const isWhole = (selector: string) =>
      page.evaluate<boolean>(
        `(() => { const box = document.querySelector('${selector}'); return box.scrollWidth <= box.clientWidth; })()`,
      );
    expect([width, await isWhole('#facts'), await isWhole('#edit header')]).toEqual([width, true, true]);
    await look(page, `conflict-${width}`);
  }
  await page.click('#load');
  await page.click('#discard-dialog .danger');
  await page.until(`document.getElementById('status').innerText.startsWith('Failed')`);
  expect(await textOf(page, '#status')).toBe('Failed: showing the last good version');
  expect(await textOf(page, '#pages')).toContain('Mine');
});

it('saves the own version after the other one, which stays in the history', async () => {
  const { page, id } = await inConflict();
  await page.click('#overwrite');
  await page.until(`document.getElementById('facts').innerText.startsWith('version 3 ·')`);
  expect(await page.evaluate(isVisible('#conflict'))).toBe(false);
  const stored = await Promise.all([2, 3].map((version) => server.store.templates.files(id, version)));
  expect(stored.map((files) => Buffer.from(files.get('template.html') ?? []).toString())).toEqual([
    note('Theirs'),
    note('Mine'),
  ]);
});
