/** Sends kill -9 to a server in the middle of a batch: each row is finished once and charged once. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { callerOf } from '../../support/server/caller.ts';
import { startServing } from './serving-process.ts';

const rows = 40;
const kills = 3;

it.runIf(process.platform === 'linux')(
  'a batch whose server is killed again and again is finished, and each row is charged once',
  { timeout: 600_000 },
  async () => {
    const dataDir = join(temporaryFolder(), 'data');
    let serving = await startServing(dataDir);
    const store = await openStore({ dataDirectory: dataDir, checkPages: false });
    try {
      const team = await store.teams.create({ name: 'jobs', plan: 'pro', verified: true, quota: 1_000 });
      const { token } = await store.tokens.create({ teamId: team.id });
      const template = await store.templates.push({
        teamId: team.id,
        name: 'row',
        type: 'html',
        hasBasePdf: false,
        files: new Map([['template.html', Buffer.from('<p>{{ n }}</p>')]]),
        publish: true,
      });
      const body = {
        template_id: template.id,
        output: 'merged',
        rows: Array.from({ length: rows }, (_, n) => ({ n })),
      };
      const { json } = await callerOf(serving.url, token).post('batches', body);
      const { id } = json.data;
      for (let kill = 1; kill <= kills; kill++) {
        // Some rows are finished, others are under way.
        await expect
          .poll(async () => (await store.jobs.get(id))?.done ?? 0, { timeout: 120_000, interval: 20 })
          .toBeGreaterThanOrEqual(kill * 8);
        await serving.kill();
        serving = await startServing(dataDir);
      }
      const caller = callerOf(serving.url, token);
      let job = (await caller.get(`jobs/${id}`)).json.data;
      while (job.finished_at === null) job = (await caller.get(`jobs/${id}?wait=30`)).json.data;
      expect(job).toMatchObject({ state: 'finished', progress: { total: rows, done: rows, failed: 0 } });
      const { data } = (await caller.get(`jobs/${id}/rows`)).json;
      expect(data).toHaveLength(rows);
      expect(data.every(({ state }: { state: string }) => state === 'finished')).toBe(true);
      const posts = (await store.ledger.entries(team.id)).filter(({ kind }) => kind === 'post');
      expect(posts).toHaveLength(rows);
      expect(await store.ledger.verify()).toEqual([]);
      expect((await caller.get(`jobs/${id}/result`)).bytes.toString('latin1', 0, 5)).toBe('%PDF-');
    } finally {
      await serving.kill();
      await store.close();
    }
  },
);
