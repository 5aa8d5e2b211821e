/** Every command that works on a server or on a data directory chooses it by one rule, and says which it has chosen. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Argument, Command } from 'commander';
import { afterAll, describe, expect, it } from 'vitest';
import { wholeProgram } from '../../build/whole-program.ts';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { run } from '../support/run.ts';

/** Nothing listens there. */
const url = 'http://127.0.0.1:9';
const other = 'http://127.0.0.1:11';
const cwd = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
mkdirSync(join(cwd, 'x'));
for (const [path, text] of [
  ['x/template.html', '<p>x</p>'],
  ['rows.csv', 'n\n1\n'],
  ['page.html', '<p>x</p>'],
] as const) {
  writeFileSync(join(cwd, path), text);
}
const dataDir = join(cwd, 'data');
const address = { PDFAPI_URL: url, PDFAPI_TOKEN: 'secret' };
const directory = { PDFAPI_DATA_DIR: dataDir };
const both = { ...address, ...directory };

/** The first line on stderr, and the exit code. */
async function first(args: readonly string[], env: Readonly<Record<string, string>>) {
  const alone = {
    HOME: cwd,
    XDG_DATA_HOME: join(cwd, 'none'),
    PDFAPI_CONFIG_DIR: join(cwd, 'config'),
    ...env,
  };
  const { stderr, stdout, exitCode } = await run([...args, '--retries', '0', '--verbose'], {
    cwd,
    env: alone,
    input: '{}',
  });
  const [line = ''] = stderr.split('\n');
  return { line, stderr: stderr + stdout, exitCode };
}

const argumentFor = (argument: Argument): string => {
  if (/^(?:id|number|amount)$/.test(argument.name())) return '1';
  return argument.name() === 'name' ? 'x' : './x';
};

/** All commands with `--data-dir`, with what they need. */
function commandsOfDirectories(command: Command, path: readonly string[] = []): (readonly string[])[] {
  return command.commands.flatMap((each) => {
    const words = [...path, each.name()];
    if (each.commands.length > 0) return commandsOfDirectories(each, words);
    const names = new Set(each.options.map(({ long }) => long));
    if (!names.has('--data-dir') || each.name() === 'serve') return [];
    const required = each.options
      .filter(({ mandatory }) => mandatory)
      .flatMap(({ long = '' }) => [long, 'x']);
    const target = each.name() === 'move' ? ['--to', 'other'] : [];
    return [[...words, ...each.registeredArguments.map(argumentFor), ...required, ...target]];
  });
}
const all = commandsOfDirectories(await wholeProgram());
const managing = all.filter(([name]) => name === 'templates');
const administrating = all.filter(([name]) => name === 'admin');

it('finds the commands of directories', () => {
  expect(managing.length).toBeGreaterThanOrEqual(9);
  expect(administrating.length).toBeGreaterThanOrEqual(15);
  expect(managing.length + administrating.length).toBe(all.length);
});

describe.each(managing)('%s %s', (...words) => {
  it('refuses an address beside a directory of a variable, and takes what a flag names', async () => {
    const refused = await first(words, both);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain(
      `Both ${url} (PDFAPI_URL) and ${dataDir} (PDFAPI_DATA_DIR) have templates.`,
    );
    expect(refused.stderr).toContain(`--url-base ${url}, or --data-dir ${dataDir}`);
    const cases = [
      [[...words, '--data-dir', dataDir], both, `Destination: ${dataDir} (--data-dir)`],
      [[...words, '--local'], both, `Destination: ${dataDir} (PDFAPI_DATA_DIR)`],
      [[...words, '--url-base', other], both, `Destination: ${other} (--url-base)`],
      [words, address, `Destination: ${url} (PDFAPI_URL)`],
      [words, directory, `Destination: ${dataDir} (PDFAPI_DATA_DIR)`],
    ] as const;
    const lines = await Promise.all(cases.map(async ([args, env]) => (await first(args, env)).line));
    expect(lines).toEqual(cases.map(([, , line]) => line));
  });
});

it.each(administrating)('%s %s works on directories only, whatever the address', async (...words) => {
  expect((await first(words, both)).line).toBe(`Destination: ${dataDir} (PDFAPI_DATA_DIR)`);
  expect((await first([...words, '--data-dir', 'elsewhere'], both)).line).toBe(
    'Destination: elsewhere (--data-dir)',
  );
});

it.each([
  ['generate', 'x12'],
  ['merge', 'x12', 'x13'],
  ['batch', 'x12', 'rows.csv'],
  ['batch', 'x12', 'rows.csv', '--async'],
  ['html', 'page.html'],
  ['usage'],
  ['whoami'],
  ['login', '--token-stdin'],
  ['jobs', 'list'],
  ['jobs', 'show', 'job_1'],
  ['jobs', 'wait', 'job_1'],
  ['jobs', 'cancel', 'job_1'],
  ['webhooks', 'list'],
  ['webhooks', 'add', 'https://example.com/'],
])('%s %s works on the server, whatever the directory', async (...words) => {
  expect((await first(words, both)).line).toBe(`Destination: ${url} (PDFAPI_URL)`);
  expect((await first([...words, '--url-base', other], both)).line).toBe(
    `Destination: ${other} (--url-base)`,
  );
});

it('names a database without its password', async () => {
  const env = { PDFAPI_DATABASE_URL: 'postgres://pdfapi:hunter2@127.0.0.1:9/pdfapi?x=hunter2' };
  const { line, stderr } = await first(['templates', 'list'], { ...env, ...address });
  expect(line).toContain('postgres://127.0.0.1:9/pdfapi (PDFAPI_DATABASE_URL)');
  expect(stderr).not.toContain('hunter2');
  expect((await first(['admin', 'team', 'list'], env)).line).toBe(
    'Destination: postgres://127.0.0.1:9/pdfapi (PDFAPI_DATABASE_URL)',
  );
});

it('never takes the directory of the machine for an address without a token', async () => {
  mkdirSync(join(cwd, 'home/pdfapi'), { recursive: true });
  writeFileSync(join(cwd, 'home/pdfapi/database.sqlite'), '');
  const env = { XDG_DATA_HOME: join(cwd, 'home') };
  expect((await first(['templates', 'push', './x'], { ...env, PDFAPI_URL: url })).stderr).toContain(
    `There is no token for ${url} (PDFAPI_URL).`,
  );
  expect((await first(['templates', 'list'], env)).line).toBe(
    `Destination: ${join(cwd, 'home/pdfapi')} (default)`,
  );
});

it('renders nothing on this machine for an address without a token, unless it is asked to', async () => {
  const env = { PDFAPI_URL: url };
  for (const args of [
    ['html', 'page.html', '-o', 'page.pdf'],
    ['html', 'page.html', 'page.html', '-o', 'both/'],
    ['generate', 'x', '-o', 'x.pdf'],
  ]) {
    expect((await first(args, env)).stderr, args[0]).toMatch(
      /There is no token for \S+ \(PDFAPI_URL\)\.[\s\S]*pdfapi login[\s\S]*--local/,
    );
  }
  expect(existsSync(join(cwd, 'page.pdf'))).toBe(false);
  expect((await first(['html', 'page.html', '-o', 'page.pdf', '--local'], env)).stderr).not.toContain(
    'token',
  );
  expect(existsSync(join(cwd, 'page.pdf'))).toBe(true);
});

it('a project and a profile are servers too', async () => {
  const projectFolder = temporaryFolder({
    'pdfapi.json': JSON.stringify({ url }),
    'config/config.json': JSON.stringify({ current: 'acme', profiles: { acme: { url, token: 'secret' } } }),
  });
  const env = { PDFAPI_CONFIG_DIR: join(projectFolder, 'config'), ...directory };
  const listed = await run(['templates', 'list'], { cwd: projectFolder, env });
  expect(listed.stderr).toContain(
    `Both ${url} (${join(projectFolder, 'pdfapi.json')}) and ${dataDir} (PDFAPI`,
  );
  const elsewhere = await run(['templates', 'list'], { cwd, env });
  expect(elsewhere.stderr).toContain(`Both ${url} (profile acme) and ${dataDir} (PDFAPI_DATA_DIR)`);
});

describe('config list', () => {
  const shown = async (env: Readonly<Record<string, string>>) =>
    await run(['config', 'list', '--show-origin'], {
      cwd,
      env: { HOME: cwd, XDG_DATA_HOME: join(cwd, 'none'), PDFAPI_CONFIG_DIR: join(cwd, 'nowhere'), ...env },
    });

  it.each([
    [
      both,
      `destination\t${url}\tPDFAPI_URL\ndata_dir\t${dataDir}\tPDFAPI_DATA_DIR\n`,
      `but templates commands refuse to choose between it and ${dataDir} (PDFAPI_DATA_DIR)`,
    ],
    [address, `destination\t${url}\tPDFAPI_URL\n`, `Commands use the server ${url} (PDFAPI_URL).`],
    [
      directory,
      `destination\t${dataDir}\tPDFAPI_DATA_DIR\n`,
      `templates commands use ${dataDir} (PDFAPI_DATA_DIR). No server is set up for the other commands.`,
    ],
    [{}, 'destination\t\tnot set\n', 'No server is set up'],
  ])('says which destination is used, and why', async (env, rows, note) => {
    const { stdout, stderr } = await shown(env);
    expect(stdout).toContain(rows);
    expect(stderr).toContain(note);
    const json = await run(['config', 'list', '--json'], { cwd, env });
    expect(JSON.parse(json.stdout)[0].name).toBe('destination');
  });
});
