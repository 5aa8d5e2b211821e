/** `pdfapi html` with the real browser: its output on disk, on stdout and on stderr. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { readPdf } from '../support/read-pdf.ts';
import { answerOnTerminal, onTerminal, run, runForBytes, shell } from '../support/run.ts';

const page = '<!doctype html><title>T</title><h1>Hello {{ name }}</h1>';
const summary = /^(\S+) {2}local · (\d+ pages?) · [\d.]+ [KM]?B · [\d.]+ m?s\n$/;
const read = (folder: string, name: string) => readPdf(readFileSync(join(folder, name)));

describe('the destination of the PDF', () => {
  it('is the working directory, named after the file; stdout has the path, stderr one line', async () => {
    const cwd = temporaryFolder({ 'in/page.html': page });
    const { stdout, stderr, exitCode } = await run(['html', 'in/page.html', '-s', 'name=Ada'], { cwd });
    expect(stderr).toMatch(summary);
    expect(stdout).toBe('page.pdf\n');
    expect(exitCode).toBe(0);
    expect((await read(cwd, 'page.pdf')).pages[0]).toContain('Hello Ada');
    expect(readdirSync(cwd).sort()).toEqual(['in', 'page.pdf']);
  });

  it('is stdout for -o -, with bytes only', async () => {
    const { stdout, stderr, exitCode } = await runForBytes(['html', '-', '-o', '-'], {
      cwd: temporaryFolder(),
      input: page.replace('{{ name }}', 'Ada'),
    });
    expect(Buffer.from(stdout.subarray(0, 5)).toString()).toBe('%PDF-');
    expect(Buffer.from(stderr).toString()).toMatch(/^stdout {2}local · 1 page · /);
    expect((await readPdf(stdout)).pages[0]).toContain('Hello');
    expect(exitCode).toBe(0);
  });

  it('is document.pdf for stdin', async () => {
    const cwd = temporaryFolder();
    expect((await run(['html', '-', '-q'], { cwd, input: page })).stdout).toBe('document.pdf\n');
    expect(existsSync(join(cwd, 'document.pdf'))).toBe(true);
  });

  it('is an existing file only if -o names it or with --force', async () => {
    const cwd = temporaryFolder({ 'page.html': page, 'page.pdf': 'mine' });
    const refused = await run(['html', 'page.html'], { cwd });
    expect(refused.stderr).toBe(
      'error: page.pdf already exists.\nOverwrite it with --force, or name another file with -o.\ncode: file_exists (exit 2)\n',
    );
    expect(refused.exitCode).toBe(2);
    expect(readFileSync(join(cwd, 'page.pdf'), 'utf8')).toBe('mine');
    expect((await run(['html', 'page.html', '--filename', 'page.pdf'], { cwd })).exitCode).toBe(2);
    expect((await run(['html', 'page.html', '--force'], { cwd })).exitCode).toBe(0);
    expect((await run(['html', 'page.html', '-o', 'page.pdf'], { cwd })).exitCode).toBe(0);
    await read(cwd, 'page.pdf');
  });

  it.each([
    [
      '-o',
      'out.gif',
      /^error: -o out\.gif names an image, but pdfapi writes only PDF\.\nWrite: -o out\.pdf; /,
    ],
    ['-o', 'a/b.DOCX', /^error: -o a\/b\.DOCX names an office document.*\nWrite: -o a\/b\.pdf\n/],
    ['--filename', 'page.html', /^error: --filename page\.html names a web page/],
  ])('is never a file of another format: %s %s', async (option, name, message) => {
    const cwd = temporaryFolder({ 'in.html': page, 'a/x': '' });
    const { stdout, stderr, exitCode } = await run(['html', 'in.html', option, name], { cwd });
    expect(stderr).toMatch(message);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(readdirSync(cwd).sort()).toEqual(['a', 'in.html']);
  });

  it('may have no extension, or an unspecific one', async () => {
    const cwd = temporaryFolder({ 'in.html': page });
    for (const name of ['invoice', 'invoice.2026-104']) {
      expect((await run(['html', 'in.html', '-o', name], { cwd })).stdout).toBe(`${name}\n`);
      await read(cwd, name);
    }
  });

  it.each<[string[], number, RegExp]>([
    [['-o', 'page.html/a.pdf'], 9, /a part of the path is not a folder/],
    [['--filename', '../a.pdf'], 2, /is not a file name/],
    [['--filename', 'Müller 1.pdf'], 2, /such as Muller-1\.pdf\. Any other name, or a path: -o/],
    [['--filename', 'a.pdf', '-o', 'b.pdf'], 2, /-o and --filename both name the PDF/],
    [['--filename', 'a.pdf', '-o', '-'], 2, /-o and --filename both name the PDF/],
    [['-o', ''], 2, /-o is empty but must be a path/],
    [['--report', ''], 2, /--report is empty/],
    [['--assets', ''], 2, /--assets is empty/],
    [['-d', ''], 2, /--data is empty/],
    [['-o', '/dev/full'], 9, /the disk is full/],
    [['-o', '-', '--report', '-'], 2, /both write to stdout/],
    [['-o', '-', '--json'], 2, /both write to stdout/],
  ])('%j is refused', async (args, code, text) => {
    const cwd = temporaryFolder({ 'page.html': page, 'folder/x': '' });
    const { stdout, stderr, exitCode } = await run(['html', 'page.html', ...args], { cwd });
    expect(stderr).toMatch(text);
    expect(stdout).toBe('');
    expect(exitCode).toBe(code);
    expect(readdirSync(cwd).sort()).toEqual(['folder', 'page.html']);
  });

  it.runIf(process.getuid?.() !== 0)('cannot be a folder without write permission', async () => {
    const cwd = temporaryFolder({ 'page.html': page });
    mkdirSync(join(cwd, 'locked'));
    chmodSync(join(cwd, 'locked'), 0o555);
    const { stderr, exitCode } = await run(['html', 'page.html', '-o', 'locked/a.pdf'], { cwd });
    expect(stderr).toContain('Cannot write locked/a.pdf: permission denied.');
    expect(exitCode).toBe(9);
  });

  it.each(['-', '/dev/tty', '/dev/stdout', '/dev/stderr', '/dev/fd/1'])(
    'is never a terminal: %s',
    async (path) => {
      const cwd = temporaryFolder({ 'page.html': page });
      const { stdout, exitCode } = await onTerminal(['html', 'page.html', '-o', path], { cwd });
      expect(stdout).toContain('PDFs are not written to a terminal.');
      expect(stdout).not.toContain('%PDF-');
      expect(exitCode).toBe(2);
    },
  );
});

describe('streams', () => {
  it('may be closed early by a reader', async () => {
    const cwd = temporaryFolder({ 'page.html': page });
    const { stdout, stderr, exitCode } = await shell(
      'set -o pipefail; pdfapi html page.html -q -o - | head -c 5',
      { cwd },
    );
    expect({ stdout, stderr, exitCode }).toEqual({ stdout: '%PDF-', stderr: '', exitCode: 0 });
  });

  it('report a full disk behind stdout', async () => {
    const cwd = temporaryFolder({ 'page.html': page });
    const { stderr, exitCode } = await shell('pdfapi html page.html -o - > /dev/full', { cwd });
    expect(stderr).toContain('Cannot write stdout: the disk is full.');
    expect(exitCode).toBe(9);
  });

  it('may be closed: stdin, stdout and stderr', async () => {
    const cwd = temporaryFolder({ 'page.html': page });
    expect((await shell('pdfapi html page.html <&- >&- 2>&-; echo $?', { cwd })).stdout).toBe('0\n');
    await read(cwd, 'page.pdf');
  });

  it('fail if stdout is closed but must take the PDF or the report; /dev/null is accepted', async () => {
    const cwd = temporaryFolder({ 'page.html': page });
    const closed = await shell('pdfapi html page.html -o - >&-', { cwd });
    expect(closed.stderr).toContain('Cannot write stdout: it is closed, and the PDF would be lost.');
    expect(closed.exitCode).toBe(9);
    const report = await shell('pdfapi html page.html -o a.pdf --report - >&-', { cwd });
    expect(report.stderr).toContain('it is closed, and the report would be lost.');
    expect(report.exitCode).toBe(9);
    expect((await shell('pdfapi html page.html -o - > /dev/null', { cwd })).exitCode).toBe(0);
  });

  it('reject an empty stdin instead of printing an empty page', async () => {
    const { stderr, exitCode } = await shell('pdfapi html - -o a.pdf <&-', { cwd: temporaryFolder() });
    expect(stderr).toContain('stdin is empty: there is no HTML to print.');
    expect(exitCode).toBe(5);
  });

  it('carry only the path with --quiet', async () => {
    const cwd = temporaryFolder({ 'page.html': `${page}<img src="gone.png">` });
    expect(await run(['-q', 'html', 'page.html'], { cwd })).toMatchObject({
      stdout: 'page.pdf\n',
      stderr: '',
    });
  });

  it('carry one JSON document on stdout with --json, and nothing on stderr', async () => {
    const cwd = temporaryFolder({ 'page.html': '<p>Hello<img src="gone.png">' });
    const { stdout, stderr } = await run(['html', 'page.html', '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({
      path: 'page.pdf',
      target: 'local',
      pages: 1,
      bytes: readFileSync(join(cwd, 'page.pdf')).length,
      warnings: [expect.stringContaining('gone.png')],
    });
    expect(stderr).toBe('');
  });

  it('allow a prompt on a terminal, unless --no-input or -y is given', async () => {
    const cwd = temporaryFolder({ 'page.html': page, 'page.pdf': 'mine' });
    const refused = await onTerminal(['html', 'page.html', '--no-input'], { cwd });
    expect(refused.stdout).toContain('page.pdf already exists.');
    const asked = await onTerminal(['html', 'page.html'], { cwd, input: 'y\r' });
    expect(asked.stdout).toContain('Overwrite it?');
    expect(asked.exitCode).toBe(0);
    expect((await onTerminal(['html', 'page.html', '-y'], { cwd })).exitCode).toBe(0);
    await read(cwd, 'page.pdf');
  });
});

describe('the prompt to overwrite', () => {
  const ask = (keys: string) => {
    const cwd = temporaryFolder({ 'page.html': page, 'page.pdf': 'mine' });
    const run = answerOnTerminal(['html', 'page.html'], { cwd }, { question: 'Overwrite it?', keys });
    return run.then((done) => ({ ...done, left: readFileSync(join(cwd, 'page.pdf'), 'latin1').slice(0, 5) }));
  };

  it.each([
    ['n\r', 'n', 2],
    ['\r', 'nothing', 2],
    ['\u0004', 'Ctrl-D', 2],
    ['\u0003', 'Ctrl-C', 130],
  ])('treats %j as no', async (keys, _name, code) => {
    const { exitCode, left } = await ask(keys);
    expect({ exitCode, left }).toEqual({ exitCode: code, left: 'mine' });
  });

  it('treats y as yes', async () => {
    expect(await ask('y\r')).toMatchObject({ exitCode: 0, left: '%PDF-' });
  });
});

describe('data', () => {
  it('is merged from files, stdin and --set, left to right', async () => {
    const cwd = temporaryFolder({
      'page.html': '<p>{{ a.x }}|{{ a.y }}|{{ a.z }}|{{ list|join("+") }}',
      'a.json': '\ufeff{"a":{"x":1,"y":1,"z":1},"list":[1,2]}',
    });
    const args = ['html', 'page.html', '-d', 'a.json', '-d', '-', '--set', 'a.z=3', '--set', 'list.2=x'];
    const { exitCode } = await run(args, { cwd, input: '{"a":{"y":2}}' });
    expect(exitCode).toBe(0);
    expect((await read(cwd, 'page.pdf')).pages[0]).toContain('1|2|3|1+2+x');
  });

  it.each<[string, number, RegExp]>([
    ['nowhere.json', 9, /Cannot read nowhere\.json: no such file/],
    [
      'list.json',
      5,
      /list\.json must hold a JSON object, not an array.*--rows list\.json.*batch <template> list\.json/s,
    ],
    [
      'bad.json',
      5,
      /error: bad\.json:2:10: This is not valid JSON: .*\n\n {2}1 │ \{\n {2}2 │ {3}"a": 1 "b": 2\n {4}│ {10}\^/,
    ],
    ['{"a":1}', 9, /expects a file name, not JSON/],
    ['list.xls', 5, /list\.xls is a workbook, .*\n.*CSV UTF-8.*--rows sheet\.csv/s],
    ['list.xlsx', 5, /list\.xlsx is a file of rows, .*\n.*--rows list\.xlsx/s],
    ['list.csv', 5, /list\.csv is a file of rows, .*\n.*--rows list\.csv.*pdfapi batch/s],
  ])('%s', async (file, code, text) => {
    const cwd = temporaryFolder({
      'page.html': page,
      'list.json': '[]',
      'bad.json': '{\n  "a": 1 "b": 2\n}',
    });
    const { stderr, exitCode } = await run(['html', 'page.html', '-d', file], { cwd });
    expect(stderr).toMatch(text);
    expect(exitCode).toBe(code);
    expect(existsSync(join(cwd, 'page.pdf'))).toBe(false);
  });
});

describe('a template error', () => {
  it('shows file, line and column, the line and a caret', async () => {
    const cwd = temporaryFolder({ 'page.html': '<p>\n<b>{{ 3|mony }}</b>' });
    const { stdout, stderr, exitCode } = await run(['html', 'page.html'], { cwd });
    expect(stderr).toMatch(/^error: page\.html:2:\d+: .*mony/);
    expect(stderr).toContain('  2 │ <b>{{ 3|mony }}</b>\n');
    expect(stderr).toMatch(/^ {4}│ +\^$/m);
    expect(stderr).toContain('code: invalid_template (exit 5)');
    expect(stdout).toBe('');
    expect(exitCode).toBe(5);
    expect(readdirSync(cwd)).toEqual(['page.html']);
  });

  it('in a header points into the file of the header', async () => {
    const cwd = temporaryFolder({ 'page.html': page, 'head.html': '\n{{ 1 + }}' });
    const { stderr } = await run(['html', 'page.html', '--header', 'head.html'], { cwd });
    expect(stderr).toMatch(/^error: head\.html:2:/);
  });

  it('is annotated under GitHub Actions', async () => {
    const cwd = temporaryFolder({ 'page.html': '{{ 1 + }}' });
    const env = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: cwd };
    const { stderr } = await run(['html', 'page.html'], { cwd, env });
    expect(stderr).toMatch(/^::error file=page\.html,line=1,col=\d+,title=pdfapi invalid_template::/m);
  });

  it('has its position in JSON too', async () => {
    const cwd = temporaryFolder({ 'page.html': '\n{% if %}' });
    const { stderr } = await run(['html', 'page.html', '--json'], { cwd });
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'invalid_template',
      exit: 5,
      file: 'page.html',
      line: 2,
    });
  });
});

describe('invalid destinations', () => {
  it('do not lose data if -o names the input or --report a folder that cannot be', async () => {
    const cwd = temporaryFolder({ 'page.html': page });
    expect((await run(['html', 'page.html', '-o', 'page.html'], { cwd })).exitCode).toBe(2);
    expect(readFileSync(join(cwd, 'page.html'), 'utf8')).toBe(page);
    expect((await run(['html', 'page.html', '--report', 'page.html/r.json'], { cwd })).exitCode).toBe(9);
    expect(readdirSync(cwd)).toEqual(['page.html']);
  });
});
