/** Runs "More than one machine" of docs/server.md as written, on other ports and with the PostgreSQL of the tests. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { findFreePort } from '../../support/free-port.ts';
import { hasNginx } from '../../support/nginx.ts';
import { startPostgres } from '../../support/postgres/start-postgres.ts';
import { bin, root } from '../../support/run.ts';

const text = (name: string) => readFileSync(resolve(root, name), 'utf8');
const [, block = ''] =
  /## More than one machine\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(text('docs/server.md')) ?? [];

it('has at most ten lines', () => {
  expect(block.trim().split('\n').length).toBeGreaterThan(5);
  expect(block.trim().split('\n').length).toBeLessThanOrEqual(10);
});

it.runIf(process.platform === 'linux' && hasNginx())(
  'three servers behind nginx print a page',
  { timeout: 180_000 },
  async ({ skip }) => {
    const postgres = await startPostgres();
    if (!postgres) return skip('no PostgreSQL for this platform');
    onTestFinished(() => postgres.stop());
    const folder = temporaryFolder();
    // The workers of root's nginx have a user of their own.
    chmodSync(folder, 0o755);
    const ports = new Map<string, number>();
    for (const port of ['8080', '8081', '8082', '8083']) ports.set(port, await findFreePort());
    const ported = (source: string) => source.replaceAll(/\b808[0-3]\b/g, (port) => String(ports.get(port)));
    mkdirSync(join(folder, 'deploy'));
    const pidFile = join(folder, 'nginx.pid');
    const configuration = ported(text('deploy/nginx-nodes.conf')).replace(/^pid .*$/m, `pid ${pidFile};`);
    writeFileSync(join(folder, 'deploy/nginx-nodes.conf'), configuration);
    writeFileSync(join(folder, 'page.html'), '<h1>Hello</h1>');
    const commands = ported(block)
      .replace('createdb pdfapi', 'true')
      .replace('postgres://localhost/pdfapi', postgres.url)
      .replaceAll('npx pdfapi', `'${process.execPath}' '${bin}'`);
    // Its servers run in the background, and end with it.
    const script = `trap 'kill $(jobs -p) $(cat ${pidFile}); wait' EXIT\nset -e\n${commands}`;
    execFileSync('bash', ['-c', script], {
      cwd: folder,
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` },
      stdio: 'pipe',
      timeout: 150_000,
    });
    expect(readFileSync(join(folder, 'shared.pdf'), 'latin1')).toMatch(/^%PDF-/);
    expect(existsSync(join(folder, 'node-1', 'database.sqlite'))).toBe(false);
  },
);
