/**
 * Whatever one team asks for, the thread that serves everybody comes back to the others soon: no turn of its event loop takes
 * more than a quarter of a second of processor time, so that neither a receipt nor `/healthz` waits longer for it.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../support/run.ts';
import { ask, type RunningServe, startServe } from '../../support/running-server.ts';
import { script } from './hostile-page.ts';

/** Milliseconds of processor time. */
const maxTurn = 250;

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-turns-'));
const dataDir = join(folder, 'data');
const turnsFile = join(folder, 'turns');

let server: RunningServe;
let token: string | null;
let otherToken: string;
let templateId: number;

const many = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

/** A square picture that cannot be compressed, as large as the page of 20 inches or, without `size`, in its own pixels. */
const noise = (side: number, size = '') =>
  `<style>@page { size: 20in 20in; margin: 0 } body { margin: 0 } canvas { display: block; ${size} }</style><p hidden></p>${script(
    `const canvas = document.createElement("canvas"); canvas.width = canvas.height = ${side};
     const context = canvas.getContext("2d"), image = context.createImageData(${side}, ${side});
     const pixels = new Uint32Array(image.data.buffer); let seed = 1;
     for (let i = 0; i < pixels.length; i++) { seed ^= seed << 13; seed ^= seed >>> 17; seed ^= seed << 5; pixels[i] = seed | 0xff000000 }
     context.putImageData(image, 0, 0); document.body.replaceChildren(canvas)`,
  )}`;

const html = (page: string, options: object = {}) =>
  ask(server, token, '/api/v1/html-to-pdf', {
    html: '{{ page|raw }}',
    data: { page },
    output: 'binary',
    ...options,
  });

const rowsOf = (body: string, type: string) =>
  fetch(`${server.url}/api/v1/batches?template_id=${templateId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body,
  });

async function cancelled(response: Response): Promise<Response> {
  const { data } = (await response.clone().json()) as { data: { id: string } };
  await fetch(`${server.url}/api/v1/jobs/${data.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
  return response;
}

/** Rows that failed, in every page of rows that may be asked for. */
async function failedRows(): Promise<Response> {
  const response = await cancelled(await rowsOf(`{}\n${'{"a":\n'.repeat(99_999)}`, 'application/x-ndjson'));
  const { data } = (await response.clone().json()) as { data: { id: string } };
  for (const query of ['', 'state=finished', 'state=cancelled', 'state=failed&warnings=1', 'after=99998']) {
    const page = await ask(server, token, `/api/v1/jobs/${data.id}/rows?${query}`);
    expect(page.status).toBe(200);
    await page.arrayBuffer();
  }
  return response;
}

/** How a page may end that takes all of its time or memory. */
const printed = [200, 422, 504];

const image = (format: string) => () =>
  html(noise(3_600, 'width: 20in; height: 20in'), { output: format, dpi: 290 });

const rows: Readonly<
  Record<string, { readonly ask: () => Promise<Response>; readonly ends: readonly number[] }>
> = {
  'has 99,999 rows that cannot be read': { ask: failedRows, ends: [202] },
  'names a column with 4,900 parts': {
    ask: () => rowsOf(`${'a.'.repeat(4_899)}a\n1\n`, 'text/csv'),
    ends: [422],
  },
  'sends 95,000 empty rows': {
    ask: async () =>
      cancelled(
        await ask(server, token, '/api/v1/batches', {
          template_id: templateId,
          rows: Array.from({ length: 95_000 }, () => ({})),
        }),
      ),
    ends: [202],
  },
  'sends 100,000 rows of CSV': {
    ask: async () => cancelled(await rowsOf(`a\n${'1\n'.repeat(100_000)}`, 'text/csv')),
    ends: [202],
  },
  'gets 40 MB in base64': { ask: () => html(noise(3_600), { output: 'base64' }), ends: printed },
  'gets a PNG of 34 million pixels': { ask: image('png'), ends: printed },
  'gets a WebP of 34 million pixels': { ask: image('webp'), ends: printed },
  'gets a JPEG of 34 million pixels': { ask: image('jpeg'), ends: printed },
  'prints 100,000 headings': { ask: () => html(many(100_000, (i) => `<h2>${i}</h2>`)), ends: printed },
  'prints 20,000 strings': {
    ask: () =>
      html(
        `<style>h2 { string-set: a content() } @page { @top-center { content: string(a) } }</style>${many(20_000, (i) => `<h2>${i}</h2>`)}`,
      ),
    ends: printed,
  },
  'prints 5,000 names of pages': {
    ask: () =>
      html(
        `<style>${many(5_000, (i) => `.p${i} { page: n${i} } @page n${i} { margin: 1cm }`)}</style>${many(5_000, (i) => `<p class="p${i}">x</p>`)}`,
      ),
    ends: printed,
  },
  'misses 3,000 fonts': {
    ask: () =>
      html(
        `<style>${many(3_000, (i) => `@font-face { font-family: f${i}; src: url(f${i}.woff2) } .c${i} { font-family: f${i} }`)}</style>${many(3_000, (i) => `<i class="c${i}">${i} </i>`)}`,
      ),
    ends: printed,
  },
  'prints 10,000 errors of the console': {
    ask: () => html(script('for (let i = 0; i < 10_000; i++) console.error("e" + i)')),
    ends: printed,
  },
};

/** The first run makes a team, and templates that are used here. */
async function startWithTwoTeams(): Promise<void> {
  const first = await startServe(dataDir);
  token = first.token;
  await first.stop();
  const admin = async (...args: string[]) => {
    const { stdout, exitCode } = await run(['admin', ...args, '--data-dir', dataDir], { cwd: folder });
    expect(exitCode).toBe(0);
    return stdout.trim();
  };
  await admin('team', 'create', 'other', '--plan', 'pro', '--verified');
  otherToken = JSON.parse(await admin('token', 'create', '--team', 'other', '--json')).token;
  writeFileSync(turnsFile, '');
  // What is not printed after this time is not worth waiting for.
  server = await startServe(dataDir, ['--workers', '2', '--timeout', '12s'], {
    NODE_OPTIONS: `--import ${new URL('../../support/turns-probe.mjs', import.meta.url).href}`,
    TURNS_FILE: turnsFile,
  });
}

const turns = (): number[] => readFileSync(turnsFile, 'utf8').split('\n').filter(Boolean).map(Number);

describe('while a team', () => {
  beforeAll(async () => {
    await startWithTwoTeams();
    const { data } = (await (await ask(server, token, '/api/v1/templates')).json()) as {
      data: { id: number }[];
    };
    templateId = data[0]?.id ?? 0;
    // What is loaded with the first document of each kind.
    for (const output of ['binary', 'png', 'base64']) expect((await html('x', { output })).status).toBe(200);
  }, 60_000);

  it.each(Object.entries(rows))(
    '%s, others are served',
    { timeout: 120_000 },
    async (_what, { ask: askFor, ends }) => {
      const before = turns().length;
      const statuses: number[] = [];
      let isOver = false;
      const others = (async () => {
        while (!isOver) {
          const receipt = await ask(server, otherToken, '/api/v1/html-to-pdf', {
            html: 'Receipt',
            output: 'binary',
          });
          await receipt.arrayBuffer();
          statuses.push(receipt.status, (await fetch(`${server.url}/healthz`)).status);
          await delay(100);
        }
      })();
      const response = await askFor();
      await response.arrayBuffer();
      isOver = true;
      await others;
      expect(ends).toContain(response.status);
      expect(statuses.filter((status) => status !== 200)).toEqual([]);
      expect(Math.max(0, ...turns().slice(before))).toBeLessThan(maxTurn);
    },
  );
});
