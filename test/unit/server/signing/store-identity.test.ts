/** All identities of a service are encrypted by one key: a second one would make the others unreadable. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { storeIdentity } from '../../../../src/server/signing/store-identity.ts';
import { makeIdentity } from '../../../support/signing/make-identity.ts';
import { openTestStore } from '../../../support/store/open-test-store.ts';

it.each([
  ['missing', (path: string) => rmSync(path)],
  ['another', (path: string) => writeFileSync(path, `${Buffer.alloc(32).toString('base64')}\n`)],
] as const)(
  'refuses a new identity while the key of the others is %s, and says what to do',
  async (_, lose) => {
    const store = await openTestStore();
    const { id: teamId } = await store.team();
    const dataDir = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
    const { identity } = makeIdentity();
    const add = (name: string) => storeIdentity(store, { teamId, name, identity }, { dataDir }, {});
    const path = join(dataDir, 'identity.key');
    expect((await add('first')).madeKey).toBe(path);
    expect((await add('second')).madeKey).toBeUndefined();
    lose(path);
    await expect(add('third')).rejects.toMatchObject({
      code: 'file_unreadable',
      message: expect.stringContaining('2 signing identities of this service need their own'),
      hint: expect.stringContaining('Copy the key'),
    });
    expect((await store.signingIdentities.list()).map(({ name }) => name)).toEqual(['first', 'second']);
    for (const name of ['first', 'second']) await store.signingIdentities.remove(teamId, name);
    rmSync(path, { force: true });
    expect((await add('third')).madeKey).toBe(path);
  },
);
