/** `pdfapi batch --async` and `pdfapi jobs` against a real server. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPdf } from '../support/read-pdf.ts';
import { readZip } from '../support/read-zip.ts';
import { type Run, run } from '../support/run.ts';
import { startServe } from '../support/running-server.ts';
import { startStubServer } from './stub-server.ts';

const cwd = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
const data = join(cwd, 'data');
const server = await startServe(data);
const environment = { PDFAPI_URL: server.url, PDFAPI_TOKEN: String(server.token) };

beforeAll(async () => {
  writeFileSync(join(cwd, 'rows.csv'), 'number,customer.name\n1,Ada\n2,Grace\n3,\n');
  const template = join(cwd, 'source/card');
  mkdirSync(template, { recursive: true });
  writeFileSync(join(template, 'template.html'), '<p>{{ number }} {{ customer.name }}</p>');
  writeFileSync(
    join(template, 'schema.json'),
    '{ "properties": { "customer": { "properties": { "name": { "minLength": 1 } } } } }',
  );
  const pushed = await run(['templates', 'push', template, '--publish', '--data-dir', data, '--team', '1'], {
    cwd,
  });
  expect(pushed.stderr).not.toContain('error');
});

const pdfapi = (...args: string[]): Promise<Run> => run(args, { cwd, env: environment });

it('prints the id of a job, which can be followed, shown, listed and downloaded', async () => {
  const started = await pdfapi('batch', 'card', 'rows.csv', '--async', '--filename', 'card-{{ number }}.pdf');
  expect(started.stdout).toMatch(/^job_[\w-]+\n$/);
  expect(started.stderr).toContain('works on 3 rows. To follow it: pdfapi jobs wait job_');
  const id = started.stdout.trim();
  const waited = await pdfapi('jobs', 'wait', id, '--json');
  expect([waited.exitCode, JSON.parse(waited.stdout.split('\n')[0] ?? '')]).toMatchObject([
    8,
    { id, state: 'finished', progress: { total: 3, done: 2, failed: 1 } },
  ]);
  const shown = await pdfapi('jobs', 'show', id);
  expect([shown.exitCode, shown.stdout.split('\t').slice(0, 5)]).toEqual([
    0,
    [id, 'finished', '2', '1', '3'],
  ]);
  expect(shown.stderr).toContain('row 3: The data.customer.name');
  const list = await pdfapi('jobs', 'list', '--json');
  expect(JSON.parse(list.stdout)).toMatchObject([{ id, state: 'finished' }]);
  const downloaded = await pdfapi('jobs', 'download', id);
  expect(downloaded.stdout).toBe(`${id}.zip\n`);
  const files = await readZip(readFileSync(join(cwd, `${id}.zip`)));
  expect([...files.keys()]).toEqual(['card-1.pdf', 'card-2.pdf']);
  expect((await readPdf(files.get('card-2.pdf') ?? Buffer.alloc(0))).pages[0]?.trim()).toBe('2 Grace');
  const again = await pdfapi('jobs', 'download', id);
  expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining('already exists')]);
  expect((await pdfapi('jobs', 'download', id, '--force')).exitCode).toBe(0);
});

it('shows the warnings of rows', async () => {
  const customer = { name: 'Ada' };
  const rows = [
    { number: 1, customer },
    { number: '\u{10fffd}', customer },
  ];
  writeFileSync(join(cwd, 'odd.json'), JSON.stringify(rows));
  const id = (await pdfapi('batch', 'card', 'odd.json', '--async')).stdout.trim();
  expect((await pdfapi('jobs', 'wait', id)).exitCode).toBe(0);
  const shown = await pdfapi('jobs', 'show', id);
  expect(shown.stderr).toContain('row 2: warning: No font has these characters: U+10FFFD.');
  expect(shown.stderr).not.toContain('row 1');
  const { warned_rows: warned } = JSON.parse((await pdfapi('jobs', 'show', id, '--json')).stdout);
  expect(warned).toMatchObject([{ number: 2, warnings: ['No font has these characters: U+10FFFD.'] }]);
});

it('waits for a merged PDF and writes it, with the data of -d in every row', async () => {
  writeFileSync(join(cwd, 'rows.json'), '[{ "number": "7" }, { "number": "8" }]');
  writeFileSync(join(cwd, 'base.json'), '{ "customer": { "name": "Everyone" } }');
  const done = await pdfapi(
    'batch',
    'card',
    'rows.json',
    '-d',
    'base.json',
    '--async',
    '--wait',
    '--merge-into',
    'all.pdf',
  );
  expect([done.exitCode, done.stdout]).toEqual([0, 'all.pdf\n']);
  const { pages } = await readPdf(readFileSync(join(cwd, 'all.pdf')));
  expect(pages.map((text) => text.trim())).toEqual(['7 Everyone', '8 Everyone']);
});

it('writes no merged PDF if a row fails, and says why', async () => {
  const failed = await pdfapi('batch', 'card', 'rows.csv', '--async', '--wait', '--merge-into', 'none.pdf');
  expect([failed.exitCode, failed.stdout]).toEqual([8, '']);
  expect(failed.stderr).toMatch(/1 row failed, so nothing was merged\. Row \d+: \S/);
  expect(existsSync(join(cwd, 'none.pdf'))).toBe(false);
});

it('starts nothing if a row cannot be read', async () => {
  writeFileSync(join(cwd, 'bad.ndjson'), '{ "number": 1 }\n{ "number": \n');
  const bad = await pdfapi('batch', 'card', 'bad.ndjson', '--async');
  expect([bad.exitCode, bad.stdout]).toEqual([5, '']);
  expect(bad.stderr).toContain('bad.ndjson:2');
  const [newest] = JSON.parse((await pdfapi('jobs', 'list', '--json')).stdout);
  expect(newest).toMatchObject({ state: 'cancelled', progress: { done: 0 } });
});

it('cancels a job', async () => {
  const { stdout } = await pdfapi('batch', 'card', 'rows.csv', '--async');
  const cancelled = await pdfapi('jobs', 'cancel', stdout.trim(), '--json');
  expect(['cancelled', 'finished']).toContain(JSON.parse(cancelled.stdout).state);
});

it.each([
  [['batch', './source/card', 'rows.csv', '--async'], '--async needs a template on a server.'],
  [['batch', 'card', 'rows.csv', '--wait'], '--wait needs --async.'],
  [['batch', 'card', 'rows.csv', '--async', '-o', 'a.zip'], '--async -o needs --wait'],
  [['batch', 'card', 'rows.csv', '--async', '--resume'], '--async and --resume are mutually exclusive.'],
  [['batch', 'card', 'rows.csv', '--async', '--strict'], '--strict works only for local renders.'],
])('%j is an error', async (args, message) => {
  const { exitCode, stderr } = await pdfapi(...args);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
});

it('explains an unknown job', async () => {
  const { exitCode, stderr } = await pdfapi('jobs', 'show', 'job_unknown');
  expect([exitCode, stderr]).toEqual([4, expect.stringContaining('Job job_unknown not found.')]);
});

it('shows how far a long table is printed', async () => {
  const time = '2026-01-12T16:04:51+00:00';
  const printing = { row: 1, done: 41_000, total: 100_000 };
  const job = {
    id: 'job_long',
    kind: 'request',
    state: 'running',
    progress: { total: 1, done: 0, failed: 0 },
    printing,
  };
  const body = {
    ...job,
    template_id: null,
    output: null,
    created_at: time,
    started_at: time,
    finished_at: null,
    expires_at: time,
    result: null,
    error: null,
  };
  const stub = await startStubServer((request) => {
    if (request.startsWith('GET /api/v1/jobs/job_long?')) return { body: { data: body } };
    if (request.includes('/rows?')) return { body: { data: [], meta: { next_after: null } } };
    const meta = { current_page: 1, last_page: 1, per_page: 50, total: 1 };
    return request.startsWith('GET /api/v1/jobs?') ? { body: { data: [body], meta } } : undefined;
  });
  const env = { PDFAPI_URL: stub.url, PDFAPI_TOKEN: environment.PDFAPI_TOKEN };
  const listed = await run(['jobs', 'list'], { cwd, env });
  expect([listed.exitCode, listed.stdout.trim().split('\t').at(-1)]).toEqual([0, 'rows 41,000 of 100,000']);
  const shown = await run(['jobs', 'show', 'job_long'], { cwd, env });
  expect(shown.stderr).toContain('printing a table in row 1: rows 41,000 of 100,000');
});
