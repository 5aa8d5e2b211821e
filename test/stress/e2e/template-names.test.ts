/** Templates on a server by name: the resolution of a word on the command line, and the requests for it. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStubServer } from '../../e2e/stub-server.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { type Run, run } from '../../support/run.ts';
import { ask, type RunningServe, startServe } from '../../support/running-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const dataDir = join(folder, 'data');
const ids = new Map<string, number>();
let server: RunningServe;
let token: string;

beforeAll(async () => {
  server = await startServe(dataDir);
  await admin('admin', 'team', 'create', 'named', '--plan', 'pro', '--verified');
  token = (await admin('admin', 'token', 'create', '--team', 'named')).token;
  for (const name of ['card', 'note', '2026', 'Offer: final/2']) await push(name);
});

async function admin(...words: string[]) {
  const { stdout, stderr } = await run([...words, '--data-dir', dataDir, '--json'], { cwd: folder });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

async function push(name: string): Promise<void> {
  const path = mkdtempSync(join(folder, 'template-'));
  writeFileSync(join(path, 'template.html'), `<h1>${name} for {{ name }}</h1>`);
  writeFileSync(join(path, 'template.json'), JSON.stringify({ name }));
  const { id } = await admin('templates', 'push', path, '--publish', '--team', 'named');
  ids.set(name, id);
}

/**
 * A working folder with data, rows, a template folder and a PDF without an extension, and a way to run commands in it.
 */
function work(files: Record<string, string> = {}) {
  const cwd = temporaryFolder({
    'data.json': '{ "name": "Ada" }',
    'rows.csv': 'name\nAda\nBob\n',
    'local/template.html': '<h1>local for {{ name }}</h1>',
    ...files,
  });
  const alone = { PDFAPI_CONFIG_DIR: join(cwd, '.config') };
  return {
    cwd,
    onServer: (...args: string[]): Promise<Run> =>
      run(args, { cwd, env: { ...alone, PDFAPI_URL: server.url, PDFAPI_TOKEN: token } }),
    at: (url: string, ...args: string[]): Promise<Run> =>
      run(args, { cwd, env: { ...alone, PDFAPI_URL: url, PDFAPI_TOKEN: token } }),
    alone: (...args: string[]): Promise<Run> => run(args, { cwd, env: alone }),
    textOf: async (name: string) => (await readPdf(readFileSync(join(cwd, name)))).pages.map((t) => t.trim()),
  };
}

const used = async (): Promise<number> => {
  const answer = await (await ask(server, token, '/api/v1/usage')).json();
  return (answer as { data: { current_month_usage: number } }).data.current_month_usage;
};

describe('on the server', () => {
  it('generate accepts a name, writes <name>.pdf, and prints both name and id', async () => {
    const { onServer, textOf } = work();
    const before = await used();
    const { stdout, stderr, exitCode } = await onServer('generate', 'card', '-d', 'data.json');
    expect({ stdout, exitCode }, stderr).toEqual({ stdout: 'card.pdf\n', exitCode: 0 });
    expect(await textOf('card.pdf')).toEqual(['card for Ada']);
    const named = await onServer('generate', 'card', '-o', 'again.pdf', '--json');
    expect(JSON.parse(named.stdout).template).toEqual({ id: ids.get('card'), name: 'card' });
    const byId = await onServer('generate', String(ids.get('card')), '-o', 'id.pdf', '--json');
    expect(JSON.parse(byId.stdout).template).toEqual({ id: ids.get('card'), name: null });
    expect(await used()).toBe(before + 3);
  });

  it('merge accepts names and ids together, each with its data', async () => {
    const { onServer, textOf } = work({ 'b.json': '{ "name": "Bob" }' });
    const items = ['card:data.json', `${ids.get('note')}:b.json`, 'note', 'card:b.json'];
    const { stdout, stderr } = await onServer('merge', ...items, '-o', 'all.pdf', '--json');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout).templates).toEqual([
      { id: ids.get('card'), name: 'card' },
      { id: ids.get('note'), name: null },
      { id: ids.get('note'), name: 'note' },
      { id: ids.get('card'), name: 'card' },
    ]);
    expect(await textOf('all.pdf')).toEqual(['card for Ada', 'note for Bob', 'note for', 'card for Bob']);
  });

  it('batch names its files after the template, and is the same batch by name and by id', async () => {
    const { onServer, cwd } = work();
    const before = await used();
    const { stdout, stderr } = await onServer('batch', 'card', 'rows.csv');
    expect(stdout, stderr).toBe('card-1.pdf\ncard-2.pdf\n');
    const words = ['rows.csv', '-o', 'o/{{ name }}.pdf', '--json'];
    const lines = (await onServer('batch', 'card', ...words)).stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).template)).toEqual([
      { id: ids.get('card'), name: 'card' },
      { id: ids.get('card'), name: 'card' },
    ]);
    const resumed = await onServer('batch', String(ids.get('card')), ...words, '--resume');
    expect(
      resumed.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).skipped),
    ).toEqual([true, true]);
    expect(readdirSync(join(cwd, 'o')).filter((name) => name.endsWith('.pdf'))).toHaveLength(2);
    expect(await used()).toBe(before + 4);
  });

  it.each([
    ['a misspelt name', 'crad', 'Did you mean "card"?'],
    ['a name in other case', 'Card', 'Did you mean "card"?'],
    ['a name of nothing', 'frobnicate', 'pdfapi templates list'],
  ])('%s is not found, and nothing is charged', async (_what, name, hint) => {
    const { onServer, cwd } = work();
    const before = await used();
    for (const words of [
      ['generate', name],
      ['merge', name, 'card'],
      ['batch', name, 'rows.csv'],
    ]) {
      const { stdout, stderr, exitCode } = await onServer(...words);
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 4 });
      expect(stderr).toContain(`There is no template "${name}" on ${server.url}.`);
      expect(stderr).toContain(hint);
    }
    expect(readdirSync(cwd).filter((file) => file.endsWith('.pdf'))).toEqual([]);
    expect(await used()).toBe(before);
  });

  it('a number is an id, with a suggestion if a template has it as its name', async () => {
    const { onServer } = work();
    for (const words of [
      ['generate', '2026'],
      ['merge', '2026', 'card'],
      ['batch', '2026', 'rows.csv'],
    ]) {
      const { stderr, exitCode } = await onServer(...words);
      expect(exitCode).toBe(4);
      expect(stderr).toContain('The template of this name is name:2026.');
    }
    expect((await onServer('generate', '4711')).stderr).toContain('See: pdfapi templates list');
  });

  it('name: stands before any name, also of digits, of a folder and as another system writes it', async () => {
    const { onServer, textOf } = work({ 'card/template.html': '<h1>folder card</h1>' });
    await push('Größe Ä'.normalize('NFD'));
    for (const [words, texts] of [
      [['generate', 'name:2026', '-d', 'data.json', '-o', 'o.pdf'], ['2026 for Ada']],
      [['generate', 'name:card', '-d', 'data.json', '-o', 'o.pdf'], ['card for Ada']],
      [['generate', 'Größe Ä', '-d', 'data.json', '-o', 'o.pdf'], ['Größe Ä for Ada']],
      [['generate', 'Größe Ä'.normalize('NFD'), '-d', 'data.json', '-o', 'o.pdf'], ['Größe Ä for Ada']],
      [
        ['batch', 'name:2026', 'rows.csv', '--merge-into', 'o.pdf'],
        ['2026 for Ada', '2026 for Bob'],
      ],
      [
        ['merge', 'name:2026:data.json', 'name:card', 'name:2026:data.json:1', 'name:note::1', '-o', 'o.pdf'],
        ['2026 for Ada', 'card for', '2026 for Ada', 'note for'],
      ],
    ] as const) {
      const { stderr, exitCode } = await onServer(...words, '--force');
      expect(exitCode, stderr).toBe(0);
      expect((await textOf('o.pdf')).map((text) => text.normalize('NFC'))).toEqual(texts);
    }
    expect((await onServer('generate', 'name:2026')).stdout).toBe('2026.pdf\n');
    for (const words of [
      ['generate', 'name:crad'],
      ['merge', 'name:crad:data.json', 'note'],
    ]) {
      const { stderr, exitCode } = await onServer(...words);
      expect(exitCode).toBe(4);
      expect(stderr).toContain('Did you mean "card"?');
    }
    const shown = await admin('templates', 'show', 'name:2026', '--team', 'named');
    expect(shown.id).toBe(ids.get('2026'));
    const local = await onServer('generate', 'name:card', '--local');
    expect([local.exitCode, local.stderr]).toEqual([2, expect.stringContaining('--local excludes servers')]);
  });

  it('a folder with a slash is rendered locally, whatever the server has', async () => {
    const { onServer, textOf } = work({ 'card/template.html': '<h1>folder card</h1>' });
    for (const path of ['./card', 'card/']) {
      const { stderr, exitCode } = await onServer('generate', path, '-o', 'out.pdf');
      expect(exitCode, stderr).toBe(0);
      expect(await textOf('out.pdf')).toEqual(['folder card']);
    }
    const missing = await onServer('generate', './crad');
    expect(missing).toMatchObject({ exitCode: 4, stdout: '' });
    expect(missing.stderr).toContain('Did you mean ./card?');
  });

  it('a word that is also a local folder is a usage error that shows both spellings', async () => {
    const { onServer } = work({ 'card/template.html': '<h1>folder card</h1>', scan: '%PDF-1.7' });
    for (const words of [
      ['generate', 'card'],
      ['merge', 'card:data.json', 'note'],
      ['batch', 'card', 'rows.csv'],
    ]) {
      const { stdout, stderr, exitCode } = await onServer(...words);
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
      expect(stderr).toContain(`card may be the folder ./card or a template on ${server.url}.`);
      expect(stderr).toContain('Write ./card for the folder, or name:card for the template on the server.');
    }
    expect((await onServer('merge', 'scan', 'note')).stderr).toContain('scan may be the file ./scan or');
    const local = await onServer('generate', 'card', '--local');
    expect(local).toMatchObject({ exitCode: 0, stdout: 'card.pdf\n' });
    expect(local.stderr).not.toContain('./card');
  });

  it('merge accepts one kind: templates of the server, or local folders and PDFs', async () => {
    const { onServer } = work();
    const { stderr, exitCode } = await onServer('merge', 'card:data.json', './local');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('card:data.json is a template on the server, but ./local is local');
    expect(stderr).toContain('pdfapi generate card -o card.pdf');
    const twice = await onServer('merge', 'card:-', 'note:-');
    expect(twice.exitCode).toBe(2);
    expect(twice.stderr).toContain('stdin can be read only once');
  });
});

describe('without a server', () => {
  it('a word that is a folder is rendered locally, with a hint', async () => {
    const { alone, textOf } = work();
    for (const words of [
      ['generate', 'local', '-d', 'data.json', '-o', 'out.pdf'],
      ['merge', 'local:data.json', '-o', 'out.pdf'],
      ['batch', 'local', 'rows.csv', '--merge-into', 'out.pdf'],
    ]) {
      const { stderr, exitCode } = await alone(...words);
      expect(exitCode, stderr).toBe(0);
      expect(stderr).toContain(
        'No server is set up, so local is taken from the current folder. The path ./local always means',
      );
      expect((await textOf('out.pdf'))[0]).toBe('local for Ada');
    }
    expect((await alone('generate', './local', '-o', 'out.pdf')).stderr).not.toContain('No server');
    expect((await alone('generate', 'local', '-o', 'out.pdf', '-q')).stderr).toBe('');
  });

  it('a word that matches nothing is reported as neither', async () => {
    const { alone } = work();
    for (const words of [
      ['generate', 'lcoal'],
      ['merge', 'lcoal:data.json'],
      ['batch', 'lcoal', 'rows.csv'],
    ]) {
      const { stderr, exitCode, stdout } = await alone(...words);
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 4 });
      expect(stderr).toContain(
        'There is no folder lcoal, and no server is set up to look for a template of that name.',
      );
      expect(stderr).toContain('Did you mean ./local?');
    }
    expect((await alone('generate', '12', '--local')).exitCode).toBe(2);
  });
});

describe('the requests for a name', () => {
  const time = '2026-01-01T00:00:00+00:00';
  const template = (id: number, name: string) => ({
    id,
    name,
    type: 'html',
    has_base_pdf: false,
    created_at: time,
    updated_at: time,
  });
  const link = 'http://127.0.0.1/';
  const page = (current: number, last: number, data: readonly object[]) => ({
    body: {
      data,
      links: { first: link, last: link, prev: null, next: null },
      meta: { current_page: current, last_page: last, per_page: 50, total: last * 50 },
    },
  });
  const generated = {
    body: {
      success: true,
      filename: 'x.pdf',
      size: 4,
      pdf: Buffer.from('%PDF').toString('base64'),
      usage: { current: 1, limit: 9, percentage: 1, pack_credits: 0 },
    },
  };
  const pages: Record<string, ReturnType<typeof page>> = {
    'GET /api/v1/templates?page=1': page(1, 3, [template(1, 'one'), template(2, 'two')]),
    'GET /api/v1/templates?page=2': page(2, 3, [
      template(3, 'three'),
      template(4, 'twin'),
      template(5, 'twin'),
    ]),
    'GET /api/v1/templates?page=3': page(3, 3, [template(6, 'six')]),
  };
  const paged = () => startStubServer((request) => pages[request] ?? generated);
  const list = (...numbers: number[]) => numbers.map((number) => `GET /api/v1/templates?page=${number}`);

  it('read the list no further than the name, and once for a whole merge', async () => {
    const { at } = work();
    const stub = await paged();
    expect((await at(stub.url, 'generate', 'one')).stdout).toBe('one.pdf\n');
    expect(stub.requests).toEqual([...list(1), 'POST /api/v1/templates/1/generate']);
    const other = await paged();
    expect((await at(other.url, 'merge', 'three', 'one', 'three', '9')).exitCode).toBe(0);
    expect(other.requests).toEqual([...list(1, 2), 'POST /api/v1/templates/merge']);
    const third = await paged();
    expect((await at(third.url, 'merge', '3', '1', '-o', 'x.pdf')).exitCode).toBe(0);
    expect(third.requests).toEqual(['POST /api/v1/templates/merge']);
  });

  it('happen once per batch, whatever the number of rows', async () => {
    const { at } = work({ 'many.csv': `name\n${'x\n'.repeat(20)}` });
    const stub = await paged();
    const { exitCode, stderr } = await at(stub.url, 'batch', 'six', 'many.csv', '-o', 'o/');
    expect(exitCode, stderr).toBe(0);
    expect(stub.requests.filter((request) => request.startsWith('GET'))).toEqual(list(1, 2, 3));
    expect(stub.requests).toHaveLength(3 + 20);
  });

  it('read all pages before a name is unknown, and send nothing else', async () => {
    const { at } = work();
    const stub = await paged();
    const { stderr, exitCode } = await at(stub.url, 'generate', 'sixx');
    expect(exitCode).toBe(4);
    expect(stderr).toContain('Did you mean "six"?');
    expect(stub.requests).toEqual(list(1, 2, 3));
  });

  it('distinguish two templates of one name only by their ids', async () => {
    const { at } = work();
    const { stderr, exitCode } = await at((await paged()).url, 'generate', 'twin');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('Give the id of one: 4 or 5.');
  });

  it('turn a name that is not a valid file name into one', async () => {
    const { at, cwd } = work();
    mkdirSync(join(cwd, 'out'));
    const odd = '.Q1\\ offer:\u0007 final';
    const stub = await startStubServer((request) =>
      request.startsWith('GET') ? page(1, 1, [template(7, odd)]) : generated,
    );
    expect((await at(stub.url, 'generate', odd)).stdout).toBe('Q1- offer- final.pdf\n');
  });
});
