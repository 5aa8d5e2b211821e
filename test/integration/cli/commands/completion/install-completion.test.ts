/** `pdfapi completion install`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../support/cli/temporary-folder.ts';
import { run, shell } from '../../../../support/run.ts';

const homeless = { XDG_DATA_HOME: '', XDG_CONFIG_HOME: '', BASH_COMPLETION_USER_DIR: '' };

it.each([
  ['bash', '.local/share/bash-completion/completions/pdfapi'],
  ['zsh', '.local/share/zsh/site-functions/_pdfapi'],
  ['fish', '.config/fish/completions/pdfapi.fish'],
])('installs the completion of the login shell %s, twice if asked', async (name, path) => {
  const home = temporaryFolder();
  const env = { ...homeless, HOME: home, SHELL: `/usr/bin/${name}` };
  for (const _ of [1, 2]) {
    const { stdout, exitCode } = await run(['completion', 'install'], { cwd: home, env });
    expect([exitCode, stdout]).toEqual([0, `${join(home, path)}\n`]);
  }
  const printed = await run(['completion', name], { cwd: home });
  expect(readFileSync(join(home, path), 'utf8').trimEnd()).toBe(printed.stdout.trimEnd());
});

it('respects the folders of the XDG specification, and prints JSON', async () => {
  const home = temporaryFolder();
  const env = { ...homeless, HOME: home, XDG_DATA_HOME: join(home, 'data') };
  const { stdout } = await run(['completion', 'install', 'bash', '--json'], { cwd: home, env });
  expect(JSON.parse(stdout)).toEqual({
    shell: 'bash',
    path: join(home, 'data/bash-completion/completions/pdfapi'),
  });
});

it('completes in a bash that loads the installed file', async () => {
  const home = temporaryFolder();
  const { stdout: path } = await run(['completion', 'install', 'bash'], {
    cwd: home,
    env: { ...homeless, HOME: home },
  });
  const { stdout } = await shell(
    `source ${path.trim()}; COMP_WORDS=(pdfapi comp) COMP_CWORD=1; _pdfapi; printf '%s' "\${COMPREPLY[@]}"`,
    { cwd: home },
  );
  expect(stdout).toBe('completion');
});

it.each([
  ['/bin/tcsh', 'There is no completion for tcsh.'],
  ['', 'SHELL is not set.'],
])('rejects the login shell %j, naming those that it has', async (SHELL, message) => {
  const { exitCode, stderr } = await run(['completion', 'install'], {
    cwd: temporaryFolder(),
    env: { SHELL },
  });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).toContain('pdfapi completion install bash|zsh|fish');
});

it('reports a folder that cannot be made', async () => {
  const home = temporaryFolder();
  writeFileSync(join(home, '.local'), 'a file');
  const env = { ...homeless, HOME: home };
  const { exitCode, stderr } = await run(['completion', 'install', 'bash'], { cwd: home, env });
  expect(exitCode).toBe(9);
  expect(stderr).toContain(join(home, '.local'));
});
