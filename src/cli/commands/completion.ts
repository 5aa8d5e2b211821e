/** `pdfapi completion <shell>`: the script that completes commands, options and files in a shell. */
import { Argument, type Command } from 'commander';
import type { CompletionNode } from '../completion/completion-tree.ts';
import type { OpenSession } from '../session.ts';
import { writeStdout } from '../streams.ts';

type Shell = 'bash' | 'zsh' | 'fish';

const scripts: Readonly<Record<Shell, () => Promise<(tree: readonly CompletionNode[]) => string>>> = {
  bash: async () => (await import('../completion/bash-script.ts')).bashScript,
  zsh: async () => (await import('../completion/zsh-script.ts')).zshScript,
  fish: async () => (await import('../completion/fish-script.ts')).fishScript,
};

export function addCompletionCommand(program: Command, open: OpenSession): void {
  program
    .command('completion')
    .summary('complete commands and options in your shell')
    .description('Prints the script that completes commands, options and files in a shell.')
    .addArgument(new Argument('<shell>', 'bash, zsh or fish').choices(Object.keys(scripts)))
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
      const [script, { completionTree }] = await Promise.all([
        scripts[shell](),
        import('../completion/completion-tree.ts'),
      ]);
      await writeStdout(script(completionTree(program)));
    });
}
