/** `pdfapi completion <shell>`: the script that completes commands, options and files in a shell. */
import { readFileSync } from 'node:fs';
import { Argument, type Command } from 'commander';
import { type Shell, shells } from '../completion/shells.ts';
import type { OpenSession } from '../session.ts';
import { writeStdout } from '../streams.ts';

export function addCompletionCommand(program: Command, open: OpenSession): void {
  program
    .command('completion')
    .summary('complete commands and options in your shell')
    .description('Prints the script that completes commands, options and files in a shell.')
    .addArgument(new Argument('<shell>', 'bash, zsh or fish').choices(shells))
    .addHelpText(
      'after',
      `
Put one of these into the file that your shell reads at its start:
  ~/.bashrc                    source <(pdfapi completion bash)
  ~/.zshrc, after compinit     source <(pdfapi completion zsh)
  ~/.config/fish/config.fish   pdfapi completion fish | source

bash of macOS (3.2) cannot read it that way: eval "$(pdfapi completion bash)"`,
    )
    .action(async (shell: Shell, _options: object, self: Command) => {
      await open(self);
      // Made by the build: a shell reads it at each of its starts, and to load all commands takes longer than that.
      await writeStdout(readFileSync(new URL(`../completion/pdfapi.${shell}`, import.meta.url), 'utf8'));
    });
}
