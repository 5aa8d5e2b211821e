/** The command line without a render: help, usage errors and exit codes. */
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { bin, launcher, onTerminal, root, run, shell } from '../support/run.ts';

/** Finds a runtime on the PATH that is too old for the project, as distributions package them. */
async function olderRuntime(): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const found = await execa(join(folder, 'node'), ['-p', 'process.versions.node'], { reject: false });
    if (found.exitCode === 0 && Number.parseInt(found.stdout, 10) < 22) return join(folder, 'node');
  }
  return undefined;
}

const older = await olderRuntime();
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

describe('help and version', () => {
  it('--version prints the version', async () => {
    expect(await run(['--version'], { cwd: temporaryFolder() })).toMatchObject({
      stdout: `${version}\n`,
      stderr: '',
      exitCode: 0,
    });
  });

  it.each([['--help'], ['help'], ['-h']])('%s lists the commands on stdout', async (flag) => {
    const { stdout, stderr, exitCode } = await run([flag], { cwd: temporaryFolder() });
    for (const command of ['html', 'generate', 'templates', 'doctor', 'browser', 'help']) {
      expect(stdout).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
    }
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
  });

  it('prints the same help for `help <command>` and `<command> --help`', async () => {
    const cwd = temporaryFolder();
    const helps = await Promise.all([
      run(['help', 'templates', 'new'], { cwd }),
      run(['templates', 'new', '--help'], { cwd }),
      run(['-h', 'templates', 'new'], { cwd }),
    ]);
    expect(helps[0].stdout).toContain('--from <example>');
    expect(helps[1].stdout).toBe(helps[0].stdout);
    expect(helps[0].exitCode).toBe(0);
  });

  it('prints exit codes tab-separated in a pipe, as a table on a terminal, and as JSON with --json', async () => {
    const cwd = temporaryFolder();
    const piped = await run(['help', 'exit-codes'], { cwd });
    expect(piped.stdout).toMatch(/^4\tnot found\t404, 410\t.*\btemplate_not_found\b/m);
    const terminal = await onTerminal(['help', 'exit-codes'], { cwd });
    expect(terminal.stdout).toMatch(/4 {5}not found +404, 410 +.*template_not_found/);
    const json = JSON.parse((await run(['help', 'exit-codes', '--json'], { cwd })).stdout);
    expect(json.map(({ code }: { code: number }) => code)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 130, 143,
    ]);
  });

  it('help environment lists the variables', async () => {
    const { stdout } = await run(['help', 'environment'], { cwd: temporaryFolder() });
    expect(stdout).toMatch(/^PDFAPI_NO_SANDBOX\t/m);
  });

  it('colours errors on a terminal or with FORCE_COLOR, and not with NO_COLOR or --no-color', async () => {
    const cwd = temporaryFolder();
    expect((await onTerminal(['nope'], { cwd })).stdout).toContain('\u001b[');
    expect((await onTerminal(['nope'], { cwd, env: { NO_COLOR: '1' } })).stdout).not.toContain('\u001b[');
    expect((await onTerminal(['nope', '--no-color'], { cwd })).stdout).not.toContain('\u001b[');
    expect((await run(['nope'], { cwd, env: { FORCE_COLOR: '1' } })).stderr).toContain('\u001b[');
  });
});

describe('usage errors', () => {
  it.each<[string[], number, RegExp]>([
    [[], 2, /A command is missing/],
    [['htlm', 'a.html'], 2, /Unknown command 'htlm'\.\nDid you mean html\?/],
    [['html'], 2, /Missing required argument.*\nSee: pdfapi html --help/],
    [['html', 'a.html', '--fromat', 'A4'], 2, /Unknown option '--fromat'\.\nDid you mean --format\?/],
    [['unlock', 'a', 'b'], 2, /Too many arguments/],
    [['html', 'a.html', '--timeout', 'abc'], 2, /500ms, 60s or 2m/],
    [['html', 'a.html', '--timeout'], 2, /argument missing/],
    [['html', 'a.html', '--pdfa'], 2, /^--pdfa <level>: make PDF\/A for archives: 2b, 2u/m],
    [['html', '-', '-d', '-'], 2, /stdin can be read only once/],
    [['html', '.'], 2, /pdfapi generate \./],
    [['html', 'nowhere.html'], 9, /Cannot read nowhere\.html: no such file/],
    [['generate', '12'], 2, /No server is set up\.\nSign in/],
    [['generate', './invioce'], 4, /There is no template folder \.\/invioce\.\nDid you mean \.\/invoice\?/],
    [['generate', 'invioce'], 4, /Did you mean \.\/invoice\?/],
    [['generate', 'invoice/template.html'], 2, /pdfapi html invoice\/template\.html/],
    [['html', ''], 2, /The HTML file is empty but must be a path/],
    [['generate', ''], 2, /The template is empty/],
    [['templates', 'new', ''], 2, /The name of the folder is empty/],
    [['templates', 'check', 'invoice', ''], 2, /A template folder is empty/],
    [['templates'], 2, /A command is missing/],
    [['templates', 'nwe'], 2, /Did you mean new\?/],
    [['help', 'exitcodes'], 2, /Did you mean "exit-codes"\?/],
  ])('%j', async (args, code, text) => {
    const cwd = temporaryFolder({ 'invoice/template.html': 'x', 'a.html': 'x' });
    const { stdout, stderr, exitCode } = await run(args, { cwd });
    expect(stderr).toMatch(text);
    expect(stderr).toMatch(new RegExp(`^code: \\w+ \\(exit ${code}\\)\n$`, 'm'));
    expect(stdout).toBe('');
    expect(exitCode).toBe(code);
  });

  it.each([[['templates']], [['nope']], [['generate', 'nope']], [['html', '--timeout', 'x']]])(
    'are one JSON object with --json: %j',
    async (args) => {
      const { stdout, stderr, exitCode } = await run(['--json', ...args], { cwd: temporaryFolder() });
      expect(stdout).toBe('');
      expect(JSON.parse(stderr).error).toMatchObject({ exit: exitCode, message: expect.any(String) });
    },
  );
});

describe('streams', () => {
  it('may be closed early by a reader', async () => {
    const { stderr, stdout } = await shell('set -o pipefail; pdfapi --help | true; echo $?', {
      cwd: temporaryFolder(),
    });
    expect(stdout).toBe('0\n');
    expect(stderr).toBe('');
  });

  it('are reported if they are full', async () => {
    const { stderr, exitCode } = await shell('pdfapi help exit-codes > /dev/full', {
      cwd: temporaryFolder(),
    });
    expect(stderr).toContain('Cannot write stdout: the disk is full.');
    expect(exitCode).toBe(9);
  });

  it('may all be closed from the start', async () => {
    const { stdout } = await shell('pdfapi help exit-codes <&- >&- 2>&-; echo $?', {
      cwd: temporaryFolder(),
    });
    expect(stdout).toBe('0\n');
  });
});

describe('the launcher', () => {
  it.runIf(older)('starts the project’s own runtime from an older one', async () => {
    const { stdout, exitCode } = await execa(older ?? '', [launcher, 'nope'], {
      reject: false,
      cwd: temporaryFolder(),
    });
    expect(stdout).toBe('');
    expect(exitCode).toBe(2);
    const answer = await execa(older ?? '', [launcher, '--version']);
    expect(answer.stdout).toBe(version);
  });

  it.runIf(older)('reports the required version if an older runtime finds no other', async () => {
    const env = { PDFAPI_RELAUNCHED: '1' };
    const { stderr, exitCode } = await execa(older ?? '', [launcher, '--version'], { reject: false, env });
    expect(stderr).toMatch(/^pdfapi: needs Node\.js 22\.22 or newer, and this is \d+\./);
    expect(exitCode).toBe(1);
  });
});

it('a server falls back to V8’s linear engine for regular expressions that backtrack for years', async () => {
  const folder = temporaryFolder();
  const probe = `process.on('exit', () => {
    const started = performance.now();
    /^(a+)+$/.test('a'.repeat(40) + '!');
    require('node:fs').writeSync(2, performance.now() - started < 5_000 ? 'linear' : 'exponential');
  });`;
  writeFileSync(join(folder, 'probe.cjs'), probe);
  const server = execa(
    process.execPath,
    ['--require', join(folder, 'probe.cjs'), bin, 'serve', '--port', '0', '--data-dir', folder, '--json'],
    { timeout: 60_000, reject: false },
  );
  await once(server.stdout as NonNullable<typeof server.stdout>, 'data');
  server.kill('SIGTERM');
  expect((await server).stderr).toMatch(/linear$/);
});

describe('the timeout ends a check of data with a pattern that backtracks for years', () => {
  const template = () => {
    const folder = temporaryFolder();
    const data = JSON.stringify({ name: `${'a'.repeat(40)}!` });
    const schema = JSON.stringify({ properties: { name: { pattern: '^(a+)+$' } } });
    mkdirSync(join(folder, 'note'));
    writeFileSync(join(folder, 'note/template.html'), '<p>{{ name }}</p>');
    writeFileSync(join(folder, 'note/schema.json'), schema);
    writeFileSync(join(folder, 'note/data.json'), data);
    writeFileSync(join(folder, 'rows.ndjson'), data);
    return folder;
  };

  it.each([
    ['generate', './note', '--timeout', '1s'],
    ['batch', './note', 'rows.ndjson', '-o', 'out/{{ row_number }}.pdf', '--timeout', '1s'],
    ['merge', './note', './note', '-o', 'both.pdf', '--timeout', '1s'],
    ['templates', 'check', './note'],
  ])('%s %s', async (...args) => {
    const { exitCode, stdout, stderr } = await run(args, { cwd: template() });
    expect(exitCode, stderr).not.toBe(0);
    expect(stdout + stderr).toMatch(/took longer than \d s to check against .*schema\.json/);
  });
});
