/** The first start of a server on an empty folder, until it is ready and stopped. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { callerOf } from '../../../support/server/caller.ts';
import { startServing } from '../serving-process.ts';
import { temporaryFiles } from '../temporary-files.ts';
import { endedAtStart } from './day.ts';
import type { Scene } from './replay.ts';

interface Started {
  /** The one that was printed. Undefined if the server ended before. */
  readonly token: string | undefined;
  readonly log: string;
}

export const firstStart: Scene<void, Started> = {
  prepare: async () => {},

  async play(dataDir, _, environment) {
    const serving = await startServing(dataDir, { environment, giveUpMs: 15_000 }).catch(endedAtStart);
    if (typeof serving === 'string') return { token: undefined, log: serving };
    const gone = once(serving.child, 'exit');
    serving.child.kill('SIGTERM');
    await gone;
    return { token: serving.token, log: serving.log() };
  },

  async check(dataDir, _, { token, log }, mode) {
    assert.doesNotMatch(log, /bug in pdfapi/, 'a fault of the disk is taken for a bug');
    const serving = await startServing(dataDir);
    try {
      const usable = token ?? serving.token;
      assert.ok(usable, 'no start has printed a token');
      const { status, json } = await callerOf(serving.url, usable).get('templates');
      assert.equal(status, 200, 'the token that was printed');
      assert.ok(json.data.length > 0, 'the examples are missing');
      if (mode === 'full')
        assert.deepEqual(temporaryFiles(dataDir, join(dataDir, 'documents')), [], 'temporary files');
    } finally {
      await serving.kill();
    }
  },
};
