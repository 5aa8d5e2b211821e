/** What an operator does: each command is done as a whole or not at all, and can be given again if it was not. */
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkDatabaseFile } from '../../../../src/store/database/check-database-file.ts';
import { openStore, type Store } from '../../../../src/store/store.ts';
import { type Run, run } from '../../../support/run.ts';
import { makeIdentity } from '../../../support/signing/make-identity.ts';
import { temporaryFiles } from '../temporary-files.ts';
import type { Scene } from './replay.ts';

interface Command {
  readonly name: string;
  readonly args: (dataDir: string) => readonly string[];
  readonly prepare?: (store: Store, dataDir: string) => Promise<void>;
  /** How often it was done. */
  readonly done: (store: Store, dataDir: string) => Promise<number>;
}

const team = 'customer';
const isThere = async (store: Store, name: string): Promise<number> =>
  (await store.teams.list()).filter((each) => each.name === name).length;
const { identity } = makeIdentity();

const commands: readonly Command[] = [
  {
    name: 'admin team create',
    args: () => ['team', 'create', 'new'],
    done: (store) => isThere(store, 'new'),
  },
  {
    name: 'admin token create',
    args: () => ['token', 'create', '--team', team],
    done: async (store) => (await store.tokens.list((await store.teams.get(team)).id)).length,
  },
  {
    name: 'admin credits add',
    args: () => ['credits', 'add', team, '100'],
    done: async ({ teams, ledger }) => {
      const { id } = await teams.get(team);
      return (await ledger.entries(id)).filter(({ kind }) => kind === 'top_up').length;
    },
  },
  {
    name: 'admin signing-identity add',
    args: (dataDir) => [
      ...['signing-identity', 'add', 'own', '--team', team],
      ...['--key', join(dataDir, 'own.pem'), '--certificate', join(dataDir, 'own.crt')],
    ],
    prepare: async (_, dataDir) => {
      const certificates = [identity.certificate, ...identity.chain].map(String).join('');
      writeFileSync(join(dataDir, 'own.pem'), identity.key.export({ format: 'pem', type: 'pkcs8' }));
      writeFileSync(join(dataDir, 'own.crt'), certificates);
    },
    done: async (store) => (await store.signingIdentities.list()).length,
  },
  {
    name: 'admin backup',
    args: (dataDir) => ['backup', join(dataDir, 'backup.sqlite')],
    done: async (_, dataDir) => {
      const file = join(dataDir, 'backup.sqlite');
      if (!existsSync(file)) return 0;
      checkDatabaseFile(file);
      return 1;
    },
  },
  {
    name: 'admin restore',
    args: (dataDir) => ['restore', join(dataDir, 'backup.sqlite')],
    prepare: async (store, dataDir) => {
      await store.backup(join(dataDir, 'backup.sqlite'));
      await store.teams.create({ name: 'late', plan: 'pro' });
    },
    done: async (store) => 1 - (await isThere(store, 'late')),
  },
];

const sceneOf = ({ args, prepare, done }: Command): Scene<void, Run> => {
  const admin = (dataDir: string, env: Readonly<Record<string, string>>) =>
    run(['admin', ...args(dataDir), '--data-dir', dataDir], { cwd: dataDir, env });
  const countDone = async (dataDirectory: string) => {
    const store = await openStore({ dataDirectory });
    try {
      assert.deepEqual(await store.ledger.verify(), []);
      return await done(store, dataDirectory);
    } finally {
      await store.close();
    }
  };
  return {
    async prepare(dataDirectory) {
      const store = await openStore({ dataDirectory });
      await store.teams.create({ name: team, plan: 'pro' });
      await prepare?.(store, dataDirectory);
      await store.close();
    },
    play: (dataDir, _, environment) => admin(dataDir, environment),
    async check(dataDir, _, { exitCode, stderr }, mode) {
      assert.doesNotMatch(stderr, /bug in pdfapi/, 'a fault of the disk is taken for a bug');
      if (mode === 'full')
        assert.deepEqual(temporaryFiles(dataDir, join(dataDir, 'documents')), [], 'temporary files');
      const times = await countDone(dataDir);
      if (exitCode === 0) assert.equal(times, 1, 'it was not done, but ended with 0');
      if (times === 1) return;
      const again = await admin(dataDir, {});
      assert.equal(again.exitCode, 0, `a second attempt: ${again.stderr}`);
      assert.equal(await countDone(dataDir), 1, 'how often it was done');
    },
  };
};

export const adminScenes = commands.map((command) => ({ name: command.name, scene: sceneOf(command) }));
