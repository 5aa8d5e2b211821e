/** Tables of thousands of rows are printed in parts by the server too: what they look like, cost, and leave behind. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { ShownJob } from '../../../src/contract/api/jobs-schema.ts';
import { createClient } from '../../../src/library/client/client.ts';
import { processesBelow } from '../../support/browser/process-list.ts';
import { decompressedPdf } from '../../support/decompressed-pdf.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { type Member, startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0', timeout: '5m', pageMemory: '4GB' } });
await server.server.browser();

const minutes = (count: number) => ({ timeout: count * 60_000 });

/** Rows are written by Twig, so that a request is small. */
const ledger = (rows: number, { css = '', before = '' } = {}): string =>
  `<!doctype html><html lang="en"><title>Ledger</title><style>td { font: 7pt sans-serif; padding: 0 }${css}</style>${before}<h1>Ledger</h1><table><thead><tr><th>No<tbody>{% for k in 1..${rows / 100} %}{% for j in 1..100 %}<tr><td>{{ 100 * (k - 1) + j }}.{% endfor %}{% endfor %}</table><h2>End</h2></html>`;

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `${from + i}.`);

const rowsIn = (pages: readonly string[]) => pages.join('\n').match(/\d+\./g);

async function counters() {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const value = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length) ?? 0,
    );
  return {
    inParts: value('pdfapi_long_tables_total{printed="parts"}'),
    whole: value('pdfapi_long_tables_total{printed="whole"}'),
    textsInParts: value('pdfapi_long_texts_total{printed="parts"}'),
    running: value('pdfapi_queue_running'),
  };
}

const isIdle = async () => expect.poll(async () => (await counters()).running, { timeout: 30_000 }).toBe(0);

/** Waits until a long document is being printed. */
async function isPrinting() {
  await expect.poll(async () => (await counters()).running, { timeout: 30_000, interval: 20 }).toBe(1);
  await delay(1_000);
}

async function costsNothing(member: Member) {
  await isIdle();
  expect(await member.used()).toBe(0);
  // What was held is free again.
  expect((await member.post('html-to-pdf', { html: '<p>Receipt</p>' })).status).toBe(200);
  expect(await member.used()).toBe(1);
}

it('a request for HTML', minutes(4), async () => {
  const member = await server.team();
  const before = await counters();
  const { status, bytes } = await member.post('html-to-pdf', {
    html: ledger(3_500),
    config: { footer: '<span class="pageNumber"></span> of <span class="totalPages"></span>' },
    output: 'binary',
  });
  expect(status).toBe(200);
  expect(await counters()).toEqual({ ...before, inParts: before.inParts + 1 });
  const { pages, outline, info } = await readPdf(bytes);
  expect(rowsIn(pages)).toEqual(numbers(1, 3_500));
  expect(outline).toEqual(['Ledger', 'End']);
  expect(info.Title).toBe('Ledger');
  for (const [i, page] of pages.entries()) expect(page).toContain(`${i + 1} of ${pages.length}`);
  expect(decompressedPdf(bytes).match(/\/S\s*\/Table\b/g)).toHaveLength(1);
  expect(await member.used()).toBe(1);
});

it('a template, as a job, and with chosen pages', minutes(4), async () => {
  const member = await server.team();
  const id = await server.template(member.team, ledger(3_500));
  const before = await counters();
  const { status, json } = await member.post(
    `templates/${id}/generate`,
    { data: {}, config: { pages: '2-' } },
    { prefer: 'respond-async' },
  );
  expect(status).toBe(202);
  const job = `jobs/${json.data.id}`;
  const client = createClient({ url: server.url, token: member.token });
  const printing: ShownJob['printing'][] = [];
  const end = await client.jobs.wait(json.data.id, {
    lookSeconds: 1,
    onProgress: (shown) => printing.push(shown.printing),
  });
  expect(end).toMatchObject({ state: 'finished', printing: null });
  expect(printing).toContainEqual({ row: 1, done: expect.any(Number), total: 3_500, unit: 'rows' });
  expect((await counters()).inParts).toBe(before.inParts + 1);
  const { pages } = await readPdf((await member.get(`${job}/result`)).bytes);
  expect(rowsIn(pages)?.at(-1)).toBe('3500.');
  expect(rowsIn(pages)).not.toContain('1.');
  expect(await member.used()).toBe(1);
});

it('a list, as a job', minutes(4), async () => {
  const member = await server.team();
  const html = `<!doctype html><html lang="en"><title>List</title><style>body { font: 7pt sans-serif }</style><ol>{% for k in 1..200 %}{% for j in 1..101 %}<li>of {{ 101 * (k - 1) + j }}</li>{% endfor %}{% endfor %}</ol></html>`;
  const id = await server.template(member.team, html);
  const before = await counters();
  const { json } = await member.post(`templates/${id}/generate`, { data: {} }, { prefer: 'respond-async' });
  const client = createClient({ url: server.url, token: member.token });
  const printing: ShownJob['printing'][] = [];
  await client.jobs.wait(json.data.id, {
    lookSeconds: 1,
    onProgress: (shown) => printing.push(shown.printing),
  });
  expect(printing).toContainEqual({ row: 1, done: expect.any(Number), total: 20_200, unit: 'items' });
  expect(await counters()).toMatchObject({
    textsInParts: before.textsInParts + 1,
    inParts: before.inParts,
    whole: before.whole,
  });
  const { pages } = await readPdf((await member.get(`jobs/${json.data.id}/result`)).bytes);
  const items = pages.join(' ').match(/\d+\.\s+of\s+\d+/g) ?? [];
  expect(items).toHaveLength(20_200);
  expect(items.at(-1)).toMatch(/^20200\.\s+of\s+20200$/);
  expect(await member.used()).toBe(1);
});

it('an item of a merge', minutes(4), async () => {
  const member = await server.team();
  const long = await server.template(member.team, ledger(3_500));
  const short = await server.template(member.team, '<title>Cover</title><p>Cover</p>');
  const before = await counters();
  const { status, bytes } = await member.post('templates/merge', {
    templates: [
      { id: short, data: {} },
      { id: long, data: {} },
      { id: short, data: {} },
    ],
    output: 'binary',
  });
  expect(status).toBe(200);
  expect((await counters()).inParts).toBe(before.inParts + 1);
  const { pages } = await readPdf(bytes);
  expect(rowsIn(pages)).toEqual(numbers(1, 3_500));
  expect([pages[0], pages.at(-1)]).toEqual([
    expect.stringContaining('Cover'),
    expect.stringContaining('Cover'),
  ]);
  expect(await member.used()).toBe(3);
});

it('a document that cannot be divided is printed whole', minutes(4), async () => {
  const member = await server.team();
  const before = await counters();
  const html = ledger(3_000, { css: 'tr ~ tr { color: #111 }' });
  const { status, bytes } = await member.post('html-to-pdf', { html, output: 'binary' });
  expect(status).toBe(200);
  expect(await counters()).toEqual({ ...before, whole: before.whole + 1 });
  expect(rowsIn((await readPdf(bytes)).pages)).toEqual(numbers(1, 3_000));
});

it(
  'the browser is killed in the middle: the document is printed by the next one, for one credit',
  minutes(4),
  async () => {
    const member = await server.team();
    const answer = member.post('html-to-pdf', { html: ledger(3_500), output: 'binary' });
    await isPrinting();
    const browser = processesBelow(process.pid).find(
      ({ command }) => command.includes('--remote-debugging-pipe') && !command.includes('--type='),
    );
    process.kill(browser?.pid ?? 0, 'SIGKILL');
    const { status, bytes } = await answer;
    expect(status).toBe(200);
    expect(rowsIn((await readPdf(bytes)).pages)).toEqual(numbers(1, 3_500));
    expect(await member.used()).toBe(1);
  },
);

it('a client that disconnects pays nothing', minutes(4), async () => {
  const member = await server.team();
  const leaving = new AbortController();
  const answer = member.send('html-to-pdf', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ html: ledger(20_000) }),
    signal: leaving.signal,
  });
  answer.catch(() => {});
  await isPrinting();
  leaving.abort();
  await expect(answer).rejects.toThrow();
  await costsNothing(member);
});

it('what a document may reach is the same for each of its parts', minutes(4), async () => {
  const requests: string[] = [];
  const internal = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((listening) => internal.listen(0, '127.0.0.1', listening));
  const { port } = internal.address() as AddressInfo;
  const member = await server.team();
  const before = await counters();
  const { status, bytes } = await member.post('html-to-pdf', {
    html: ledger(3_500, { before: `<img alt="" src="http://127.0.0.1:${port}/logo.png">` }),
    output: 'binary',
  });
  internal.close();
  expect(status).toBe(200);
  expect(requests).toEqual([]);
  expect((await counters()).inParts).toBe(before.inParts + 1);
  expect(rowsIn((await readPdf(bytes)).pages)).toEqual(numbers(1, 3_500));
});
