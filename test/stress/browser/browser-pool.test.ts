import { readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { PrintJob } from '../../../src/browser/browser.ts';
import type { BrowserPool, BrowserPoolOptions } from '../../../src/browser/browser-pool.ts';
import { startBrowserPool } from '../../../src/browser/browser-pool.ts';
import { findBrowser } from '../../../src/browser/install/find-browser.ts';
import { compactPdf } from '../../../src/pdf/index.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import { print, until } from '../../support/browser/print-in-pool.ts';
import { browsersBelow, processesBelow, stillRunning } from '../../support/browser/process-list.ts';
import { browserOptions, plainJob } from '../../support/real-browser.ts';

const linux = process.platform === 'linux';

function poolWith(options: Partial<BrowserPoolOptions> = {}): BrowserPool {
  const pool = startBrowserPool({ ...browserOptions, workers: 2, ...options });
  onTestFinished(() => pool.close());
  return pool;
}

it('a table has the same bytes in a page that has printed before, once it is compacted', async () => {
  const pool = poolWith({ workers: 1 });
  const table = '<!doctype html><title>T</title><table><tr><th>a<th>b<tr><th>1<td>2<tr><th>3<td>4</table>';
  const tables: Uint8Array[] = [];
  for (const html of [table, '<p>Another<table><tr><th>x<td>y</table>', table]) {
    const deadline = new Deadline(30_000);
    const { pdf } = await pool.print({ ...plainJob, owner: 'team', scripts: false, html }, deadline);
    deadline.close();
    const date = new Date(0);
    if (html === table) tables.push(compactPdf(pdf, { metadata: {}, date }));
  }
  const [first = new Uint8Array(), later = new Uint8Array([1])] = tables;
  expect(Buffer.compare(first, later)).toBe(0);
});

/** Holds its page until it is ended. */
const endless = '<script>window.pdfapiReady = new Promise(() => {})</script>Endless';
const slow = (ms: number) =>
  `<script>window.pdfapiReady = new Promise((done) => setTimeout(done, ${ms}))</script>Slow`;

async function folder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'pdfapi-test-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await chmod(directory, 0o755);
  return directory;
}

describe('workers', () => {
  it('limit concurrent documents; the others wait in order and leave the queue when aborted', async () => {
    const pool = poolWith({ workers: 1 });
    const order: string[] = [];
    const deadline = new Deadline(30_000);
    onTestFinished(() => deadline.close());
    // Does not read the PDF, which may take longer than printing the next one.
    const printed = async (name: string, job: Partial<PrintJob> = {}) => {
      await pool.print({ ...plainJob, owner: 'team', ...job }, deadline);
      order.push(name);
    };
    const first = printed('first', { html: slow(300) });
    const giveUp = new AbortController();
    const second = print(pool, {}, 30_000, giveUp.signal);
    const third = printed('third');
    const fourth = printed('fourth');
    await until(() => pool.status().waiting === 3);
    expect(pool.status().printing).toBe(1);
    giveUp.abort(new Error('the caller has left'));
    await expect(second).rejects.toThrow('the caller has left');
    expect(pool.status().waiting).toBe(2);
    await Promise.all([first, third, fourth]);
    expect(order).toEqual(['first', 'third', 'fourth']);
    expect(pool.status()).toMatchObject({ printing: 0, waiting: 0, ready: true, starts: 1, deaths: 0 });
  });
});

describe('a browser that dies', () => {
  it('has its documents retried in a new one without an error', async () => {
    const pool = poolWith();
    const { pid } = await pool.ready();
    const both = [print(pool, { html: slow(500) }), print(pool, { html: slow(500) })];
    await until(() => pool.status().printing === 2);
    await delay(200);
    process.kill(pid, 'SIGKILL');
    expect(await Promise.all(both)).toEqual(['Slow', 'Slow']);
    expect(pool.status()).toMatchObject({ ready: true, starts: 2, deaths: 1 });
    expect(pool.status().pid).not.toBe(pid);
  });

  it('twice with the same document fails that document and no other', async () => {
    const pool = poolWith();
    const { pid } = await pool.ready();
    // Each attempt requests the image, so that no browser is killed before it prints.
    let tries = 0;
    const server = createServer((_request, response) => {
      tries++;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const job = { html: `<img src="http://${host}/a.png">${endless}`, allowHosts: [host] };
    const failure = expect(print(pool, job)).rejects.toMatchObject({ code: 'page_failed' });
    await until(() => tries === 1);
    process.kill(pid, 'SIGKILL');
    // The second attempt runs in a separate browser.
    await until(() => tries === 2 && pool.status().ready);
    const own = browsersBelow(process.pid).find((each) => each !== pid && each !== pool.status().pid);
    process.kill(own ?? 0, 'SIGKILL');
    await failure;
    expect(pool.status().deaths).toBe(1);
    expect(await print(pool)).toBe('Plain');
  });

  it('while nothing is printed is restarted', async () => {
    const pool = poolWith();
    const { pid } = await pool.ready();
    process.kill(pid, 'SIGKILL');
    await until(() => !pool.status().ready);
    expect(pool.status().reason).toEqual(expect.any(String));
    expect(await print(pool)).toBe('Plain');
  });

  it.runIf(linux)('or is stopped is replaced once a document times out', async () => {
    const pool = poolWith();
    const { pid } = await pool.ready();
    await print(pool);
    process.kill(pid, 'SIGSTOP');
    const deadline = new Deadline(300);
    await expect(pool.probe(deadline)).rejects.toMatchObject({ code: 'timeout' });
    await expect(print(pool, {}, 500)).rejects.toMatchObject({ code: 'timeout' });
    expect(await print(pool)).toBe('Plain');
    expect(pool.status().pid).not.toBe(pid);
  });
});

describe('a browser that does not start', () => {
  async function failingFirst(times: number): Promise<string> {
    const directory = await folder();
    const { path } = await findBrowser(browserOptions);
    const script = join(directory, 'browser');
    // Each start creates a file, for which the browser's own user needs permission.
    await chmod(directory, 0o777);
    await writeFile(
      script,
      `#!/bin/sh\ncd ${directory}\nif [ $(ls | grep -c start-) -ge ${times} ]; then cd -; exec ${path} "$@"; fi\ntouch start-$$\necho "not today" >&2\nexit 1\n`,
    );
    await chmod(script, 0o755);
    return script;
  }

  it('is retried until it starts, and waiting documents are printed', async () => {
    const pool = poolWith({ executablePath: await failingFirst(2) });
    expect(await print(pool)).toBe('Plain');
    expect(pool.status()).toMatchObject({ ready: true, starts: 1 });
    const deadline = new Deadline(5_000);
    await pool.probe(deadline);
    deadline.close();
  });

  it('makes documents fail with its reason until it starts', async () => {
    const pool = poolWith({ executablePath: await failingFirst(5) });
    await expect(print(pool)).rejects.toMatchObject({ code: 'browser_failed' });
    expect(pool.status()).toMatchObject({ ready: false, reason: 'it ended right after starting' });
    await expect(pool.probe(new Deadline(1_000))).rejects.toMatchObject({ code: 'browser_failed' });
    await pool.ready();
    expect(await print(pool)).toBe('Plain');
  });
});

describe('a browser that has printed enough documents', () => {
  it.runIf(linux)('is replaced without a failure and ends once its last document is printed', async () => {
    const pool = poolWith({ replacement: { renders: 3 } });
    const { pid } = await pool.ready();
    const asked = Promise.withResolvers<ServerResponse>();
    const server = createServer((_request, response) => asked.resolve(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const long = print(pool, { html: `<img src="http://${host}/a.png">Slow`, allowHosts: [host] });
    const response = await asked.promise;
    for (let i = 0; i < 3; i++) await print(pool);
    await until(() => pool.status().pid !== pid);
    expect(stillRunning([pid])).toEqual([pid]);
    response.end();
    expect(await long).toBe('Slow');
    await until(() => stillRunning([pid]).length === 0);
    expect(pool.status()).toMatchObject({ starts: 2, deaths: 0, ready: true });
  });
});

describe.runIf(linux)('a document that uses too much memory', () => {
  const greedy =
    '<script>const held = []; setInterval(() => { held.push(new Uint8Array(20e6).fill(1)) }, 5); window.pdfapiReady = new Promise(() => {})</script>';

  it('fails with an error that names the limit, and other documents continue', async () => {
    const pool = poolWith({ memory: { processMegabytes: 300 } });
    const neighbour = print(pool, { html: slow(2_000) });
    await expect(print(pool, { html: greedy })).rejects.toMatchObject({
      code: 'memory_limit',
      message: expect.stringContaining('300 MB'),
    });
    expect(await neighbour).toBe('Slow');
    expect(pool.status().deaths).toBe(0);
  });

  it('in a frame with its own process fails', async () => {
    const pool = poolWith({ memory: { processMegabytes: 300 } });
    const frame = `<iframe sandbox="allow-scripts" src="data:text/html,${encodeURIComponent(greedy)}"></iframe>`;
    await expect(print(pool, { html: `${frame}${endless}` }, 20_000)).rejects.toMatchObject({
      code: 'memory_limit',
    });
  });

  it('fails if it is the largest when all processes together exceed their limit', async () => {
    const pool = poolWith({ memory: { treeMegabytes: 400 } });
    await expect(print(pool, { html: greedy })).rejects.toMatchObject({
      code: 'memory_limit',
      message: expect.stringContaining('400 MB'),
    });
  });
});

describe('closing', () => {
  it.runIf(linux)('ends running documents and every process, even a stopped one', async () => {
    const runDirectory = join(await folder(), 'run');
    const pool = poolWith({ runDirectory });
    const { pid } = await pool.ready();
    const printing = [print(pool, { html: endless }), print(pool, { html: '<script>for (;;);</script>' })];
    for (const each of printing) each.catch(() => {});
    await until(() => pool.status().printing === 2);
    await delay(200);
    const family = [pid, ...processesBelow(pid).map((entry) => entry.pid)];
    process.kill(family.at(-1) ?? 0, 'SIGSTOP');
    expect(readdirSync(runDirectory)).toHaveLength(1);
    await pool.close();
    await pool.close();
    for (const each of printing) await expect(each).rejects.toMatchObject({ code: 'browser_failed' });
    await until(() => stillRunning(family).length === 0);
    expect(readdirSync(runDirectory)).toEqual([]);
    await expect(print(pool)).rejects.toMatchObject({ code: 'browser_failed' });
  });

  it('during a start leaves no process behind', async () => {
    const pool = poolWith();
    const waiting = print(pool);
    waiting.catch(() => {});
    await delay(60);
    await pool.close();
    await expect(waiting).rejects.toMatchObject({ code: 'browser_failed' });
    await until(() => !processesBelow(process.pid).some(({ command }) => /user-data-dir/.test(command)));
  });
});

describe.runIf(linux)('the run directory', () => {
  it('holds the profile, and leftovers of killed processes are removed from it', async () => {
    const runDirectory = join(await folder(), 'run');
    await mkdir(runDirectory, { mode: 0o711 });
    // No process has this pid, because it exceeds the maximum of Linux.
    await mkdir(join(runDirectory, 'pdfapi-run-4999999-left'));
    const pool = poolWith({ runDirectory });
    await pool.ready();
    const [only, ...others] = readdirSync(runDirectory);
    expect(only).toMatch(new RegExp(`^pdfapi-run-${process.pid}-`));
    expect(others).toEqual([]);
  });

  it.runIf(process.getuid?.() === 0)(
    'is replaced by another one if the user of the browser cannot enter it',
    async () => {
      const runDirectory = join(await folder(), 'closed', 'run');
      await mkdir(join(runDirectory, '..'), { mode: 0o700 });
      const pool = poolWith({ runDirectory });
      expect(await print(pool)).toBe('Plain');
      expect(readdirSync(runDirectory)).toEqual([]);
    },
  );
});

it('scripts can be switched off for all documents', async () => {
  const pool = poolWith({ noScripts: true });
  expect(await print(pool, { html: '<p id="a">before</p><script>a.textContent = "after"</script>' })).toBe(
    'before',
  );
});
