/** Questions at a terminal. Without a terminal, the error names the option to use instead. */
import { Failure } from '#contract/errors';
import type { Terminal } from './terminal.ts';

interface Question {
  readonly message: string;
  /** The value of an empty input. */
  readonly standard?: string;
  /** The input is shown as asterisks. */
  readonly isSecret?: true;
  /** The option to use if there is no terminal to ask at. */
  readonly instead: string;
}

/** Throws `usage` that names the alternative, and `interrupted`. */
export async function ask(
  terminal: Terminal,
  { message, standard, isSecret, instead }: Question,
): Promise<string> {
  if (!terminal.mayAsk)
    throw new Failure('usage', `${message} is missing, but there is no terminal to ask at.`, {
      hint: instead,
    });
  const { input, password } = await import('@inquirer/prompts');
  terminal.rest();
  // The prompts draw on stdout by default, which is reserved for results.
  const context = { output: process.stderr };
  const typed = isSecret
    ? password({ message: `${message}:`, mask: '*' }, context)
    : input({ message: `${message}:`, ...(standard === undefined ? {} : { default: standard }) }, context);
  const text = await typed.catch((error) => {
    throw error.name === 'ExitPromptError' ? new Failure('interrupted', 'Interrupted.') : error;
  });
  return text.trim();
}
