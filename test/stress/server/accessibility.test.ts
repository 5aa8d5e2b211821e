/** Checks every HTML page of the server with axe-core. */
import { expect, it } from 'vitest';
import { faultsOf } from '../../support/accessibility.ts';
import { type RealPage, realPages } from '../../support/real-page.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';
import { fillEditor } from '../../support/studio/code-editor.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const openPage = realPages();

const isVisible = (selector: string) =>
  `document.querySelector(${JSON.stringify(selector)})?.checkVisibility()`;
const click = (page: RealPage, selector: string) =>
  page.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`);

async function visit(path: string): Promise<RealPage> {
  const page = await openPage();
  await page.look(1280, 800);
  await page.go(`${server.url}${path}`);
  return page;
}

/** The team of a new server, which has the example templates. */
const { store } = server;
const team = await store.teams.get('default');
const idOf = async (name: string) => (await store.templates.byName(team.id, name))?.id;

async function signedIn(): Promise<RealPage> {
  const page = await visit('/studio');
  const { token } = await store.tokens.create({ teamId: team.id, scopes: ['templates:write'] });
  await page.until(isVisible('#token'));
  await page.evaluate(`document.getElementById('token').value = ${JSON.stringify(token)}`);
  await click(page, '#sign-in button');
  await page.until(isVisible('#list'));
  return page;
}

async function opened(name: string): Promise<RealPage> {
  const page = await signedIn();
  await page.evaluate(`location.hash = '#/templates/${await idOf(name)}'`);
  await page.until(`document.getElementById('status').innerText.startsWith('Up to date')`);
  return page;
}

it('finds no faults on the first page', async () => {
  expect(await faultsOf(await visit('/'))).toEqual([]);
});

it('finds no faults in the sign-in form of the studio', async () => {
  const page = await visit('/studio');
  await page.until(isVisible('#token'));
  expect(await faultsOf(page)).toEqual([]);
  await page.evaluate(`document.getElementById('token').value = 'wrong'`);
  await click(page, '#sign-in button');
  await page.until(isVisible('#sign-in-failure'));
  expect(await faultsOf(page)).toEqual([]);
});

it('finds no faults in the studio’s list and in the dialog for a new template', async () => {
  const page = await signedIn();
  expect(await faultsOf(page)).toEqual([]);
  await click(page, '#new');
  await page.until(isVisible('#new-dialog'));
  expect(await faultsOf(page)).toEqual([]);
});

it('finds no faults in the studio with an HTML template, its preview and its history', async () => {
  const page = await opened('invoice');
  expect(await faultsOf(page)).toEqual([]);
  await click(page, '#history');
  await page.until(isVisible('#history-dialog'));
  expect(await faultsOf(page)).toEqual([]);
});

it('finds no faults in the studio with an HTML template that has an error', async () => {
  const page = await opened('invoice');
  await fillEditor(page, '<p>{{ a|lowre }}</p>');
  await page.until(isVisible('#failure .findings button'));
  expect(await faultsOf(page)).toEqual([]);
});

it('finds no faults in the Designer and in the panel of a field', async () => {
  const page = await opened('editor-invoice');
  await page.until(`document.querySelectorAll('.selectable [data-pdfme-render-ready=true]').length > 3`);
  expect(await faultsOf(page)).toEqual([]);
  await page.look(1280, 800);
  await page.until(isVisible('.pdfme-designer-list-view [role=button]'));
  await click(page, '.pdfme-designer-list-view [role=button]');
  await page.until(`document.querySelector('.pdfme-designer-detail-view #name')`);
  expect(await faultsOf(page)).toEqual([]);
});

it('finds no faults in the sign-in form and the team page of billing', async () => {
  const page = await visit('/billing');
  expect(await faultsOf(page)).toEqual([]);
  const { token } = await store.tokens.create({ teamId: team.id });
  await page.evaluate(`document.getElementById('token').value = ${JSON.stringify(token)}`);
  await click(page, 'button');
  await page.until(`document.querySelector('progress')`);
  expect(await faultsOf(page)).toEqual([]);
});
