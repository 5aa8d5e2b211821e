/** The scripts of `pdfapi completion`, read off the program with all its commands. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bashScript } from '../src/cli/completion/bash-script.ts';
import { completionTree } from '../src/cli/completion/completion-tree.ts';
import { fishScript } from '../src/cli/completion/fish-script.ts';
import { type Shell, shells } from '../src/cli/completion/shells.ts';
import { zshScript } from '../src/cli/completion/zsh-script.ts';
import { readContext } from '../src/cli/context.ts';
import { createProgram } from '../src/cli/program.ts';
import { styleFor } from '../src/cli/style.ts';
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
  writeFileSync(join(outputFolder, `cli/completion/pdfapi.${shell}`), scriptFor[shell](tree));
}
