/** `npx pdfapi` in the checkout with each npm in use: it starts the command and builds nothing. */
import { once } from 'node:events';
import { appendFileSync, existsSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { execa } from 'execa';
import { beforeAll, expect, it } from 'vitest';
import { copyCheckout } from '../../e2e/package/checkout-copy.ts';
import { npmScript, npmVersions } from '../../e2e/package/package-managers.ts';

let checkout = '';

/** Loads its own modules and a file of the build, and is quick. */
const command = ['completion', 'bash'];

beforeAll(() => {
  checkout = copyCheckout();
});

const start = (script: string, args: readonly string[], cwd = checkout) =>
  execa(process.execPath, [script, ...args], {
    cwd,
    reject: false,
    env: {
      npm_config_cache: join(checkout, '../cache'),
      // Set by the npm that runs the tests.
      npm_config_package: undefined,
      npm_config_local_prefix: undefined,
      PDFAPI_CONFIG_DIR: join(checkout, '../no-profile'),
    },
  });

const build = (...args: string[]) => start('build/build.ts', args);
const builds = () => readdirSync(checkout).filter((name) => /^\.?dist-/.test(name));

for (const version of npmVersions) {
  const npx = npmScript(version, 'npx');

  it.skipIf(npx === undefined)(`eight calls of npx under npm ${version} build nothing`, async () => {
    const before = builds();
    const calls = Array.from({ length: 8 }, () => start(npx ?? '', ['pdfapi', ...command]));
    for (const { exitCode, stderr } of await Promise.all(calls)) expect(exitCode, stderr).toBe(0);
    expect(builds()).toEqual(before);
    expect(existsSync(join(checkout, '../cache/_npx'))).toBe(false);
  });

  it.skipIf(npx === undefined)(
    `npx under npm ${version} runs in the folder from which it is called`,
    async () => {
      const folder = join(checkout, 'templates-examples');
      const { exitCode, stderr } = await start(npx ?? '', ['pdfapi', 'templates', 'new', './mine'], folder);
      expect(exitCode, stderr).toBe(0);
      expect(existsSync(join(folder, 'mine/template.html'))).toBe(true);
      rmSync(join(folder, 'mine'), { recursive: true });
    },
  );
}

it('two concurrent builds both succeed, and nothing that runs meanwhile loses its own', async () => {
  const before = builds();
  const server = start(join(checkout, 'bin/pdfapi.js'), [
    ...['serve', '--port', '0', '--data-dir', join(checkout, '../data'), '--json'],
  ]);
  const [line] = await once(server.stdout, 'data');
  const { url, token } = JSON.parse(line);
  const served = readlinkSync(join(checkout, 'dist'));
  // A statement that survives in the build, in a module that the server loads for its first document.
  appendFileSync(join(checkout, 'src/render/render.ts'), '\nprocess.title.trim();\n');
  const npx = npmScript(npmVersions[2], 'npx');
  const calls = npx === undefined ? [] : Array.from({ length: 8 }, () => start(npx, ['pdfapi', ...command]));
  let isBuilding = true;
  const finished = Promise.all([build('--force'), build('--force')]).finally(() => {
    isBuilding = false;
  });
  while (isBuilding) {
    const { exitCode, stderr } = await start(join(checkout, 'bin/pdfapi.js'), command);
    expect(exitCode, stderr).toBe(0);
    await delay(500);
  }
  for (const { exitCode, stderr } of await finished) expect(exitCode, stderr).toBe(0);
  for (const { exitCode, stderr } of await Promise.all(calls)) expect(exitCode, stderr).toBe(0);
  expect(builds().filter((name) => name.startsWith('.'))).toEqual([]);
  // A build from each requested command, and none from npx.
  expect(builds().length).toBe(before.length + 2);

  expect(readlinkSync(join(checkout, 'dist'))).not.toBe(served);
  const response = await fetch(`${url}/api/v1/html-to-pdf`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ html: '<h1>Hello {{ name }}</h1>', data: { name: 'Ada' }, output: 'binary' }),
  });
  expect(response.status).toBe(200);
  server.kill('SIGTERM');
  expect((await server).exitCode).toBe(0);
}, 600_000);

it('a build of unchanged inputs keeps the existing one', async () => {
  const before = readlinkSync(join(checkout, 'dist'));
  const { stderr } = await build();
  expect(stderr).toContain('dist is up to date');
  expect(readlinkSync(join(checkout, 'dist'))).toBe(before);
});
