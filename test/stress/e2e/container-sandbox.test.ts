/** Where a container allows no user namespaces, as docs/security.md has it: what `doctor` and `html` say, and what a renderer lacks. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { bare, bin, root } from '../../support/run.ts';

const filter = join(root, 'test/support/image/no-user-namespaces.py');
const canFilter =
  process.arch === 'x64' && spawnSync('python3', [filter, 'true'], { stdio: 'ignore' }).status === 0;
if (!canFilter)
  console.warn('Containers without user namespaces are not tested: that needs python3, seccomp and x86-64.');

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-container-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'page.html'), '<h1>Hello</h1>');

describe.skipIf(!canFilter)('a container without user namespaces', () => {
  const run = (...args: string[]) =>
    execa('python3', [filter, process.execPath, bin, ...args], { cwd: folder, env: bare, reject: false });

  it('prints nothing with the sandbox, and doctor says why', async () => {
    const { exitCode, stderr } = await run('html', 'page.html', '-o', 'page.pdf');
    expect(stderr).toContain('this system does not allow it user namespaces');
    expect(stderr).toContain('sandbox_unavailable');
    expect(exitCode).toBe(6);
    expect((await run('doctor')).stdout).toMatch(/^failed\s+browser\s+Chromium’s sandbox cannot start/m);
  });

  it('prints without the sandbox, with a warning', async () => {
    const { exitCode, stderr } = await run('html', 'page.html', '--no-sandbox', '-o', 'page.pdf');
    expect(stderr).toContain('the browser sandbox is off');
    expect(exitCode).toBe(0);
    expect(readFileSync(join(folder, 'page.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  });
});

describe.skipIf(process.platform !== 'linux')('the renderers of a server', () => {
  /**
   * Prints a page, and returns the facts of each renderer and of the server. A renderer for the next page that just begins has
   * nothing of it yet.
   */
  async function renderers(...flags: string[]) {
    const data = join(folder, `data${flags.join('')}`);
    const args = [bin, 'serve', '--port', '0', '--data-dir', data, '--json', ...flags];
    const server = spawn(process.execPath, args, {
      env: { ...process.env, ...bare },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(async () => {
      const exit = once(server, 'exit');
      server.kill('SIGTERM');
      await exit;
    });
    const [line] = await once(server.stdout, 'data');
    const { url, token } = JSON.parse(line);
    const response = await fetch(`${url}/api/v1/html-to-pdf`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ html: '<h1>Hello</h1>' }),
    });
    expect(response.status).toBe(200);
    const found = await vi.waitFor(() => {
      const pids = descendants(Number(server.pid)).filter((pid) =>
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer'),
      );
      expect(pids.length).toBeGreaterThan(0);
      const each = pids.map(facts);
      if (flags.length === 0) expect(each.filter(({ seccomp }) => seccomp !== '2')).toEqual([]);
      return each;
    }, 10_000);
    return { own: facts(Number(server.pid)), found };
  }

  it('have namespaces and a filter of their own, and no account of root', async () => {
    const { own, found } = await renderers();
    for (const each of found) {
      expect(each.user).not.toBe(own.user);
      expect(each.network).not.toBe(own.network);
      expect(each.processes).not.toBe(own.processes);
      expect(each.seccomp).toBe('2');
      expect(each.uid).not.toBe('0');
    }
  });

  it('share all of it with the server without the sandbox, but gain no privileges', async () => {
    const { own, found } = await renderers('--no-sandbox');
    for (const { noNewPrivileges, ...each } of found) {
      expect(each).toEqual({ ...own, noNewPrivileges: undefined });
      expect(noNewPrivileges).toBe('1');
    }
  });
});

function facts(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1];
  const namespace = (name: string) => readlinkSync(`/proc/${pid}/ns/${name}`);
  return {
    uid: field('Uid'),
    seccomp: field('Seccomp'),
    noNewPrivileges: field('NoNewPrivs'),
    user: namespace('user'),
    network: namespace('net'),
    processes: namespace('pid'),
  };
}

function descendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1];
        return [{ pid: Number(name), parent: Number(parent) }];
      } catch {
        return [];
      }
    });
  const children = (of: number): number[] =>
    parents.filter(({ parent }) => parent === of).flatMap((each) => [each.pid, ...children(each.pid)]);
  return children(pid);
}
