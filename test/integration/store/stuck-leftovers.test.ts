import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newDocumentId } from '../../../src/store/documents.ts';
import { replaceFsPromise } from '../../support/replace-fs-promise.ts';
import { openTestStore } from '../../support/store/open-test-store.ts';

it.each([
  ['an unfinished file', () => `.${newDocumentId()}.00ff.tmp`],
  ['a document without a row', newDocumentId],
])('a sweep goes on behind %s that cannot be removed, and reports it', async (_what, nameOf) => {
  const store = await openTestStore();
  const folder = join(store.dataDirectory, 'documents');
  const names = Array.from({ length: 150 }, nameOf);
  const old = new Date('2020-01-01T00:00:00Z');
  for (const name of names) {
    writeFileSync(join(folder, name), '');
    utimesSync(join(folder, name), old, old);
  }
  const [stuck = ''] = readdirSync(folder);
  const remove = replaceFsPromise('rm', async (path, options) => {
    // Such as a file that an administrator has made immutable.
    if (String(path).endsWith(stuck)) throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
    await remove(path, options);
  });
  await expect(store.documents.sweep(new Date())).rejects.toMatchObject({
    code: 'documents_unavailable',
    message: expect.stringContaining(`${stuck}: permission denied`),
  });
  expect(readdirSync(folder)).toEqual([stuck]);
});
