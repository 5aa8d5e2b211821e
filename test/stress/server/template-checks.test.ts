/** Checks of pushed templates and previews: a team whose templates never end does not block another team. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startTemplateChecker } from '../../../src/server/template-check/template-checker.ts';
import { manageCaller } from '../../support/server/manage-caller.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

/** Checking its sample data against its schema practically never ends. */
const trap = {
  'template.html': 'a',
  'schema.json': JSON.stringify({ properties: { a: { pattern: '^(a+)+$' } } }),
  'data.json': JSON.stringify({ a: `${'a'.repeat(60)}!` }),
};
const asFiles = (files: Readonly<Record<string, string>>) =>
  new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
const fine = asFiles({ 'template.html': 'fine' });
const attacker = 1;
const victim = 2;
const stays = new AbortController().signal;

it('a push is checked while templates of another team occupy the checker', async () => {
  const server = await startTestServer({ browser: false, flags: { rateLimit: '0' } });
  const hostile = await manageCaller(server, (await server.team()).team);
  const honest = await manageCaller(server, (await server.team()).team);
  const ended: string[] = [];
  const traps = ['a', 'b', 'c'].map((name) =>
    hostile.push(name, trap, { publish: true }).then((response) => {
      ended.push('trap');
      return response;
    }),
  );
  const { status } = await honest.push('plain', { 'template.html': 'fine' });
  ended.push('push');
  expect(status).toBe(200);
  for (const { status, json } of await Promise.all(traps)) {
    expect([status, json.message]).toEqual([422, expect.stringContaining('longer than 5 seconds')]);
  }
  expect(ended.at(-1)).toBe('trap');
});

it('a team with a full queue of checks does not block another team', async () => {
  const checker = startTemplateChecker({ limitMs: 600_000, memoryMb: 256 });
  const leaving = new AbortController();
  const traps = Array.from({ length: 40 }, () =>
    checker.check(asFiles(trap), 't', attacker, leaving.signal).catch((error: Error) => error),
  );
  expect(await checker.check(fine, 't', victim, stays)).toEqual([]);
  leaving.abort(new Error('gone'));
  const codes = (await Promise.all(traps)).map((error) => ('code' in error ? error.code : String(error)));
  expect(new Set(codes)).toEqual(new Set(['queue_full', 'Error: gone']));
  await checker.close();
});

it('a check ends when its client disconnects, whether it runs or waits', async () => {
  const checker = startTemplateChecker({ limitMs: 600_000, memoryMb: 256 });
  const leaving = new AbortController();
  const checks = [1, 2, 3].map(() => checker.check(asFiles(trap), 't', attacker, leaving.signal));
  const results = Promise.allSettled(checks);
  // Waits until the first check runs.
  await delay(1_500);
  leaving.abort(new Error('gone'));
  for (const result of await results) {
    expect(result).toEqual({ status: 'rejected', reason: new Error('gone') });
  }
  expect(await checker.check(fine, 't', attacker, stays)).toEqual([]);
  await checker.close();
});
