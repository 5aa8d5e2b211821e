/** Generates the scripts of `pdfapi completion` from the program with all its commands. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { bashScript } from '../src/cli/commands/completion/bash-script.ts';
import { completionTree } from '../src/cli/commands/completion/completion-tree.ts';
import { fishScript } from '../src/cli/commands/completion/fish-script.ts';
import { type Shell, shells } from '../src/cli/commands/completion/shells.ts';
import { zshScript } from '../src/cli/commands/completion/zsh-script.ts';
import { outputFolder } from './output-folder.ts';
import { wholeProgram } from './whole-program.ts';

const scriptFor = { bash: bashScript, zsh: zshScript, fish: fishScript } satisfies Record<Shell, unknown>;

const tree = completionTree(await wholeProgram());
for (const shell of shells) {
  // They are 0.2 MB of the package, and read once.
  const packed = brotliCompressSync(scriptFor[shell](tree));
  writeFileSync(join(outputFolder, `cli/commands/completion/pdfapi.${shell}.br`), packed);
}
