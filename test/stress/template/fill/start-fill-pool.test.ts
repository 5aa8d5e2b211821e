import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import {
  type FillPool,
  type FillPoolOptions,
  startFillPool,
} from '../../../../src/template/fill/start-fill-pool.ts';
import { TemplateRuntimeError } from '../../../../src/twig/index.ts';
import { jobOf } from '../../../support/fill/job-of.ts';
import { bombs, partials } from '../../../support/twig/bomb-cases.ts';

const opened: (FillPool | Deadline)[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

function start(options: FillPoolOptions): FillPool {
  const pool = startFillPool(options);
  opened.push(pool);
  return pool;
}

function timeouts(cancel?: AbortSignal): Deadline {
  const deadline = new Deadline(60_000, cancel);
  opened.push(deadline);
  return deadline;
}

/** Stays within the limits of the Twig engine, and runs far longer than the time limits of the tests that use it. */
const long = '{% for i in 1..90000 %}{% for j in 1..90000 %}{{ i }}{% endfor %}{% endfor %}';
const greedy =
  '{% set a = 1..100000 %}{% set b = [] %}{% for i in 1..60 %}{% set b = b|merge([a|map(x => {a: x, b: {c: i}})]) %}{% endfor %}';

describe('a template bomb', () => {
  it.each(Object.keys(bombs).slice(0, 12))('is rejected while other jobs complete: %s', async (name) => {
    const pool = start({ workers: 2 });
    const bomb = pool.fill(jobOf(bombs[name] as string, { partials }), timeouts());
    const others = Array.from({ length: 50 }, (_, n) =>
      pool.fill(jobOf('{{ n }}', { data: { n } }), timeouts()),
    );
    await expect(bomb).rejects.toBeInstanceOf(TemplateRuntimeError);
    expect((await Promise.all(others)).map(({ html }) => html)).toEqual(others.map((_, n) => String(n)));
  });

  it('that the step limit misses ends at the time limit, and its thread is replaced', async () => {
    const pool = start({ workers: 1, limitMs: 50 });
    const bomb = pool.fill(jobOf(long), timeouts());
    const next = pool.fill(jobOf('next'), timeouts());
    const error = await bomb.catch((reason) => reason);
    expect(error).toBeInstanceOf(TemplateRuntimeError);
    expect(error).toMatchObject({
      part: 'template',
      template: null,
      line: 1,
      detail: 'The template takes longer than 50 milliseconds (time bound).',
    });
    expect((await next).html).toBe('next');
  });

  it('in the data is rejected before it is sent to the thread', async () => {
    const pool = start({ workers: 1 });
    const data = { a: Array.from({ length: 3_000_000 }, () => []) };
    await expect(pool.fill(jobOf('x', { data }), timeouts())).rejects.toMatchObject({
      name: 'TemplateRuntimeError',
      detail: 'The data takes more than 128 MB of memory (memory bound).',
    });
  });

  it('of many large parts is rejected during compilation', async () => {
    const pool = start({ workers: 1, limitMs: 60_000 });
    const html = '{{1+1+1+1}}'.repeat(50_000);
    await expect(pool.fill(jobOf(html, { header: html, footer: html }), timeouts())).rejects.toMatchObject({
      name: 'TemplateSyntaxError',
      part: 'header',
    });
  });

  it('does not block the main thread', async () => {
    const pool = start({ workers: 1, limitMs: 300 });
    let settled = false;
    const bomb = pool.fill(jobOf(long), timeouts()).catch(() => {});
    bomb.then(() => {
      settled = true;
    });
    let turns = 0;
    while (!settled && turns < 20) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (!settled) turns++;
    }
    expect(turns).toBe(20);
    await bomb;
  });
});

describe('aborting', () => {
  it('ends a running job, and the next job still completes', async () => {
    const pool = start({ workers: 1, limitMs: 60_000 });
    await pool.fill(jobOf('warm'), timeouts());
    const giveUp = new AbortController();
    const running = pool.fill(jobOf(long), timeouts(giveUp.signal));
    const next = pool.fill(jobOf('next'), timeouts());
    setTimeout(() => giveUp.abort(new Error('gone')), 20);
    await expect(running).rejects.toThrow('gone');
    expect((await next).html).toBe('next');
  });

  it('removes a waiting job from the queue', async () => {
    const pool = start({ workers: 1, limitMs: 60_000 });
    const giveUp = new AbortController();
    const stop = new AbortController();
    const running = pool.fill(jobOf(long), timeouts(stop.signal));
    const waiting = pool.fill(jobOf('waits'), timeouts(giveUp.signal));
    giveUp.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    stop.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  });

  it('at the deadline names the current step', async () => {
    const pool = start({ workers: 1, limitMs: 60_000 });
    await pool.fill(jobOf('warm'), timeouts());
    const short = new Deadline(50);
    await expect(pool.fill(jobOf(long), short)).rejects.toMatchObject({
      code: 'timeout',
      message: 'No PDF within 0.05 s: the time ran out while filling the template.',
    });
    expect((await pool.fill(jobOf('next'), timeouts())).html).toBe('next');
  });
});

describe('a compiled template', () => {
  it('is reused for the same text only', async () => {
    const pool = start({ workers: 1 });
    for (const n of [1, 2, 1]) {
      const fill = (parts: object) => pool.fill(jobOf(`{{ n }}{% include "p" %}`, parts), timeouts());
      expect((await fill({ data: { n }, partials: { p: 'a' } })).html).toBe(`${n}a`);
      expect((await fill({ data: { n }, partials: { p: 'b' } })).html).toBe(`${n}b`);
    }
  });

  it('is found by its key, whatever the text', async () => {
    const pool = start({ workers: 1 });
    expect((await pool.fill(jobOf('first {{ n }}', { key: 'k', data: { n: 1 } }), timeouts())).html).toBe(
      'first 1',
    );
    expect((await pool.fill(jobOf('second', { key: 'k', data: { n: 2 } }), timeouts())).html).toBe('first 2');
    expect((await pool.fill(jobOf('second', { key: 'l' }), timeouts())).html).toBe('second');
  });
});

describe('closing', () => {
  it('fails running, waiting and later jobs, and is idempotent', async () => {
    const pool = start({ workers: 1, limitMs: 60_000 });
    await pool.fill(jobOf('warm'), timeouts());
    const jobs = [long, 'waits'].map((html) => pool.fill(jobOf(html), timeouts()).catch((error) => error));
    await new Promise((resolve) => setTimeout(resolve, 20));
    await Promise.all([pool.close(), pool.close()]);
    for (const job of jobs) expect(await job).toMatchObject({ code: 'interrupted' });
    await expect(pool.fill(jobOf('late'), timeouts())).rejects.toMatchObject({ code: 'interrupted' });
  });
});

describe('a process', () => {
  const run = (code: string) => {
    const url = pathToFileURL(`${import.meta.dirname}/../../../../src/`).href;
    const script = `
      const { startFillPool } = await import('${url}template/fill/start-fill-pool.ts');
      const { Deadline } = await import('${url}runtime/deadline.ts');
      const job = { html: '{{ 6 * 7 }}', twig: true, metadata: {}, partials: {}, strict: false, data: {}, now: new Date() };
      const pool = startFillPool({ workers: 2 });
      ${code}`;
    // The timeout ends a process that would never exit.
    const done = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    return { out: done.stdout, status: done.status, errors: done.stderr };
  };

  it('stays alive for a pending job, but not for an idle pool', () => {
    const waits = 'pool.fill(job, new Deadline()).then(({ html }) => console.log(html));';
    expect(run(waits)).toEqual({ out: '42\n', status: 0, errors: '' });
    expect(run('')).toEqual({ out: '', status: 0, errors: '' });
  });

  it('exits after close', () => {
    const closes = 'console.log((await pool.fill(job, new Deadline())).html); await pool.close();';
    expect(run(closes)).toEqual({ out: '42\n', status: 0, errors: '' });
  });

  // In a process of its own, which V8 would end if the thread reached V8's own limit.
  it('survives a job that exceeds the memory limit, and only that job fails', () => {
    const asks = `const small = startFillPool({ workers: 1, memoryMb: 32 });
      const bomb = small.fill({ ...job, html: ${JSON.stringify(greedy)} }, new Deadline());
      const next = small.fill(job, new Deadline());
      const { name, part, line, detail } = await bomb.catch((error) => error);
      console.log(JSON.stringify({ name, part, line, detail, next: (await next).html }));
      await small.close();`;
    const { out, status } = run(asks);
    expect({ status, ...JSON.parse(out || '{}') }).toEqual({
      status: 0,
      name: 'TemplateRuntimeError',
      part: 'template',
      line: 1,
      detail: 'The template takes more than 32 MB of memory (memory bound).',
      next: '42',
    });
  });
});
