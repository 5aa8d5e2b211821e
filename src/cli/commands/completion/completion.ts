/** `pdfapi completion <shell>`: prints the script that completes commands, options and files in a shell. */
import { Argument, type Command } from 'commander';
import { writeStdout } from '../../io/streams.ts';
import type { OpenSession } from '../../session.ts';
import { type Shell, shells } from './shells.ts';

export function addCompletionCommand(program: Command, open: OpenSession): void {
  const completion = program
    .command('completion')
    .summary('print or install the completion script for your shell')
    .description('Prints the script that completes commands, options and files in your shell.')
    .addArgument(new Argument('<shell>', 'bash, zsh or fish').choices(shells))
    .addHelpText(
      'after',
      `
Examples:
  pdfapi completion install           # once: for your shell, in its folder for completions
  source <(pdfapi completion bash)    # or this, in ~/.bashrc; ~/.zshrc after compinit: the same with zsh
  pdfapi completion fish | source     # in ~/.config/fish/config.fish

The bash of macOS (3.2) needs this instead: eval "$(pdfapi completion bash)"`,
    )
    .action(async (shell: Shell, _options: object, self: Command) => {
      await open(self);
      const { completionScript } = await import('./completion-script.ts');
      await writeStdout(completionScript(shell));
    });
  completion
    .command('install')
    .summary('install the script where your shell finds it')
    .description(
      'Writes the completion script to the folder from which your shell loads completions, and prints its path. Startup files are not changed.',
    )
    .addArgument(new Argument('[shell]', 'bash, zsh or fish (default: your login shell)').choices(shells))
    .action(async (shell: Shell | undefined, _options: object, self: Command) => {
      const session = await open(self);
      const { installCompletion } = await import('./install-completion.ts');
      await installCompletion(session, shell);
    });
}
