/** `pdfapi batch ./folder`: rows that are rendered locally, as shell scripts use it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { bin, onTerminal, run, runForBytes, shell } from '../../support/run.ts';

const template =
  '<!doctype html><title>{{ name }}</title><h1>{{ greeting }} {{ name }}</h1>{% for item in items %}<p>{{ item.text }}: {{ item.price }}</p>{% endfor %}';

const folderWith = (files: Record<string, string> = {}) =>
  temporaryFolder({ 'card/template.html': template, ...files });

const csv = (count: number) => `name\n${Array.from({ length: count }, (_, i) => `N${i + 1}\n`).join('')}`;

const textOf = async (cwd: string, path: string) =>
  (await readPdf(readFileSync(join(cwd, path)))).pages.join('\n');

/** The PDFs in a folder, without the journal. */
const pdfsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !name.startsWith('.pdfapi-batch-'))
    .sort();

const temporaryFilesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tmp'));

describe('each row becomes a PDF', () => {
  it('from a CSV file, named by a pattern, with the paths on stdout in row order', async () => {
    const cwd = folderWith({
      'rows.csv':
        '\ufeffnumber;name;items.0.text;items.0.price\r\n7;"Ada; Countess";a;1,50\r\n8;Böb/x;b;2\r\n',
    });
    const { stdout, stderr, exitCode } = await run(
      ['batch', './card', 'rows.csv', '-o', 'out/{{ name }}/{{ number }}.pdf', '-s', 'greeting=Hi'],
      { cwd },
    );
    expect({ stdout, exitCode }).toEqual({
      stdout: 'out/Ada; Countess/7.pdf\nout/Böb-x/8.pdf\n',
      exitCode: 0,
    });
    expect(stderr.trim().split('\n').at(-1)).toMatch(/^2 rows {2}2 rendered · local · 2 pages · .+rows\/s$/);
    const text = await textOf(cwd, 'out/Ada; Countess/7.pdf');
    expect(text).toContain('Hi Ada; Countess');
    expect(text).toContain('a: 1,50');
    expect(await textOf(cwd, 'out/Böb-x/8.pdf')).toContain('Hi Böb/x');
  });

  it('without compaction with --no-compact, also when all are combined into one', async () => {
    const cwd = folderWith({ 'rows.csv': csv(2) });
    const sizeOf = (path: string) => statSync(join(cwd, path)).size;
    const batch = (...args: string[]) => run(['batch', './card', 'rows.csv', ...args], { cwd });
    await batch('-o', 'small/{{ name }}.pdf');
    await batch('-o', 'large/{{ name }}.pdf', '--no-compact');
    expect(sizeOf('large/N1.pdf')).toBeGreaterThan(1.2 * sizeOf('small/N1.pdf'));
    expect(readFileSync(join(cwd, 'large/N1.pdf'), 'latin1')).toContain('\ntrailer');
    await batch('--merge-into', 'small.pdf');
    await batch('--merge-into', 'large.pdf', '--no-compact');
    expect(sizeOf('large.pdf')).toBeGreaterThan(1.2 * sizeOf('small.pdf'));
    expect(await textOf(cwd, 'large.pdf')).toBe(await textOf(cwd, 'small.pdf'));
  });

  it('from NDJSON on a pipe, in files named after the template', async () => {
    const cwd = folderWith({
      'rows.ndjson': '{"name":"Ada"}\n\n{"name":"Bob","items":[{"text":"x","price":2}]}\n',
    });
    const { stdout, exitCode } = await shell('cat rows.ndjson | pdfapi batch card -', { cwd });
    expect({ stdout, exitCode }).toEqual({ stdout: 'card-1.pdf\ncard-2.pdf\n', exitCode: 0 });
    expect(await textOf(cwd, 'card-2.pdf')).toContain('x: 2');
  });

  it('from a JSON array; --json prints one object per row', async () => {
    const cwd = folderWith({ 'rows.json': '[{"name":"Ada"},\n{"name":"Bob"}]' });
    const set = ['-s', 'greeting=Hi', '-s', 'items='];
    const { stdout, stderr } = await run(['batch', './card', 'rows.json', '-o', 'out/', '--json', ...set], {
      cwd,
    });
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toEqual([
      {
        row: 1,
        line: 1,
        path: 'out/card-1.pdf',
        ok: true,
        pages: 1,
        bytes: expect.any(Number),
        ms: expect.any(Number),
      },
      {
        row: 2,
        line: 2,
        path: 'out/card-2.pdf',
        ok: true,
        pages: 1,
        bytes: expect.any(Number),
        ms: expect.any(Number),
      },
    ]);
    expect(lines[0].bytes).toBe(statSync(join(cwd, 'out/card-1.pdf')).size);
    expect(stderr).toBe('');
  });

  it('with --data and --set as defaults of every row', async () => {
    const cwd = folderWith({
      'base.json': '{"greeting":"Dear","name":"nobody"}',
      'rows.csv': 'name,items.0.text\nAda,x\n',
    });
    const given = ['-d', 'base.json', '-s', 'items=[{"text":"no"}]', '-s', 'greeting=Hello'];
    await run(['batch', './card', 'rows.csv', '-o', '{{ greeting }}-{{ name }}.pdf', ...given], { cwd });
    const text = await textOf(cwd, 'Hello-Ada.pdf');
    expect(text).toContain('Hello Ada');
    expect(text).toContain('x:');
  });

  it('and zero rows are not an error', async () => {
    const cwd = folderWith({ 'rows.csv': 'name\n' });
    expect(await run(['batch', './card', 'rows.csv'], { cwd })).toMatchObject({ stdout: '', exitCode: 0 });
  });

  it('until the reader closes the pipe, which is not an error', async () => {
    const cwd = folderWith({ 'rows.csv': csv(300) });
    const { stdout, stderr } = await shell(
      'set -o pipefail; pdfapi batch card rows.csv -o "o/{{ name }}.pdf" | head -1; echo "$?"',
      { cwd },
    );
    expect(stdout).toBe('o/N1.pdf\n0\n');
    expect(stderr).not.toContain('error');
    expect(pdfsIn(join(cwd, 'o')).length).toBeLessThan(300);
  });
});

describe('all rows become one PDF', () => {
  it('in row order, whichever row takes longest', async () => {
    const slow = '<script>await new Promise((done) => setTimeout(done, {{ wait }}));</script>'.replace(
      '<script>',
      '<script type="module">',
    );
    const rows = Array.from({ length: 12 }, (_, i) =>
      JSON.stringify({ name: `N${i + 1}`, wait: i % 3 ? 0 : 400 }),
    );
    const cwd = temporaryFolder({
      'card/template.html': `<!doctype html><title>{{ name }}</title><h1>{{ name }}.</h1>${slow}`,
      'rows.ndjson': rows.join('\n'),
    });
    const { stdout, stderr, exitCode } = await run(
      ['batch', './card', 'rows.ndjson', '--merge-into', 'all.pdf', '--concurrency', '4'],
      { cwd },
    );
    expect({ stdout, exitCode }, stderr).toEqual({ stdout: 'all.pdf\n', exitCode: 0 });
    const { pages } = await readPdf(readFileSync(join(cwd, 'all.pdf')));
    expect(pages.map((text) => text.trim())).toEqual(rows.map((_, i) => `N${i + 1}.`));
    expect(readdirSync(cwd).sort()).toEqual(['all.pdf', 'card', 'rows.ndjson']);
  });

  it('on stdout', async () => {
    const cwd = folderWith({ 'rows.csv': csv(3) });
    const { stdout } = await runForBytes(['batch', './card', 'rows.csv', '--merge-into', '-'], { cwd });
    expect((await readPdf(stdout)).pages).toHaveLength(3);
  });

  it('or none, if a row fails', async () => {
    const cwd = folderWith({ 'rows.csv': 'name,items.0.text\nAda,x\nBob\n' });
    const { stdout, exitCode } = await run(['batch', './card', 'rows.csv', '--merge-into', 'all.pdf'], {
      cwd,
    });
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 5 });
    expect(readdirSync(cwd).sort()).toEqual(['card', 'rows.csv']);
  });
});

describe('a row that fails', () => {
  const broken = 'name,number\nAda,1\nBob\nCid,3\nDan,4,x\nEve,5\n';

  it('stops the batch, and is named with its line', async () => {
    const cwd = folderWith({ 'rows.csv': broken });
    const { stderr, exitCode } = await run(
      ['batch', './card', 'rows.csv', '-o', 'o/{{ number }}.pdf', '--concurrency', '1'],
      { cwd },
    );
    expect(exitCode).toBe(5);
    expect(stderr).toContain('error: rows.csv:3: The header names 2 columns, but this row has 1.');
    expect(stderr).toContain('--resume');
    expect(pdfsIn(join(cwd, 'o'))).toEqual(['1.pdf']);
  });

  it('is skipped with --continue-on-error, reported, and can be run again', async () => {
    const cwd = folderWith({ 'rows.csv': broken });
    const args = ['--continue-on-error', '--report', 'why.ndjson', '--failed-rows', 'again.csv'];
    const first = await run(['batch', './card', 'rows.csv', '-o', 'o/{{ number }}.pdf', ...args], { cwd });
    expect({ stdout: first.stdout, exitCode: first.exitCode }).toEqual({
      stdout: 'o/1.pdf\no/3.pdf\no/5.pdf\n',
      exitCode: 8,
    });
    expect(first.stderr).toContain('2 of 5 rows failed');
    expect(first.stderr).toContain('failed: rows.csv:3: The header names 2 columns, but this row has 1.\n');
    expect(first.stderr).toContain('failed: rows.csv:5: The header names 2 columns, but this row has 3.\n');
    expect(first.stderr).not.toContain('more;');
    const why = readFileSync(join(cwd, 'why.ndjson'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(why).toMatchObject([
      { row: 2, line: 3, error: { code: 'invalid_data', exit: 5 } },
      { row: 4, line: 5, error: { code: 'invalid_data', exit: 5 } },
    ]);
    const again = readFileSync(join(cwd, 'again.csv'), 'utf8');
    expect(again).toBe('name,number\nBob\nDan,4,x\n');
    writeFileSync(join(cwd, 'again.csv'), again.replace('Bob', 'Bob,2').replace(',x', ''));
    const second = await run(['batch', './card', 'again.csv', '-o', 'o/{{ number }}.pdf'], { cwd });
    expect(second.stdout).toBe('o/2.pdf\no/4.pdf\n');
    expect(pdfsIn(join(cwd, 'o'))).toEqual(['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf']);
  });

  it('is printed on stderr among the first five; the rest are counted', async () => {
    const cwd = folderWith({ 'rows.csv': `a,name\n1,Ada\n${'Bob\n'.repeat(7)}` });
    const args = ['batch', './card', 'rows.csv', '-o', 'o/{{ row_number }}.pdf', '--continue-on-error'];
    const { stderr, exitCode } = await run(args, { cwd });
    expect(exitCode).toBe(8);
    const told = stderr.split('\n').filter((line) => line.startsWith('failed: '));
    expect(told.map((line) => line.split(' ')[1])).toEqual(
      [3, 4, 5, 6, 7].map((line) => `rows.csv:${line}:`),
    );
    expect(stderr).toContain('\nand 2 more; --report failed.ndjson has them all\n');
  });

  it('because it cannot be parsed ends the batch after the rows before it, with hints on separate lines', async () => {
    const cwd = folderWith({ 'rows.csv': 'name,n\nAda,1\nB"ob,2\n', 'short.csv': 'name,n\nAda,1\nBob\n' });
    const quote = await run(['batch', './card', 'rows.csv', '-o', 'o/{{ name }}.pdf'], { cwd });
    expect({ stdout: quote.stdout, exitCode: quote.exitCode }).toEqual({
      stdout: 'o/Ada.pdf\n',
      exitCode: 5,
    });
    expect(quote.stderr).toContain('error: rows.csv:3: There is a quote in the middle of a cell.');
    const short = await run(['batch', './card', 'short.csv', '-o', 'p/{{ name }}.pdf'], { cwd });
    expect(short.stderr).toContain('--delimiter.\nFinished rows are kept. ');
  });

  it('is reported in JSON too', async () => {
    const cwd = folderWith({ 'rows.csv': broken });
    const { stdout, stderr, exitCode } = await run(
      ['batch', './card', 'rows.csv', '-o', 'o/{{ number }}.pdf', '--continue-on-error', '--json'],
      { cwd },
    );
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ row, ok }) => [row, ok])).toEqual([
      [1, true],
      [2, false],
      [3, true],
      [4, false],
      [5, true],
    ]);
    expect(lines[1].error).toMatchObject({ code: 'invalid_data', file: 'rows.csv', line: 3 });
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'rows_failed', exit: 8 } });
    expect(exitCode).toBe(8);
  });

  it('because of the schema is reported with a hint on what a cell needs to be a number', async () => {
    const cwd = folderWith({
      'card/schema.json': '{"type":"object","properties":{"number":{"type":"integer"}}}',
      'rows.csv': 'number,name\n12,Ada\n7 %,Bob\n',
    });
    const text = await run(['batch', './card', 'rows.csv'], { cwd });
    expect(text.exitCode).toBe(5);
    expect(text.stderr).toContain('rows.csv:3:');
    expect(text.stderr).toContain('A number is alone in its cell: 7 in place of "7 %".');
  });

  it('because of its template is reported with the row and the position in the template', async () => {
    const cwd = temporaryFolder({
      'card/template.html': '<p>\n{{ name|date }}',
      'rows.csv': 'name\n2026-01-01\nno date\n',
    });
    const { stderr, exitCode } = await run(['batch', './card', 'rows.csv', '-o', 'o/'], { cwd });
    expect(exitCode).toBe(5);
    expect(stderr).toContain('card/template.html:2:');
    expect(stderr).toContain('(row 2, rows.csv:3)');
  });

  it('because the template does not compile fails once, even with --continue-on-error', async () => {
    const cwd = temporaryFolder({ 'card/template.html': '{% if %}', 'rows.csv': csv(50) });
    const { stdout, exitCode } = await run(['batch', './card', 'rows.csv', '--continue-on-error'], { cwd });
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 5 });
  });
});

describe('names', () => {
  it('shared by two rows are rejected, naming both', async () => {
    const cwd = folderWith({ 'rows.csv': 'name\nAda\nBob\nAda\n' });
    const { stderr, exitCode } = await run(['batch', './card', 'rows.csv', '-o', 'o/{{ name }}.pdf'], {
      cwd,
    });
    expect(exitCode).toBe(5);
    expect(stderr).toContain('rows.csv:4: Rows 1 and 3 have the same file: o/Ada.pdf.');
  });

  it('never lead out of the folder of the pattern', async () => {
    const rows = ['..', '../../x', '/etc/x', '.', 'a/../../b', 'nul', ''].map((name) =>
      JSON.stringify({ name }),
    );
    const cwd = folderWith({ 'in/rows.ndjson': rows.join('\n') });
    const { exitCode } = await run(
      ['batch', './card', 'in/rows.ndjson', '-o', 'in/out/{{ name }}/x.pdf', '--continue-on-error'],
      { cwd },
    );
    expect(exitCode).toBe(8);
    const all = readdirSync(cwd, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.pdf'),
    );
    expect(all.sort()).toEqual(['in/out/-etc-x/x.pdf', 'in/out/..-..-x/x.pdf', 'in/out/a-..-..-b/x.pdf']);
  });

  it('never lead out of it through a link either', async () => {
    const cwd = folderWith({ 'rows.csv': 'name\nlink\n', 'elsewhere/.keep': '', 'out/.keep': '' });
    execFileSync('ln', ['-s', '../elsewhere', join(cwd, 'out/link')]);
    const { stderr, exitCode } = await run(['batch', './card', 'rows.csv', '-o', 'out/{{ name }}/x.pdf'], {
      cwd,
    });
    expect(exitCode).toBe(5);
    expect(stderr).toContain('is a link to a folder outside out');
    expect(readdirSync(join(cwd, 'elsewhere'))).toEqual(['.keep']);
  });

  it('of existing files are rejected without -o or --force', async () => {
    const cwd = folderWith({ 'rows.csv': csv(1), 'card-1.pdf': 'mine' });
    const refused = await run(['batch', './card', 'rows.csv'], { cwd });
    expect(refused.exitCode).toBe(2);
    expect(readFileSync(join(cwd, 'card-1.pdf'), 'utf8')).toBe('mine');
    expect((await run(['batch', './card', 'rows.csv', '--force'], { cwd })).exitCode).toBe(0);
  });

  it('of files that the batch reads are rejected', async () => {
    const cwd = folderWith({ 'rows.csv': 'name\nrows.csv\n' });
    const { exitCode } = await run(['batch', './card', 'rows.csv', '-o', '{{ name }}'], { cwd });
    expect(exitCode).toBe(2);
    expect(readFileSync(join(cwd, 'rows.csv'), 'utf8')).toBe('name\nrows.csv\n');
  });
});

describe('--resume', () => {
  const args = ['batch', './card', 'rows.csv', '-o', 'o/{{ name }}.pdf'];

  it('continues after a kill, keeps complete PDFs, and leaves no partial files', async () => {
    const count = 60;
    const cwd = folderWith({ 'rows.csv': csv(count) });
    const child = execa(process.execPath, [bin, ...args], { cwd, reject: false, buffer: false });
    await expect
      .poll(() => existsSync(join(cwd, 'o')) && pdfsIn(join(cwd, 'o')).length, { timeout: 30_000 })
      .toBeGreaterThan(10);
    child.kill('SIGKILL');
    await child;
    const before = new Map(
      pdfsIn(join(cwd, 'o'))
        .filter((name) => name.endsWith('.pdf'))
        .map((name) => [name, statSync(join(cwd, 'o', name)).mtimeMs]),
    );
    expect(before.size).toBeLessThan(count);
    // A kill while writing leaves the first of these. The second belongs to another batch and must stay.
    writeFileSync(join(cwd, `o/.N${count}.pdf.0123456789ab.tmp`), '%PDF');
    writeFileSync(join(cwd, 'o/.other.pdf.0123456789ab.tmp'), '%PDF');
    const { stdout, stderr, exitCode } = await run([...args, '--resume', '--json'], { cwd });
    expect(exitCode, stderr).toBe(0);
    expect(temporaryFilesIn(cwd)).toEqual(['o/.other.pdf.0123456789ab.tmp']);
    expect(readdirSync(join(cwd, 'o')).filter((name) => name.endsWith('.lock'))).toEqual([]);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(count);
    const skipped = lines.filter((line) => line.skipped);
    // PDFs in progress at the kill may be complete on disk but missing from the journal.
    expect(skipped.length).toBeGreaterThanOrEqual(before.size - 4);
    for (const { path } of skipped) {
      const name = path.slice(2);
      expect(statSync(join(cwd, path)).mtimeMs).toBe(before.get(name));
    }
    for (let row = 1; row <= count; row++) {
      expect(
        readFileSync(join(cwd, `o/N${row}.pdf`))
          .subarray(-6)
          .toString(),
      ).toContain('%%EOF');
    }
  });

  it.each([[[]], [['--resume']]])(
    'is not needed for a concurrent second run to be rejected: %j',
    async (more) => {
      const cwd = folderWith();
      const both = ['batch', './card', '-', '-o', 'o/', ...more];
      const first = execa(process.execPath, [bin, ...both], { cwd, reject: false, stdin: 'pipe' });
      first.stdin.write('{"name":"Ada"}\n');
      await expect.poll(() => existsSync(join(cwd, 'o/card-1.pdf')), { timeout: 30_000 }).toBe(true);
      const second = await run(both, { cwd, input: '{"name":"Bob"}\n' });
      expect(second.exitCode).toBe(9);
      expect(second.stderr).toContain(`Process ${first.pid} is running this batch.`);
      first.stdin.end('{"name":"Cid"}\n');
      expect((await first).exitCode).toBe(0);
      expect((await run(both, { cwd, input: '{"name":"Ada"}\n' })).exitCode).toBe(0);
      expect(readdirSync(join(cwd, 'o')).filter((name) => name.endsWith('.lock'))).toEqual([]);
    },
  );

  it('renders a row again if it, its file or the template has changed since', async () => {
    const cwd = folderWith({ 'rows.csv': 'name,greeting\nA,x\nB,x\nC,x\n' });
    expect((await run(args, { cwd })).stdout).toBe('o/A.pdf\no/B.pdf\no/C.pdf\n');
    expect((await run([...args, '--resume'], { cwd })).stdout).toBe('');
    writeFileSync(join(cwd, 'rows.csv'), 'name,greeting\nA,x\nB,new\nC,x\nD,x\n');
    expect((await run([...args, '--resume'], { cwd })).stdout).toBe('o/B.pdf\no/D.pdf\n');
    expect(await textOf(cwd, 'o/B.pdf')).toContain('new B');
    execFileSync('rm', [join(cwd, 'o/C.pdf')]);
    expect((await run([...args, '--resume'], { cwd })).stdout).toBe('o/C.pdf\n');
    writeFileSync(join(cwd, 'card/template.html'), `${template}!`);
    expect((await run([...args, '--resume'], { cwd })).stdout).toBe('o/A.pdf\no/B.pdf\no/C.pdf\no/D.pdf\n');
    // Without --resume everything is rendered again.
    const again = await run(args, { cwd });
    expect(again.stdout).toBe('o/A.pdf\no/B.pdf\no/C.pdf\no/D.pdf\n');
    expect(again.stderr).toContain('--resume skips finished rows');
  });
});

describe('signals', () => {
  it.each([
    ['SIGINT', 130, 'Interrupted.'],
    ['SIGTERM', 143, 'Terminated.'],
  ] as const)(
    '%s stops the batch, leaves no temporary file, and prints how to continue',
    async (signal, code, text) => {
      const cwd = folderWith({ 'rows.csv': csv(400) });
      const args = [bin, 'batch', './card', 'rows.csv', '-o', 'o/{{ name }}.pdf'];
      const child = execa(process.execPath, args, { cwd, reject: false });
      await expect
        .poll(() => existsSync(join(cwd, 'o')) && pdfsIn(join(cwd, 'o')).length, { timeout: 30_000 })
        .toBeGreaterThan(5);
      child.kill(signal);
      const { exitCode, stderr } = await child;
      expect(exitCode).toBe(code);
      expect(stderr).toContain(text);
      expect(stderr).toContain('--resume');
      expect(temporaryFilesIn(cwd)).toEqual([]);
      expect(readdirSync(join(cwd, 'o')).filter((name) => name.endsWith('.lock'))).toEqual([]);
      for (const name of pdfsIn(join(cwd, 'o'))) {
        expect(
          readFileSync(join(cwd, 'o', name))
            .subarray(-6)
            .toString(),
        ).toContain('%%EOF');
      }
    },
  );
});

it('Ctrl-C ends a batch that waits for rows, and keeps the PDFs before it', async () => {
  const cwd = folderWith();
  const child = execa(process.execPath, [bin, 'batch', './card', '-', '-o', 'o/', '--json'], {
    cwd,
    reject: false,
    stdin: 'pipe',
  });
  child.stdin.write('{"name":"Ada"}\n{"name":"Bob"}\n');
  const both = ['card-1.pdf', 'card-2.pdf'];
  const there = () => both.every((name) => existsSync(join(cwd, 'o', name)));
  await expect.poll(there, { timeout: 30_000 }).toBe(true);
  child.kill('SIGINT');
  const { exitCode, stderr } = await child;
  expect(exitCode).toBe(130);
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'interrupted' } });
  expect(pdfsIn(join(cwd, 'o'))).toEqual(both);
  expect(temporaryFilesIn(cwd)).toEqual([]);
});

it('shows a progress bar on a terminal', async () => {
  const cwd = folderWith({ 'rows.csv': csv(40) });
  const { stdout, exitCode } = await onTerminal(['batch', './card', 'rows.csv', '-o', 'o/'], { cwd });
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/█+░* +\d+ % {2}\d+ rows? · [\d.]+ rows\/s · \d+ s left/);
});

it.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
  'a full disk stops the batch, even with --continue-on-error, and leaves no partial files',
  async () => {
    const cwd = folderWith({ 'rows.csv': csv(200), 'o/.keep': '' });
    const disk = join(cwd, 'o');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200k', 'tmpfs', disk]);
    onTestFinished(() => void execFileSync('umount', ['-l', disk]));
    const { stderr, exitCode } = await run(
      ['batch', './card', 'rows.csv', '-o', 'o/{{ name }}.pdf', '--continue-on-error'],
      { cwd },
    );
    expect(exitCode).toBe(9);
    expect(stderr).toContain('the disk is full');
    expect(temporaryFilesIn(disk)).toEqual([]);
    const pdfs = pdfsIn(disk);
    expect(pdfs.length).toBeGreaterThan(3);
    for (const name of pdfs)
      expect(readFileSync(join(disk, name)).subarray(-6).toString()).toContain('%%EOF');
  },
);

describe('invalid combinations are rejected immediately', () => {
  it.each([
    [['./card', 'rows.csv', '-o', 'all.pdf'], 2, 'the same file for every row'],
    [['./card', 'rows.csv', '-o', '-'], 2, '--merge-into -'],
    [['./card', 'rows.csv', '-o', '{{ name }}', '--merge-into', 'a.pdf'], 2, 'are mutually exclusive'],
    [['./card', 'rows.csv', '--merge-into', 'a.pdf', '--continue-on-error'], 2, 'are mutually exclusive'],
    [['./card', '-', '-d', '-'], 2, 'stdin can be read only once'],
    [['./card', 'rows.csv', '--concurrency', '0'], 2, 'at least 1'],
    [['./card', 'rows.csv', '--rows-format', 'xml'], 2, 'csv, ndjson, json'],
    [['./card', 'rows.csv', '--delimiter', ';;'], 2, 'one character'],
    [['./card', 'rows.csv', '--report', 'rows.csv'], 2, 'rows.csv is read'],
    [['./card', 'nowhere.csv'], 9, 'no such file'],
    [['./cart', 'rows.csv'], 4, 'Did you mean ./card?'],
    [['12', 'rows.csv', '--local'], 2, '--local'],
    [['12', 'rows.csv'], 2, 'PDFAPI_URL'],
    [['12', 'rows.csv', '--strict'], 2, '--strict'],
    [['./card', 'empty.csv'], 5, 'is empty'],
  ])('%j', async (args, code, message) => {
    const cwd = folderWith({ 'rows.csv': csv(1), 'empty.csv': '' });
    const { stdout, stderr, exitCode } = await run(['batch', ...args], {
      cwd,
      env: { PDFAPI_CONFIG_DIR: join(cwd, 'config') },
    });
    expect({ exitCode, stdout }, stderr).toEqual({ exitCode: code, stdout: '' });
    expect(stderr).toContain(message);
    expect(readFileSync(join(cwd, 'rows.csv'), 'utf8')).toBe(csv(1));
    expect(readdirSync(cwd).sort()).toEqual(['card', 'empty.csv', 'rows.csv']);
  });
});
