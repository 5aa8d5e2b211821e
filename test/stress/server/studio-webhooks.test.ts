/** The webhooks of the studio in a real browser, with a real receiver. */
import { expect, it } from 'vitest';
import type { TokenScope } from '../../../src/contract/token.ts';
import { faultsOf } from '../../support/accessibility.ts';
import { type RealPage, realPages } from '../../support/real-page.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';
import { openReceiver, verify } from '../../support/server/webhook-receiver.ts';

const server = await startTestServer({ flags: { rateLimit: '0', allowHosts: '127.0.0.1' } });
const openPage = realPages();

const both: readonly TokenScope[] = ['templates:write', 'webhooks:write'];

const isVisible = (selector: string) =>
  `document.querySelector(${JSON.stringify(selector)})?.checkVisibility()`;
const textOf = (page: RealPage, selector: string) =>
  page.evaluate<string>(`document.querySelector(${JSON.stringify(selector)}).innerText`);
const shows = (page: RealPage, selector: string, wanted: string) =>
  page.until(
    `document.querySelector(${JSON.stringify(selector)})?.innerText.includes(${JSON.stringify(wanted)})`,
  );
const fill = (page: RealPage, selector: string, value: string) =>
  page.evaluate(
    `(() => { const field = document.querySelector(${JSON.stringify(selector)}); field.value = ${JSON.stringify(value)};` +
      ` field.dispatchEvent(new Event('input')); field.dispatchEvent(new Event('change')); })()`,
  );
const click = (page: RealPage, selector: string) =>
  page.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`);

async function signedIn(scopes = both) {
  const member = await server.team();
  const { token } = await server.store.tokens.create({ teamId: member.team.id, scopes: [...scopes] });
  const page = await openPage();
  await page.look(1280, 800);
  await page.go(`${server.url}/studio`);
  await page.until(isVisible('#token'));
  await fill(page, '#token', token);
  await click(page, '#sign-in button');
  await page.until(isVisible('#list'));
  await click(page, '#list a[href="#/webhooks"]');
  await page.until(isVisible('#webhooks'));
  return { member, page };
}

/** Creates a webhook for one type of event. Returns its id and its secret. */
async function created(page: RealPage, url: string): Promise<{ id: number; secret: string }> {
  await click(page, '#new-webhook');
  await page.until(isVisible('dialog [name=url]'));
  await fill(page, 'dialog [name=url]', url);
  await fill(page, 'dialog [name=description]', 'the shop');
  await click(page, 'dialog [value="*"]');
  for (const type of ['document.failed', 'quota.reached', 'job.finished']) {
    await click(page, `dialog [value="${type}"]`);
  }
  await click(page, 'dialog .primary');
  await page.until(isVisible('dialog [name=secret]'));
  const secret = await page.evaluate<string>(`document.querySelector('dialog [name=secret]').value`);
  await click(page, 'dialog .primary');
  await page.until(isVisible('#webhook'));
  const id = Number(await page.evaluate<string>(`location.hash.split('/').pop()`));
  return { id, secret };
}

/** Shows the deliveries of the moment until the first has a text. */
async function delivered(page: RealPage, wanted: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    await click(page, '#refresh');
    await page.until(isVisible('#webhook'));
    await new Promise((resolve) => setTimeout(resolve, 100));
    if ((await textOf(page, '#deliveries tbody')).includes(wanted)) return;
  }
  throw new Error(`The deliveries do not show ${wanted}: ${await textOf(page, '#deliveries tbody')}`);
}

it('a webhook is created, and its secret, shown once, verifies what arrives', async () => {
  const { member, page } = await signedIn();
  const receiver = await openReceiver();
  const { id, secret } = await created(page, receiver.url);
  expect(await server.store.webhooks.get(member.team.id, id)).toMatchObject({
    url: receiver.url,
    description: 'the shop',
    events: ['document.finished'],
    secret,
  });
  expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain(secret);
  expect((await member.post('html-to-pdf', { html: 'a' })).status).toBe(200);
  await delivered(page, 'delivered');
  expect(await textOf(page, '#deliveries tbody tr')).toMatch(/document\.finished[\s\S]*\b1\b[\s\S]*204/);
  const [received] = receiver.received;
  expect(received && verify(secret, received)).toMatchObject({ type: 'document.finished' });
  await click(page, '#deliveries tbody button');
  await shows(page, 'dialog pre', '"type": "document.finished"');
  expect(page.errors).toEqual(
    expect.not.arrayContaining([expect.stringMatching(/TypeError|ReferenceError/)]),
  );
});

it('a dialog is gone when the next one is shown', async () => {
  const { page } = await signedIn();
  await page.evaluate(
    `window.dialogs = 0; new MutationObserver(() => {` +
      ` window.dialogs = Math.max(window.dialogs, document.querySelectorAll('dialog').length); })` +
      `.observe(document.body, { childList: true })`,
  );
  await created(page, (await openReceiver()).url);
  expect(await page.evaluate('window.dialogs')).toBe(1);
});

it('a delivery that failed shows its response and next try, and is sent again by a click', async () => {
  const { page } = await signedIn();
  const receiver = await openReceiver();
  receiver.answer = 500;
  await created(page, receiver.url);
  await click(page, '#test-webhook');
  await delivered(page, '500');
  const cells = await page.evaluate<Record<string, string>>(
    `Object.fromEntries([...document.querySelectorAll('#deliveries tbody td[data-heading]')]` +
      `.map((each) => [each.dataset.heading, each.innerText]))`,
  );
  expect(cells).toMatchObject({ '': 'webhook.test', State: 'pending', Attempts: '1' });
  expect(cells.Response).toMatch(/^500: /);
  expect(cells['Next try']).toMatch(/\d/);

  receiver.answer = 204;
  const before = receiver.received.length;
  await click(page, '#deliveries tbody button:last-of-type');
  await delivered(page, 'delivered');
  expect(receiver.received.length).toBeGreaterThan(before);
});

it('a webhook is changed, disabled and enabled', async () => {
  const { member, page } = await signedIn();
  const receiver = await openReceiver();
  const { id } = await created(page, receiver.url);
  const stored = () => server.store.webhooks.get(member.team.id, id);
  await click(page, '#change-webhook');
  await page.until(isVisible('dialog [name=url]'));
  await fill(page, 'dialog [name=url]', 'https://10.1.2.3/hook');
  await click(page, 'dialog .primary');
  // An address that the server may not call is reported in the dialog, and nothing is changed.
  await page.until(isVisible('dialog .error'));
  expect((await stored()).url).toBe(receiver.url);
  await fill(page, 'dialog [name=url]', `${receiver.url}&changed`);
  await click(page, 'dialog [value="*"]');
  await click(page, 'dialog .primary');
  await shows(page, '#webhook-url', '&changed');
  expect(await stored()).toMatchObject({ url: `${receiver.url}&changed`, events: '*' });

  await click(page, '#switch-webhook');
  await page.until(isVisible('dialog .danger'));
  await click(page, 'dialog .danger');
  await shows(page, '#webhook-facts', 'disabled since');
  expect((await stored()).disabledAt).not.toBeNull();
  expect(await page.evaluate(`document.getElementById('test-webhook').disabled`)).toBe(true);
  await click(page, '#switch-webhook');
  await shows(page, '#webhook-facts', 'enabled');
  expect((await stored()).disabledAt).toBeNull();
});

it('a secret is replaced, and the old one stays valid for a day', async () => {
  const { member, page } = await signedIn();
  const { id, secret } = await created(page, (await openReceiver()).url);
  await click(page, '#rotate-secret');
  await page.until(isVisible('dialog .primary'));
  await click(page, 'dialog .primary');
  await page.until(isVisible('dialog [name=secret]'));
  const replaced = await page.evaluate<string>(`document.querySelector('dialog [name=secret]').value`);
  const stored = await server.store.webhooks.get(member.team.id, id);
  expect(stored).toMatchObject({ secret: replaced, previousSecret: secret });
  expect(await textOf(page, 'dialog')).toContain('The old secret signs too until');
});

it('a webhook is deleted only after a question', async () => {
  const { member, page } = await signedIn();
  const { id } = await created(page, (await openReceiver()).url);
  await click(page, '#delete-webhook');
  await page.until(isVisible('dialog .danger'));
  await click(page, 'dialog .actions button');
  expect(await server.store.webhooks.list(member.team.id)).toHaveLength(1);
  await click(page, '#delete-webhook');
  await page.until(isVisible('dialog .danger'));
  await click(page, 'dialog .danger');
  await page.until(isVisible('#no-webhooks'));
  await expect(server.store.webhooks.get(member.team.id, id)).rejects.toMatchObject({
    code: 'webhook_not_found',
  });
});

it('a token without the scope gets the command that creates one with it', async () => {
  const { member, page } = await signedIn(['templates:write']);
  await page.until(isVisible('#webhooks-rejected'));
  expect(await textOf(page, '#webhooks-command')).toMatch(
    /^pdfapi admin token create --team .* --scope templates:write webhooks:write/,
  );
  expect(await page.evaluate(`document.getElementById('new-webhook').disabled`)).toBe(true);
  expect(await server.store.webhooks.list(member.team.id)).toEqual([]);
});

it('the pages and dialogs of webhooks have no faults', async () => {
  const { page } = await signedIn();
  expect(await faultsOf(page)).toEqual([]);
  await click(page, '#new-webhook');
  await page.until(isVisible('dialog [name=url]'));
  expect(await faultsOf(page)).toEqual([]);
  await click(page, 'dialog .actions button');
  const receiver = await openReceiver();
  receiver.answer = 500;
  const { id } = await created(page, receiver.url);
  await click(page, '#test-webhook');
  await delivered(page, '500');
  expect(await faultsOf(page)).toEqual([]);
  await click(page, '#deliveries tbody button');
  await page.until(isVisible('dialog pre'));
  expect(await faultsOf(page)).toEqual([]);
  await click(page, 'dialog .actions button');
  await click(page, '#rotate-secret');
  await page.until(isVisible('dialog .primary'));
  await click(page, 'dialog .primary');
  await page.until(isVisible('dialog [name=secret]'));
  expect(await faultsOf(page)).toEqual([]);
  await click(page, 'dialog .actions .primary');
  await page.evaluate(`location.hash = '#/webhooks'`);
  await page.until(isVisible(`#webhook-rows a[href="#/webhooks/${id}"]`));
  expect(await faultsOf(page)).toEqual([]);
});
