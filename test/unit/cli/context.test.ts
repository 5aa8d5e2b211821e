import { describe, expect, it } from 'vitest';
import { readContext } from '../../../src/cli/context.ts';

interface Given {
  argv?: string[];
  env?: Record<string, string>;
  terminal?: boolean;
}

const contextOf = ({ argv = [], env = {}, terminal = false }: Given) =>
  readContext({
    argv: ['node', 'pdfapi', ...argv],
    env,
    cwd: () => '/here',
    stdin: { isTTY: terminal },
    stdout: { isTTY: terminal },
    stderr: { isTTY: terminal },
  } as unknown as NodeJS.Process);

it.each([
  ['1', true],
  ['true', true],
  ['YES', true],
  ['on', true],
  ['0', false],
  ['off', false],
  ['', false],
])('PDFAPI_NO_SANDBOX=%s means %s, as for the server', (value, noSandbox) => {
  expect(contextOf({ env: { PDFAPI_NO_SANDBOX: value } }).noSandbox).toBe(noSandbox);
});

describe('colour', () => {
  it.each<[string, Given, 0 | 1 | 2 | 3]>([
    ['a terminal', { terminal: true }, 1],
    ['a pipe', {}, 0],
    ['NO_COLOR', { terminal: true, env: { NO_COLOR: '1' } }, 0],
    ['an empty NO_COLOR', { terminal: true, env: { NO_COLOR: '' } }, 1],
    ['TERM=dumb', { terminal: true, env: { TERM: 'dumb' } }, 0],
    ['--no-color', { terminal: true, argv: ['--no-color'] }, 0],
    [
      '--no-color against FORCE_COLOR',
      { terminal: true, argv: ['--no-color'], env: { FORCE_COLOR: '1' } },
      0,
    ],
    ['FORCE_COLOR in a pipe', { env: { FORCE_COLOR: '1' } }, 1],
    ['FORCE_COLOR=3', { env: { FORCE_COLOR: '3' } }, 3],
    ['FORCE_COLOR=0 on a terminal', { terminal: true, env: { FORCE_COLOR: '0' } }, 0],
    ['--no-color after --', { terminal: true, argv: ['--', '--no-color'] }, 1],
  ])('%s', (_, given, level) => {
    expect(contextOf(given).colour.stderr).toBe(level);
  });
});

it('--json is known before the command line is parsed', () => {
  expect(contextOf({ argv: ['html', 'a.html', '--json'] }).json).toBe(true);
  expect(contextOf({ argv: ['html', '--', '--json'] }).json).toBe(false);
});

it('CI is on if set, and off if false', () => {
  expect(contextOf({ env: { CI: 'true' } }).isCi).toBe(true);
  expect(contextOf({ env: { CI: 'false' } }).isCi).toBe(false);
  expect(contextOf({}).isCi).toBe(false);
});

it('PDFAPI_ALLOW_HOSTS is read as a list', () => {
  expect(contextOf({ env: { PDFAPI_ALLOW_HOSTS: 'a:1, b,' } }).allowHosts).toEqual(['a:1', 'b']);
});
