/** `pdfapi batch` that writes images of pages in place of PDFs. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { readPng } from '../../support/images/read-png.ts';
import { run } from '../../support/run.ts';
import { ask, startServe } from '../../support/running-server.ts';

/** As many pages as the row says; the last one is as wide as it says. */
const template = `<style>@page { size: 100mm 50mm; margin: 5mm } @page last { size: {{ wide|default(100) }}mm 50mm }
p { break-after: page } h1 { page: last }</style>{% for i in 1..pages %}{{ loop.last ? '' : '<p>Page'|raw }}{% endfor %}<h1>{{ name }}</h1>`;
const files = { 'card/template.html': template };

const rows = 'name,pages\nAda,2\nBob/x,1\n';

const imagesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(png|jpg|webp|tmp)$/.test(name))
    .sort();

const linesOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('images of the pages of each row', () => {
  it('have default names, with zeros where a row has ten pages; --json lists them', async () => {
    const cwd = temporaryFolder({
      ...files,
      'rows.json': '[{"name":"Ada","pages":1},{"name":"Bob","pages":10}]',
    });
    const args = ['batch', 'card', 'rows.json', '-o', 'made/', '--image', 'webp', '--dpi', '20', '--json'];
    const { stdout, stderr, exitCode } = await run(args, { cwd });
    expect(exitCode, stderr).toBe(0);
    const [one, ten] = linesOf(stdout);
    const image = { path: 'made/card-1-1.webp', page: 1, width: 79, height: 40, bytes: expect.any(Number) };
    expect(one).toEqual({
      row: 1,
      line: 1,
      images: [image],
      ok: true,
      pages: 1,
      bytes: one.bytes,
      ms: one.ms,
    });
    expect(one.bytes).toBe(statSync(join(cwd, 'made/card-1-1.webp')).size);
    expect(ten.images.map(({ path }: { path: string }) => path).slice(-2)).toEqual([
      'made/card-2-09.webp',
      'made/card-2-10.webp',
    ]);
  });

  it('are of one page each where the name is the same for all pages, from NDJSON on stdin', async () => {
    const cwd = temporaryFolder(files);
    const input = '{"name":"{n}","pages":3}\n{"name":"b.c","pages":1}\n';
    const args = ['batch', './card', '-', '-o', '{{ name }}', '--image', 'jpeg', '--pages', 'last'];
    const { stdout, stderr, exitCode } = await run(args, { cwd, input });
    expect([exitCode, stdout], stderr).toEqual([0, '{n}.jpg\nb.c.jpg\n']);
  });

  it('are drawn of protected PDFs and editor templates too', async () => {
    const editor = JSON.stringify({
      basePdf: { width: 50, height: 50, padding: [0, 0, 0, 0] },
      schemas: [[{ name: 'name', type: 'text', position: { x: 5, y: 5 }, width: 40, height: 10 }]],
    });
    const cwd = temporaryFolder({ 'label/editor.json': editor, 'rows.csv': rows, secret: 'secret\n' });
    const args = ['batch', './label', 'rows.csv', '--image', 'png', '--password-file', 'secret'];
    const { stdout, stderr, exitCode } = await run(args, { cwd });
    expect([exitCode, stdout], stderr).toEqual([0, 'label-1-1.png\nlabel-2-1.png\n']);
  });
});

describe('a row that fails', () => {
  it('leaves no image behind, and --resume draws it again and keeps the others', async () => {
    const wide = 'name,pages,wide\nAda,2,100\nBob,2,5000\nCy,1,100\n';
    const cwd = temporaryFolder({ ...files, 'rows.csv': wide });
    const args = [
      'batch',
      './card',
      'rows.csv',
      '-o',
      'o/{{ name }}-{n}.png',
      '--continue-on-error',
      '--json',
    ];
    const first = await run([...args, '--dpi', '96'], { cwd });
    expect(first.exitCode, first.stderr).toBe(8);
    expect(imagesIn(cwd)).toEqual(['o/Ada-1.png', 'o/Ada-2.png', 'o/Cy-1.png']);
    const [, failed] = linesOf(first.stdout);
    expect(failed).toMatchObject({ row: 2, line: 3, ok: false, error: { code: 'invalid_option' } });

    const same = await run([...args, '--dpi', '96', '--resume'], { cwd });
    expect(linesOf(same.stdout).map(({ skipped }) => skipped === true)).toEqual([true, false, true]);
    expect(linesOf(same.stdout)[0].images).toEqual([
      { path: 'o/Ada-1.png', page: 1 },
      { path: 'o/Ada-2.png', page: 2 },
    ]);
    // A row whose images are not all there is drawn again, and so are all with other settings.
    rmSync(join(cwd, 'o/Ada-2.png'));
    const lost = await run([...args, '--dpi', '96', '--resume'], { cwd });
    expect(linesOf(lost.stdout).map(({ skipped }) => skipped === true)).toEqual([false, false, true]);
    const other = await run([...args, '--dpi', '30', '--resume'], { cwd });
    expect(other.exitCode, other.stderr).toBe(0);
    expect(linesOf(other.stdout).map(({ ok, skipped }) => [ok, skipped])).toEqual([
      [true, undefined],
      [true, undefined],
      [true, undefined],
    ]);
    expect(imagesIn(cwd)).toEqual(['o/Ada-1.png', 'o/Ada-2.png', 'o/Bob-1.png', 'o/Bob-2.png', 'o/Cy-1.png']);
  });

  it('is one whose image another row has', async () => {
    const cwd = temporaryFolder({ ...files, 'rows.csv': 'name,pages\n1,11\n11,1\n' });
    const args = ['batch', './card', 'rows.csv', '-o', '{{ name }}{n}.png', '--dpi', '10'];
    const { exitCode, stderr } = await run([...args, '--concurrency', '1'], { cwd });
    expect([exitCode, stderr]).toEqual([
      5,
      expect.stringMatching(/Rows (1 and 2|2 and 1) have the same file/),
    ]);
  });

  it('is one whose default names exist, before it is rendered', async () => {
    const cwd = temporaryFolder({ ...files, 'rows.csv': rows, 'card-1-01.png': 'mine' });
    const { exitCode, stderr } = await run(['batch', './card', 'rows.csv', '--image', 'png'], { cwd });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('card-1-01.png already exists')]);
    expect(readFileSync(join(cwd, 'card-1-01.png'), 'utf8')).toBe('mine');
  });
});

describe('what cannot be images is an error before anything is rendered', () => {
  it.each([
    [['-o', 'o/{{ name }}.png'], 'o/{{ name }}-{n}.png'],
    [['-o', 'o/{{ name }}.png', '--pages', '1-2'], '--pages 1'],
    [['-o', 'o/page-{n}.png'], "-o 'out/{{ row_number }}-{n}.png'"],
    [['-o', 'o/{{ name }}-{n}.jpg', '--image', 'png'], 'different formats'],
    [['--merge-into', 'all.pdf', '--image', 'png'], 'pdfapi image all.pdf'],
    [['--merge-into', 'all.png'], 'writes only PDF'],
    [['--merge-into', 'all.pdf', '--dpi', '100'], '--dpi are mutually exclusive'],
    [['-o', 'o/{{ name }}.pdf', '--dpi', '100'], '--image png'],
    [['-o', 'o/{{ name }}-{n}.png', '--sign', 'ada.p12'], '--sign'],
    [['-o', '-', '--image', 'png'], '-o -'],
  ])('%j', async (given, words) => {
    const cwd = temporaryFolder({ ...files, 'rows.csv': rows });
    const { exitCode, stderr, stdout } = await run(['batch', './card', 'rows.csv', ...given], { cwd });
    expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)]);
    expect(readdirSync(cwd).sort()).toEqual(['card', 'rows.csv']);
  });

  it('--async', async () => {
    const cwd = temporaryFolder({ ...files, 'rows.csv': rows });
    const { exitCode, stderr } = await run(['batch', 'card', 'rows.csv', '--async', '--image', 'png'], {
      cwd,
    });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--async and --image')]);
  });
});

it('rows of a template on a server are drawn on this machine, and paid for once', async () => {
  const folder = temporaryFolder(files);
  const server = await startServe(join(folder, 'data'));
  onTestFinished(async () => void (await server.stop()));
  const admin = async (...words: string[]) => {
    const made = await run([...words, '--data-dir', join(folder, 'data'), '--json'], { cwd: folder });
    if (made.stdout === '') throw new Error(made.stderr);
    return JSON.parse(made.stdout);
  };
  await admin('admin', 'team', 'create', 'acme', '--plan', 'pro', '--verified');
  const { token } = await admin('admin', 'token', 'create', '--team', 'acme');
  await admin('templates', 'push', join(folder, 'card'), '--publish', '--team', 'acme');
  const cwd = temporaryFolder({ 'rows.csv': 'name,pages,wide\nAda,2,100\nBob,1,5000\n' });
  const env = { PDFAPI_URL: server.url, PDFAPI_TOKEN: token, PDFAPI_CONFIG_DIR: join(cwd, '.config') };
  const args = ['batch', 'card', 'rows.csv', '-o', '{{ name }}-{n}.png', '--continue-on-error'];
  const used = async () => {
    const usage = await (await ask(server, token, '/api/v1/usage')).json();
    return (usage as { data: { current_month_usage: number } }).data.current_month_usage;
  };
  const first = await run([...args, '--dpi', '96'], { cwd, env });
  expect([first.exitCode, first.stdout], first.stderr).toEqual([8, 'Ada-1.png\nAda-2.png\n']);
  expect(await used()).toBe(2);
  // What was too large is drawn smaller, of the PDF that was paid for.
  const second = await run([...args, '--dpi', '30', '--resume'], { cwd, env });
  expect(second.exitCode, second.stderr).toBe(0);
  expect(existsSync(join(cwd, 'Bob-1.png'))).toBe(true);
  expect(readPng(readFileSync(join(cwd, 'Ada-1.png'))).width).toBe(118);
  expect(await used()).toBe(2);
});
