import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { expect, it } from 'vitest';
import type { PushedTemplate } from '../../../src/store/templates.ts';
import { openTestStore } from '../../support/store/open-test-store.ts';

const examples = resolve(import.meta.dirname, '../../../templates-examples');

const findFiles = (content: Record<string, string>) =>
  new Map(Object.entries(content).map(([path, text]) => [path, Buffer.from(text)]));

const textOf = (files: ReadonlyMap<string, Uint8Array>) =>
  Object.fromEntries([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));

function pushed(teamId: number, changes: Partial<PushedTemplate> = {}): PushedTemplate {
  const files = findFiles({ 'template.html': 'one' });
  return { teamId, name: 'invoice', type: 'html', hasBasePdf: false, files, publish: true, ...changes };
}

/** A clock that advances with each reading. */
function ticking() {
  let time = Date.parse('2026-03-10T12:00:00Z');
  return () => {
    time += 1_000;
    return new Date(time);
  };
}

it.each(readdirSync(examples))('returns the example %s byte for byte', async (name) => {
  const folder = join(examples, name);
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => relative(folder, join(folder, path)).split(sep).join('/'));
  const files = new Map(paths.map((path) => [path, readFileSync(join(folder, path))]));
  const store = await openTestStore();
  const { id, version } = await store.templates.push(pushed((await store.team()).id, { name, files }));
  const back = await (await store.again()).templates.files(id, version);
  expect([...back.keys()]).toEqual([...paths].sort());
  for (const [path, bytes] of back) expect(files.get(path)?.equals(bytes)).toBe(true);
});

it('finds a name that an older program stored as NFD, and adds versions to it', async () => {
  const store = await openTestStore();
  const teamId = (await store.team()).id;
  const { id } = await store.templates.push(pushed(teamId, { name: 'Größe' }));
  await store.sql('UPDATE templates SET name = ? WHERE id = ?', 'Größe'.normalize('NFD'), id);
  expect((await store.templates.byName(teamId, 'Größe'))?.id).toBe(id);
  const files = findFiles({ 'template.html': 'two' });
  expect(await store.templates.push(pushed(teamId, { name: 'Größe', files }))).toMatchObject({
    id,
    version: 2,
  });
  await store.templates.rename({ teamId, id }, 'Größe');
  expect(await store.templates.get(id)).toMatchObject({ name: 'Größe' });
});

it('keeps a template whose name it would no longer give', async () => {
  const store = await openTestStore();
  const teamId = (await store.team()).id;
  const { id } = await store.templates.push(pushed(teamId));
  await store.sql('UPDATE templates SET name = ? WHERE id = ?', 'name:x', id);
  const files = findFiles({ 'template.html': 'two' });
  expect(await store.templates.push(pushed(teamId, { name: 'name:x', files }))).toMatchObject({
    id,
    version: 2,
  });
  expect(await store.templates.rename({ teamId, id }, 'name:x')).toMatchObject({ unchanged: true });
  for (const name of ['.', '..', ' a', 'a ', 'name:y']) {
    const refusal = { code: 'invalid_template', message: expect.stringContaining('The name must not') };
    await expect(store.templates.rename({ teamId, id }, name)).rejects.toMatchObject(refusal);
    await expect(store.templates.push(pushed(teamId, { name }))).rejects.toMatchObject(refusal);
  }
  // Each of these letters is two as NFC.
  const long = pushed(teamId, { name: '\u0958'.repeat(200) });
  await expect(store.templates.push(long)).rejects.toMatchObject({ code: 'invalid_template' });
});

it('a second push of a name in a team creates a new version of the same template', async () => {
  const store = await openTestStore({ now: ticking() });
  const teamId = (await store.team()).id;
  const first = await store.templates.push(pushed(teamId));
  expect(first).toEqual({ id: 1, version: 1, published: true, unchanged: false });
  const files = findFiles({ 'template.html': 'two', 'assets/logo.svg': '<svg/>' });
  expect(await store.templates.push(pushed(teamId, { files, publish: false }))).toEqual({
    id: 1,
    version: 2,
    published: false,
    unchanged: false,
  });
  expect(await store.templates.get(1)).toMatchObject({ publishedVersion: 1, latestVersion: 2 });
  expect(textOf(await store.templates.files(1, 1))).toEqual({ 'template.html': 'one' });
  expect(textOf(await store.templates.files(1, 2))).toEqual({
    'template.html': 'two',
    'assets/logo.svg': '<svg/>',
  });
  expect(await store.templates.versions(1)).toMatchObject([
    { version: 2, published: false },
    { version: 1, published: true },
  ]);
  const other = await store.templates.push(pushed((await store.team()).id));
  expect(other).toMatchObject({ id: 2, version: 1 });
});

it('the same content creates no new version, whatever the order of its files', async () => {
  const store = await openTestStore({ now: ticking() });
  const teamId = (await store.team()).id;
  const files = findFiles({ a: '1', b: '2' });
  await store.templates.push(pushed(teamId, { files, publish: false }));
  const before = await store.templates.get(1);
  const turned = findFiles({ b: '2', a: '1' });
  expect(await store.templates.push(pushed(teamId, { files: turned, publish: false }))).toEqual({
    id: 1,
    version: 1,
    published: false,
    unchanged: true,
  });
  expect(await store.templates.get(1)).toEqual(before);
  expect(await store.templates.push(pushed(teamId, { files: turned }))).toMatchObject({
    published: true,
    unchanged: true,
  });
  expect(await store.templates.get(1)).toMatchObject({ publishedVersion: 1, latestVersion: 1 });
  expect((await store.templates.get(1))?.updatedAt).not.toEqual(before?.updatedAt);
});

it('the hash covers paths, contents and the boundaries between them', async () => {
  const store = await openTestStore();
  const teamId = (await store.team()).id;
  const contents = [
    { a: '1', b: '2' },
    { a: '12', b: '' },
    { ab: '1', b: '2' },
    { a: '2', b: '1' },
    { a: '1' },
  ];
  const hashes: string[] = [];
  for (const [index, content] of contents.entries()) {
    const { id, version } = await store.templates.push(
      pushed(teamId, { name: `t${index}`, files: findFiles(content) }),
    );
    hashes.push(await store.templates.hash(id, version));
  }
  expect(new Set(hashes).size).toBe(contents.length);
  expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
  const same = await store.templates.push(
    pushed((await store.team()).id, { files: findFiles({ b: '2', a: '1' }) }),
  );
  expect(await store.templates.hash(same.id, same.version)).toBe(hashes[0]);
});

it('stores each content once', async () => {
  const store = await openTestStore();
  const teamId = (await store.team()).id;
  for (let index = 0; index < 5; index++) {
    const files = findFiles({ 'logo.png': 'the same', 'copy.png': 'the same', 'template.html': `${index}` });
    await store.templates.push(pushed(teamId, { name: `t${index}`, files }));
  }
  expect(await store.sql('SELECT hash FROM blobs')).toHaveLength(6);
});

it('shows the published version, or the draft until one is published', async () => {
  const store = await openTestStore();
  const teamId = (await store.team()).id;
  await store.templates.push(pushed(teamId, { type: 'editor', hasBasePdf: true, publish: false }));
  expect(await store.templates.get(1)).toMatchObject({
    type: 'editor',
    hasBasePdf: true,
    publishedVersion: null,
  });
  await store.templates.publish(teamId, 1);
  await store.templates.push(
    pushed(teamId, { files: findFiles({ 'template.html': 'two' }), publish: false }),
  );
  expect(await store.templates.get(1)).toMatchObject({
    type: 'editor',
    hasBasePdf: true,
    publishedVersion: 1,
  });
  expect(await store.templates.publish(teamId, 1)).toMatchObject({
    type: 'html',
    hasBasePdf: false,
    publishedVersion: 2,
  });
  expect(await store.templates.publish(teamId, 1, 1)).toMatchObject({ type: 'editor', publishedVersion: 1 });
  expect((await store.templates.list(teamId, 1, 50)).items[0]).toEqual(await store.templates.get(1));
});

it('a change of type alone creates a new version', async () => {
  const store = await openTestStore();
  const teamId = (await store.team()).id;
  await store.templates.push(pushed(teamId));
  expect(await store.templates.push(pushed(teamId, { type: 'editor' }))).toMatchObject({
    version: 2,
    unchanged: false,
  });
});

it('publishes neither a missing version nor a template of another team', async () => {
  const store = await openTestStore();
  const [one, two] = [await store.team(), await store.team()];
  await store.templates.push(pushed(one.id, { publish: false }));
  const missing = (message: string) =>
    expect.objectContaining({ code: expect.stringMatching(/^(template|version)_not_found$/), message });
  await expect(store.templates.publish(two.id, 1)).rejects.toThrow(missing('Template 1 not found.'));
  await expect(store.templates.publish(one.id, 2)).rejects.toThrow(missing('Template 2 not found.'));
  await expect(store.templates.publish(one.id, 1, 3)).rejects.toThrow(
    missing('Template 1 has no version 3.'),
  );
  await expect(store.templates.files(1, 3)).rejects.toThrow(missing('Template 1 has no version 3.'));
  await expect(store.templates.hash(8, 1)).rejects.toThrow(missing('Template 8 has no version 1.'));
  expect(await store.templates.get(8)).toBeUndefined();
  expect(await store.templates.versions(8)).toEqual([]);
  expect((await store.templates.get(1))?.publishedVersion).toBeNull();
});

it('lists the templates of one team in pages, newest first, then by id descending', async () => {
  let now = new Date('2026-03-10T12:00:00Z');
  const store = await openTestStore({ now: () => now });
  const [one, two] = [await store.team(), await store.team()];
  for (const name of ['a', 'b', 'c']) await store.templates.push(pushed(one.id, { name }));
  await store.templates.push(pushed(two.id, { name: 'other' }));
  now = new Date('2026-03-11T12:00:00Z');
  await store.templates.push(pushed(one.id, { name: 'a', files: findFiles({ x: 'new' }) }));
  const names = async (page: number, perPage: number) =>
    (await store.templates.list(one.id, page, perPage)).items.map(({ name }) => name);
  expect(await names(1, 50)).toEqual(['a', 'c', 'b']);
  expect([await names(1, 2), await names(2, 2), await names(3, 2)]).toEqual([['a', 'c'], ['b'], []]);
  expect(await store.templates.list(one.id, Number.MAX_SAFE_INTEGER, 50)).toEqual({ items: [], total: 3 });
  expect(await store.templates.list(two.id, 1, 50)).toMatchObject({ total: 1, items: [{ teamId: two.id }] });
  expect((await store.templates.byName(two.id, 'other'))?.id).toBe(4);
  expect(await store.templates.byName(one.id, 'other')).toBeUndefined();
});

it.each([
  '../x',
  '/etc/passwd',
  'a/../../b',
  'a//b',
  'a/',
  './a',
  'a\\b',
  'C:a',
  'a\0b',
  'a\nb',
  '',
  '\ud800',
  'x'.repeat(2_000),
])('rejects the path %j', async (path) => {
  const store = await openTestStore();
  const files = new Map([[path, Buffer.from('x')]]);
  await expect(store.templates.push(pushed((await store.team()).id, { files }))).rejects.toThrow(
    expect.objectContaining({ code: 'invalid_template', errors: { files: [expect.any(String)] } }),
  );
  expect(await store.templates.get(1)).toBeUndefined();
});

it.each(['', ' ', 'a\nb', 'x'.repeat(201)])('rejects the name %j', async (name) => {
  const store = await openTestStore();
  await expect(store.templates.push(pushed((await store.team()).id, { name }))).rejects.toThrow(
    expect.objectContaining({ code: 'invalid_template', errors: { name: [expect.any(String)] } }),
  );
});

it('rejects a template without files', async () => {
  const store = await openTestStore();
  await expect(store.templates.push(pushed((await store.team()).id, { files: new Map() }))).rejects.toThrow(
    'at least one file',
  );
});

it('reports when the published version was last published', async () => {
  let time = 0;
  const store = await openTestStore({ now: () => new Date(time) });
  const teamId = (await store.team()).id;
  const at = async (now: number, action: () => unknown) => {
    time = now;
    await action();
    return (await store.templates.get(1))?.publishedAt?.getTime() ?? null;
  };
  const files = (text: string) => findFiles({ 'template.html': text });
  const push = (text: string, publish: boolean) => () =>
    store.templates.push(pushed(teamId, { files: files(text), publish }));
  expect(await at(10, push('one', false))).toBeNull();
  expect(await at(20, () => store.templates.publish(teamId, 1))).toBe(20);
  expect(await at(30, push('two', false))).toBe(20);
  expect(await at(40, () => store.templates.publish(teamId, 1, 1))).toBe(20);
  expect(await at(50, push('two', true))).toBe(50);
  expect(await at(60, () => store.templates.publish(teamId, 1, 1))).toBe(60);
});
