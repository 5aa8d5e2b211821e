/** Help texts: a command's own options first, no meaningless defaults, and examples if they are needed. */
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { run } from '../support/run.ts';

const help = async (...args: string[]): Promise<string> => {
  const { stdout, stderr, exitCode } = await run(args, { cwd: temporaryFolder() });
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  return stdout;
};

it('ends each command with one short paragraph on the options that all commands have', async () => {
  for (const command of [['completion'], ['generate'], ['admin', 'credits', 'add'], ['templates']]) {
    const text = await help(...command, '--help');
    expect(text).not.toContain('--token-file <path>');
    const last = text.trimEnd().split('\n\n').at(-1) ?? '';
    expect(last).toContain('--json');
    expect(last).toContain('pdfapi help options');
    expect(last.split('\n').length).toBeLessThanOrEqual(3);
    expect(Math.max(...last.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  }
});

it('explains the options of all commands in help options and in pdfapi --help', async () => {
  const [topic, all] = [await help('help', 'options'), await help('--help')];
  for (const text of [topic, all]) {
    expect(text).toContain('--token-file <path>');
    expect(text.replace(/\s+/g, ' ')).toContain('(default: 30s locally, 2m on a server)');
  }
  expect(topic).not.toContain('Commands:');
  expect(all).not.toContain('pdfapi help options says');
  const json = JSON.parse(await help('help', 'options', '--json'));
  expect(json['--retries <number>']).toContain('default: 5');
});

it('prints the same for help <command> and the command’s own --help, examples included', async () => {
  expect(await help('help', 'generate')).toBe(await help('generate', '--help'));
  expect(await help('help', 'admin', 'team', 'create')).toContain('Examples:');
});

it('serve shows the defaults of values and not of switches', async () => {
  const text = (await help('serve', '--help')).replace(/\s+/g, ' ');
  expect(text).not.toContain('(default: 0)');
  expect(text).toContain('port to listen on; 0 picks a free one (default: 8080)');
});

it.each([
  'templates new',
  'templates check',
  'templates status',
  'templates diff',
  'templates push',
  'templates publish',
  'templates list',
  'templates show',
  'templates pull',
  'admin team create',
  'admin team set',
  'admin token create',
  'admin token revoke',
  'admin credits add',
  'admin credits correct',
  'admin signing-key rotate',
  'admin backup',
  'admin restore',
  'login',
  'merge',
  'check',
  'batch',
  'jobs download',
])('%s has examples', async (command) => {
  const text = await help(...command.split(' '), '--help');
  expect(text).toContain(`Examples:\n  pdfapi ${command.split(' ')[0]}`);
  expect(text).toContain(`  pdfapi ${command}`);
});
