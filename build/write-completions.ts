/** Generates the scripts of `pdfapi completion` from the program with all its commands. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bashScript } from '../src/cli/commands/completion/bash-script.ts';
import { completionTree } from '../src/cli/commands/completion/completion-tree.ts';
import { fishScript } from '../src/cli/commands/completion/fish-script.ts';
import { type Shell, shells } from '../src/cli/commands/completion/shells.ts';
import { zshScript } from '../src/cli/commands/completion/zsh-script.ts';
import { readContext } from '../src/cli/context.ts';
import { styleFor } from '../src/cli/io/style.ts';
import { createProgram } from '../src/cli/program.ts';
import { outputFolder } from './output-folder.ts';

const scriptFor = { bash: bashScript, zsh: zshScript, fish: fishScript } satisfies Record<Shell, unknown>;

const plain = await styleFor(0);
const { command: program } = await createProgram(
  readContext(process),
  { stdout: plain, stderr: plain },
  () => Promise.reject(new Error('No command is run here.')),
  () => true,
);
const tree = completionTree(program);
for (const shell of shells) {
  writeFileSync(join(outputFolder, `cli/commands/completion/pdfapi.${shell}`), scriptFor[shell](tree));
}
