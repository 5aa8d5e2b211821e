/** Moves 100,000 entries to PostgreSQL and back with the built command, and kills it at random moments before. */

import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { execa } from 'execa';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { moveStore } from '../../../src/store/move/move-store.ts';
import { openStore } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { startPostgres } from '../../support/postgres/start-postgres.ts';
import { rounds } from '../../support/rounds.ts';
import { bare, bin, root, run } from '../../support/run.ts';
import { addCharges, generateHistory } from '../../support/store/generate-history.ts';

/** Kills in each direction. */
const kills = rounds(2);

const server = await startPostgres();

it.skipIf(server === undefined)(
  'a move that is killed at any moment leaves its source as it was, and can be made again',
  { timeout: 600_000 },
  async () => {
    if (!server) return;
    onTestFinished(() => server.stop());
    const client = new Client({ connectionString: server.url });
    await client.connect();
    // The server is stopped before.
    client.on('error', () => {});
    onTestFinished(() => client.end());
    let databases = 0;
    const newDatabase = async () => {
      databases += 1;
      await client.query(`CREATE DATABASE moved_${databases}`);
      return server.url.replace(/\/postgres$/, `/moved_${databases}`);
    };

    const dataDir = temporaryFolder();
    const store = await openStore({ dataDirectory: dataDir });
    const { teamId } = await generateHistory(store);
    await store.close();
    addCharges(dataDir, teamId, 50_000);
    const env = { PDFAPI_DATA_DIR: dataDir };
    const digests = async (from: Parameters<typeof moveStore>[0]['from']) => {
      const to = { kind: 'folder', path: join(temporaryFolder(), 'copy') } as const;
      return (await moveStore({ from, to, now: new Date(), dryRun: true })).tables;
    };
    const folder = { kind: 'folder', path: dataDir } as const;
    const before = await digests(folder);
    expect(before.find(({ name }) => name === 'entries')?.rows).toBeGreaterThan(100_000);

    /** Kills a move at some moment of the time that it takes, or just after it. */
    const killedMove = async (args: readonly string[], durationMs: number) => {
      const child = execa(process.execPath, [bin, 'admin', 'move', ...args], {
        cwd: root,
        env: { ...bare, ...env },
        reject: false,
        stdin: 'ignore',
      });
      const kill = delay(Math.random() * durationMs).then(() => child.kill('SIGKILL'));
      await child;
      await kill;
    };
    const timed = async (args: readonly string[]) => {
      const start = performance.now();
      const { exitCode, stderr } = await run(['admin', 'move', ...args, '--json'], { cwd: root, env });
      expect([exitCode, stderr]).toEqual([0, '']);
      return performance.now() - start;
    };

    const there = await timed(['--to', await newDatabase(), '--dry-run']);
    for (let round = 0; round < kills; round++) {
      await killedMove(['--to', await newDatabase()], there);
      // A move that was finished has renamed it.
      const kept = readdirSync(dataDir).find((name) => name.startsWith('database.moved.'));
      if (kept !== undefined) renameSync(join(dataDir, kept), join(dataDir, 'database.sqlite'));
      expect(await digests(folder)).toEqual(before);
    }
    const url = await newDatabase();
    await timed(['--to', url]);

    const postgres = { kind: 'postgres', url, dataDirectory: dataDir } as const;
    const source = ['--database-url', url];
    const back = join(temporaryFolder(), 'back');
    const returning = await timed([...source, '--to', back, '--dry-run']);
    for (let round = 0; round < kills; round++) {
      // The target is the same each time: a move that was killed leaves nothing that is in the way of the next.
      await killedMove([...source, '--to', back], returning);
      if (!existsSync(join(back, 'database.sqlite'))) continue;
      expect(await digests({ kind: 'folder', path: back })).toEqual(before);
      rmSync(back, { recursive: true });
    }
    // Connections of killed processes end by themselves.
    await expect.poll(() => digests(postgres).catch(({ code }) => code), { timeout: 30_000 }).toEqual(before);
    await timed([...source, '--to', back]);
    expect(await digests({ kind: 'folder', path: back })).toEqual(before);
    const moved = await openStore({ dataDirectory: back });
    expect(await moved.ledger.verify()).toEqual([]);
    await moved.close();
  },
);
