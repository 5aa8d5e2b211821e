import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { CommandChoice } from '../../../src/cli/add-commands.ts';
import { commandTable } from '../../../src/cli/command-table.ts';
import { readContext } from '../../../src/cli/context.ts';
import { styleFor } from '../../../src/cli/io/style.ts';
import { createProgram } from '../../../src/cli/program.ts';

async function programFor(argv: readonly string[], isWanted?: CommandChoice) {
  const style = await styleFor(0);
  const context = { ...readContext(process), argv };
  const open = () => {
    throw new Error('no command is run here');
  };
  return (await createProgram(context, style, open, isWanted)).command;
}

it('the command list describes each command as the command itself does', async () => {
  const [listed, loaded] = [await programFor(['--help']), await programFor([], () => true)];
  expect(listed.helpInformation()).toBe(loaded.helpInformation());
  expect(loaded.commands.every((command) => command.description() !== '')).toBe(true);
  expect(listed.commands.every((command) => command.description() === '')).toBe(true);
});

it('loads only the named command, wherever its name appears', async () => {
  const program = await programFor(['--timeout', '5s', 'doctor', '--json']);
  const loaded = program.commands.filter((command) => command.description() !== '');
  expect(loaded.map((command) => command.name())).toEqual(['doctor']);
});

it('every file that adds a command is in the table', () => {
  const files = readdirSync(resolve(import.meta.dirname, '../../../src/cli/commands'));
  const ownFiles = files
    .filter((name) => !/^(?:admin|templates)-/.test(name))
    .flatMap((name) => (name === 'forms' ? ['fields', 'fill'] : [name]));
  expect(commandTable.length).toBe(ownFiles.length);
});
