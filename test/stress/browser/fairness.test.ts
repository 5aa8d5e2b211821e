/** How one owner's documents are kept from starving those of others: of the browser, of CPU time, of memory. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getPriority } from 'node:os';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PrintJob } from '../../../src/browser/browser.ts';
import type { BrowserPool, BrowserPoolOptions } from '../../../src/browser/browser-pool.ts';
import { startBrowserPool } from '../../../src/browser/browser-pool.ts';
import { startBrowserProcess } from '../../../src/browser/process/browser-process.ts';
import { startCpuAllowance } from '../../../src/browser/process/cpu-allowance.ts';
import { startLivenessProbe } from '../../../src/browser/process/liveness-probe.ts';
import { niceValues } from '../../../src/browser/process/process-priority.ts';
import { getThreads, processTree } from '../../../src/browser/process/process-tree.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import { browsersBelow, stillRunning } from '../../support/browser/process-list.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { browserOptions, plainJob } from '../../support/real-browser.ts';

function poolWith(options: Partial<BrowserPoolOptions> = {}): BrowserPool {
  const pool = startBrowserPool({ ...browserOptions, workers: 4, ...options });
  onTestFinished(() => pool.close());
  return pool;
}

async function print(pool: BrowserPool, job: Partial<PrintJob> = {}, timeoutMs = 40_000) {
  const deadline = new Deadline(timeoutMs);
  try {
    const { pdf } = await pool.print({ ...plainJob, owner: 'team', ...job }, deadline);
    return (await readPdf(pdf)).pages[0];
  } finally {
    deadline.close();
  }
}

const forEver = 'window.pdfapiReady = new Promise(() => {});';
const page = (code: string) => `<p>printed</p><script>${code}</script>`;
/** Grows to about this many megabytes and stays that large. */
const holding = (megabytes: number) =>
  page(
    `${forEver} const held = []; const timer = setInterval(() => { held.push(new Uint8Array(10e6).fill(1)); if (held.length >= ${megabytes / 10}) clearInterval(timer) }, 5);`,
  );
const renderers = (browser: number) => processTree(browser).filter(({ kind }) => kind === 'renderer');
const largest = (browser: number, megabytes: number) => {
  const [first] = renderers(browser).sort((a, b) => b.megabytes - a.megabytes);
  if (!first || first.megabytes < megabytes) throw new Error('none is large yet');
  return first.pid;
};
const timeouts = { timeout: 30_000, interval: 20 };

describe.runIf(process.platform === 'linux')('CPU time', () => {
  it('goes to the server first, then to documents that have just begun', async () => {
    const pool = poolWith({ cpuAllowanceMs: 500 });
    const { pid } = await pool.ready();
    expect(await print(pool)).toBe('Plain');
    const niceOf = (each: number) => getThreads(each).map((thread) => getPriority(thread));
    expect(getPriority()).toBe(0);
    for (const each of processTree(pid))
      expect(Math.min(...niceOf(each.pid))).toBeGreaterThanOrEqual(niceValues.browser);

    const endless = print(pool, { owner: 'greedy', html: page('for (;;);') }, 30_000);
    endless.catch(() => {});
    const slowed = () =>
      renderers(pid).filter((each) => niceOf(each.pid).every((nice) => nice === niceValues.longRunning));
    await vi.waitFor(() => expect(slowed()).toHaveLength(1), timeouts);
    expect(await print(pool, { html: page('') })).toBe('printed');
    expect(slowed()).toHaveLength(1);
  });

  it('is shared by owner, so that many documents count as one', () => {
    let now = 0;
    const allowance = startCpuAllowance(3_000, () => now);
    for (let i = 0; i < 4; i++) allowance.use('many', 800);
    allowance.use('one', 800);
    expect([allowance.isUsedUp('many'), allowance.isUsedUp('one')]).toEqual([true, false]);
    now = 2_000;
    expect(allowance.isUsedUp('many')).toBe(false);
    // Recorded usage is capped, so 90 seconds are always enough to regain the allowance.
    allowance.use('many', 1_000_000);
    now = 92_000;
    expect(allowance.isUsedUp('many')).toBe(false);
  });
});

describe.runIf(process.platform === 'linux')('a browser that a document keeps busy', () => {
  /** Floods the browser from a frame of another origin, in which only the browser itself can count calls. */
  const flood = `<iframe sandbox="allow-scripts" src="data:text/html,${encodeURIComponent(
    '<script>let i = 0; setInterval(() => { for (let k = 0; k < 2_000; k++) URL.createObjectURL(new Blob([String(i++)])) })</script>',
  )}"></iframe>${page(forEver)}`;

  it('prints the documents of other owners, and only that document fails', { timeout: 120_000 }, async () => {
    const pool = poolWith();
    const flooding = print(pool, { owner: 'flooding', html: flood }, 15_000);
    const failure = expect(flooding).rejects.toMatchObject({
      code: expect.stringMatching(/page_failed|timeout/),
    });
    for (let i = 0; i < 5; i++) expect(await print(pool)).toBe('Plain');
    await failure;
    expect(await print(pool)).toBe('Plain');
  });
});

describe.runIf(process.platform === 'linux')('a browser that stops responding', () => {
  it('is replaced before its documents time out', { timeout: 120_000 }, async () => {
    const pool = poolWith();
    const { pid } = await pool.ready();
    expect(await print(pool)).toBe('Plain');
    process.kill(pid, 'SIGSTOP');
    const both = [print(pool, {}, 100_000), print(pool, { html: page('') }, 100_000)];
    expect(await Promise.all(both)).toEqual(['Plain', 'printed']);
    expect(pool.status()).toMatchObject({ deaths: 1, ready: true });
    expect(stillRunning([pid])).toEqual([]);
  });

  it('ends the document that has used the most CPU time since then, if the browser is busy', async () => {
    const browser = await startBrowserProcess(browserOptions);
    onTestFinished(() => browser.kill());
    const probe = startLivenessProbe<'idle' | 'busy'>(browser);
    const cpuMs = { idle: 5_000, busy: 100 };
    const look = (browserCpuMs: number) =>
      probe.check({
        renders: ['idle', 'busy'],
        cpuMsOf: (render) => cpuMs[render],
        browserCpuMs,
        gapMs: 150,
      });
    for (let i = 0; i < 50; i++) {
      expect(look(i * 150)).toBeUndefined();
      await browser.connection.browser.send('Browser.getVersion');
    }
    process.kill(browser.pid, 'SIGSTOP');
    let verdict: ReturnType<typeof look>;
    for (let i = 50; i < 100 && !verdict; i++) {
      cpuMs.busy += 100;
      cpuMs.idle += 1;
      verdict = look(i * 150);
    }
    expect(verdict).toEqual({ kind: 'busy', culprit: 'busy' });
    let silent: ReturnType<typeof look>;
    for (let i = 0; i < 100 && !silent; i++) silent = look(100 * 150);
    expect(silent).toEqual({ kind: 'dead' });
  });
});

describe.runIf(process.platform === 'linux')('a document with which browsers die repeatedly', () => {
  it('gets its own browser, as do the next ones of its owner, without affecting other owners', async () => {
    const pool = poolWith();
    const { pid } = await pool.ready();
    // A document is suspected only once it runs in the browser that dies.
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const job = (owner: string, code: string) => ({
      owner,
      html: `<img src="http://${host}/${owner}" width="1" height="1">${page(code)}`,
      allowHosts: [host],
    });
    const guilty = print(pool, job('guilty', forEver));
    const failure = expect(guilty).rejects.toMatchObject({ code: 'page_failed' });
    const innocent = print(
      pool,
      job('innocent', 'window.pdfapiReady = new Promise((done) => setTimeout(done, 1_000))'),
    );
    const attempts = (owner: string) => asked.filter((url) => url === `/${owner}`).length;
    await vi.waitFor(() => expect([attempts('guilty'), attempts('innocent')]).toEqual([1, 1]), timeouts);
    process.kill(pid, 'SIGKILL');
    expect(await innocent).toBe('printed');
    const shared = await vi.waitFor(() => {
      const { pid, ready } = pool.status();
      if (!ready || pid === undefined) throw new Error('it starts');
      return pid;
    }, timeouts);
    const [own] = await vi.waitFor(() => {
      const others = browsersBelow(process.pid).filter((each) => each !== shared && each !== pid);
      if (others.length !== 1) throw new Error(`${others.length} browsers`);
      return others;
    }, timeouts);
    await vi.waitFor(() => expect(attempts('guilty')).toBe(2), timeouts);
    process.kill(own ?? 0, 'SIGKILL');
    await failure;
    expect(pool.status()).toMatchObject({ deaths: 1, pid: shared });

    const next = print(pool, { owner: 'guilty', html: page(forEver) }, 8_000);
    next.catch(() => {});
    await vi.waitFor(() => expect(browsersBelow(process.pid)).toHaveLength(2), timeouts);
    expect(await print(pool, { html: page('') })).toBe('printed');
    await expect(next).rejects.toMatchObject({ code: 'timeout' });
    await vi.waitFor(() => expect(browsersBelow(process.pid)).toEqual([shared]), timeouts);
  });
});

describe.runIf(process.platform === 'linux')('the total memory of all documents', () => {
  it('is reclaimed from the owner that holds the most, with an error that invites a retry', {
    timeout: 120_000,
  }, async () => {
    const pool = poolWith({ memory: { processMegabytes: 1_000, treeMegabytes: 1_500 } });
    const { pid } = await pool.ready();
    const alone = print(pool, { owner: 'one', html: holding(500) }, 30_000);
    const lasting = expect(alone).rejects.toMatchObject({ code: 'timeout' });
    await vi.waitFor(() => largest(pid, 400), timeouts);
    const crowd = [1, 2, 3].map(() => print(pool, { owner: 'many', html: holding(400) }, 20_000));
    const ends = await Promise.all(
      crowd.map((each) => each.catch(({ code, message }) => `${code}: ${message}`)),
    );
    expect(ends).toContain('memory_full: There was not enough memory for all documents together; try again.');
    expect(ends.filter((end) => String(end).startsWith('memory_limit'))).toEqual([]);
    // The document of the other owner is the largest of all, but was not ended.
    await lasting;
  });

  it('fails a document that exceeds it alone with an error that names the limit', async () => {
    const pool = poolWith({ memory: { processMegabytes: 1_000, treeMegabytes: 600 } });
    await expect(print(pool, { html: holding(900) })).rejects.toMatchObject({
      code: 'memory_limit',
      message: expect.stringContaining('600 MB'),
    });
  });

  it('is named only in the error of the document that exceeds its share', {
    timeout: 120_000,
  }, async () => {
    const pool = poolWith({ memory: { processMegabytes: 300 } });
    const { pid } = await pool.ready();
    const greedy = print(pool, { owner: 'greedy', html: holding(2_000) });
    const limited = expect(greedy).rejects.toMatchObject({
      message: 'The document needs more than 300 MB of memory.',
    });
    const other = print(pool, { owner: 'other', html: holding(150) });
    const crashed = expect(other).rejects.toMatchObject({ code: 'page_failed' });
    await limited;
    const victim = await vi.waitFor(() => largest(pid, 150), timeouts);
    process.kill(victim, 'SIGKILL');
    await crashed;
    expect(stillRunning([victim])).toEqual([]);
  });
});
