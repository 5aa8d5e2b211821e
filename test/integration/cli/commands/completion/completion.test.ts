import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { readContext } from '../../../../../src/cli/context.ts';
import { styleFor } from '../../../../../src/cli/io/style.ts';
import { createProgram } from '../../../../../src/cli/program.ts';
import { temporaryFolder } from '../../../../support/cli/temporary-folder.ts';
import { run, shell } from '../../../../support/run.ts';

const folder = () => temporaryFolder();
const folderWithFiles = () => temporaryFolder({ 'in voice.json': '{}', 'invoice/template.html': '' });

const isInstalled = (shell: string): boolean => {
  try {
    execFileSync(shell, ['-c', 'exit 0']);
    return true;
  } catch {
    return false;
  }
};

const scriptOf = async (shell: string, cwd: string): Promise<string> =>
  (await run(['completion', shell], { cwd })).stdout;

/** Returns the completions at the end of a line in bash, given the words of the line as readline splits them. */
async function inBash(words: readonly string[], cwd: string): Promise<string[]> {
  const line = words.map((word) => `'${word}'`).join(' ');
  const { stdout, stderr } = await shell(
    `source <(pdfapi completion bash)
     COMP_WORDS=(${line}) COMP_CWORD=${words.length - 1}
     _pdfapi
     printf '%s\n' "\${COMPREPLY[@]}"`,
    { cwd },
  );
  expect(stderr).toBe('');
  return stdout.split('\n').filter(Boolean);
}

it('completes commands and subcommands', async () => {
  const cwd = folderWithFiles();
  expect(await inBash(['pdfapi', 'gen'], cwd)).toEqual(['generate']);
  expect(await inBash(['pdfapi', 'templates', 'pu'], cwd)).toEqual(['push', 'publish', 'pull']);
  expect(await inBash(['pdfapi', 'admin', 'token', 're'], cwd)).toEqual(['revoke']);
  expect(await inBash(['pdfapi', 'completion', ''], cwd)).toEqual(['install', 'bash', 'zsh', 'fish']);
  expect(await inBash(['pdfapi', 'help', 'e'], cwd)).toEqual(['exit-codes', 'environment']);
});

it('completes the options of the command and the global ones', async () => {
  const cwd = folderWithFiles();
  expect(await inBash(['pdfapi', 'html', '--margin-'], cwd)).toEqual([
    '--margin-top',
    '--margin-right',
    '--margin-bottom',
    '--margin-left',
  ]);
  expect(await inBash(['pdfapi', 'doctor', '--pro'], cwd)).toEqual(['--profile']);
  expect(await inBash(['pdfapi', 'doctor', '--margin'], cwd)).toEqual([]);
});

it('does not mistake the value of an option for a command, and completes known values', async () => {
  const cwd = folderWithFiles();
  expect(await inBash(['pdfapi', '--profile', 'templates', 'gen'], cwd)).toEqual(['generate']);
  expect(await inBash(['pdfapi', '--profile', '=', 'templates', 'gen'], cwd)).toEqual(['generate']);
  expect(await inBash(['pdfapi', 'html', '--format', 'Le'], cwd)).toEqual(['Letter', 'Legal', 'Ledger']);
  expect(await inBash(['pdfapi', 'html', '--format', '=', 'Tab'], cwd)).toEqual(['Tabloid']);
  expect(await inBash(['pdfapi', 'html', '--filename', 'in'], cwd)).toEqual([]);
});

it('completes files for a file argument, and folders where only they are taken', async () => {
  const cwd = folderWithFiles();
  expect((await inBash(['pdfapi', 'html', 'in'], cwd)).sort()).toEqual(['in voice.json', 'invoice']);
  expect(await inBash(['pdfapi', 'dev', 'in'], cwd)).toEqual(['invoice']);
  expect((await inBash(['pdfapi', 'generate', 'invoice', '-d', 'in'], cwd)).sort()).toEqual([
    'in voice.json',
    'invoice',
  ]);
  expect(await inBash(['pdfapi', 'usage', 'in'], cwd)).toEqual([]);
});

it('every command and every option of the program is in every script', async () => {
  const context = readContext(process);
  const style = await styleFor(0);
  const { command } = await createProgram(
    context,
    style,
    () => {
      throw new Error('not run');
    },
    () => true,
  );
  const words = new Set<string>();
  const collect = (of: typeof command) => {
    for (const { long } of of.options) if (long) words.add(long.slice(2));
    for (const child of of.commands) {
      words.add(child.name());
      collect(child);
    }
  };
  collect(command);
  expect(words.size).toBeGreaterThan(60);
  const cwd = folder();
  for (const shell of ['bash', 'zsh', 'fish']) {
    const script = await scriptOf(shell, cwd);
    expect([...words].filter((word) => !script.includes(word))).toEqual([]);
  }
});

it('uses nothing in the bash script that is newer than bash 3.2', async () => {
  const script = await scriptOf('bash', folder());
  expect(script).not.toMatch(/declare -A|mapfile|readarray|\$\{\w+,,|local -n|&>>/);
});

it.skipIf(!isInstalled('zsh'))('zsh completes commands', async () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'completion'), await scriptOf('zsh', cwd));
  const { stdout } = await execa(
    'zsh',
    [
      '-fc',
      `autoload -U compinit; compinit -u -D; source ./completion
     _describe() { print -l -- "\${(@P)2}" }
     words=(pdfapi templates pu); CURRENT=3; PREFIX=pu; _pdfapi`,
    ],
    { cwd },
  );
  expect(stdout).toContain('push:');
});

it.skipIf(!isInstalled('fish'))('fish completes commands', async () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'completion'), await scriptOf('fish', cwd));
  const { stdout } = await execa('fish', ['-Nc', `source completion; complete -C 'pdfapi templates pu'`], {
    cwd,
  });
  expect(stdout).toMatch(/^push\t/m);
});

it('an unsupported shell is a usage error', async () => {
  const { exitCode, stderr } = await run(['completion', 'tcsh'], { cwd: folder() });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('bash, zsh, fish');
});
