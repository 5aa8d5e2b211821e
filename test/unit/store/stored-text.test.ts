/** Texts that one database cannot store or return are refused by both, before they reach it. */
import { expect, it } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { charge, openTestStore, type TestStore } from '../../support/store/open-test-store.ts';

const characters = ['\0', '\u0001', '\n', '\u001f', '\u007f', '\u0085', '\ud800', '\u2028'];
const at = new Date('2026-03-10T12:00:00Z');
const files = new Map([['template.html', Buffer.from('x')]]);

/** Stores a text in a field, with the name under which its fault is reported. */
type StoreText = (store: Store, teamId: number, text: string) => Promise<unknown>;
const fields: readonly (readonly [name: string, field: string, set: StoreText])[] = [
  ['name of a team', 'name', ({ teams }, _, name) => teams.create({ name, plan: 'pro' })],
  ['new name of a team', 'name', ({ teams }, id, name) => teams.set(id, { name })],
  ['address of a team', 'email', ({ teams }, id, text) => teams.set(id, { email: `${text}@example.com` })],
  ['name of a token', 'name', ({ tokens }, teamId, name) => tokens.create({ teamId, name })],
  ['note of a top-up', 'note', ({ ledger }, id, note) => ledger.addCredits(id, 1, note)],
  [
    'name of a template',
    'name',
    ({ templates }, teamId, name) =>
      templates.push({ teamId, name, type: 'html', hasBasePdf: false, files, publish: true }),
  ],
  [
    'new name of a template',
    'name',
    ({ templates }, teamId, name) => templates.rename({ teamId, id: 1 }, name),
  ],
  [
    'path of a file',
    'files',
    ({ templates }, teamId, path) =>
      templates.push({
        teamId,
        name: 'a',
        type: 'html',
        hasBasePdf: false,
        files: new Map([[path, Buffer.from('x')]]),
        publish: true,
      }),
  ],
];

it.each(fields)('refuses a %s that is not one line', async (_, field, set) => {
  const store = await openTestStore();
  const { id } = await store.team({ email: 'owner@example.com' });
  for (const character of characters) {
    await expect(set(store, id, `a${character}b`), JSON.stringify(character)).rejects.toThrow(
      expect.objectContaining({ errors: { [field]: [expect.any(String)] } }),
    );
  }
});

it('finds no template under a name that none can have', async () => {
  const store = await openTestStore();
  const { id } = await store.team();
  for (const character of characters)
    expect(await store.templates.byName(id, `a${character}b`)).toBeUndefined();
});

const webhook = async (store: TestStore, description: string) =>
  await store.webhooks.create({
    teamId: (await store.team()).id,
    url: 'https://example.com/',
    description,
  });

it.each([
  ['a\0b', 'U+0000'],
  ['a\ud800b', 'half a surrogate pair'],
])('refuses %j in a field that has no rule of its own', async (text, reason) => {
  const store = await openTestStore();
  await expect(webhook(store, text)).rejects.toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      message: `The text ${JSON.stringify(text)} cannot be stored, because it contains ${reason}.`,
    }),
  );
  expect(await webhook(store, 'a😀b')).toMatchObject({ description: 'a😀b' });
});

it('stores what other programs say in one line', async () => {
  const store = await openTestStore();
  const error = '550-No such user\r\n550 \0here\ud800 ';
  const inOneLine = '550-No such user 550  here';

  await charge(store, (await store.team({ quota: 10 })).id, 8, at);
  const [notice] = await store.notices.list();
  await store.notices.markFailed(notice?.id ?? 0, error, at);
  expect((await store.notices.list())[0]?.lastError).toBe(inOneLine);

  const { id, teamId } = await webhook(store, 'x');
  const sent = await store.deliveries.send(teamId, id, { type: 'webhook.test', data: {}, at });
  await store.deliveries.markFailed(sent.id, { status: null, error, at });
  const [delivery] = await store.deliveries.list(id, { limit: 1 });
  expect(delivery?.lastError).toBe(inOneLine);
});
