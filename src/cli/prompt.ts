/** Questions at a terminal. Where none can be asked, what is missing is named as an option instead. */
import { Failure } from '../contract/errors.ts';
import type { Terminal } from './terminal.ts';

interface Question {
  readonly message: string;
  /** Taken when nothing is typed. */
  readonly standard?: string;
  /** Shown as stars. */
  readonly isSecret?: true;
  /** What to give instead where there is no terminal to ask at. */
  readonly instead: string;
}

/** Throws `usage` naming what to give instead, and `interrupted`. */
export async function ask(
  terminal: Terminal,
  { message, standard, isSecret, instead }: Question,
): Promise<string> {
  if (!terminal.mayAsk)
    throw new Failure('usage', `${message} is missing, and there is no terminal to ask at.`, {
      hint: instead,
    });
  const { input, password } = await import('@inquirer/prompts');
  terminal.rest();
  // The prompts draw on stdout by default, and stdout is for results.
  const context = { output: process.stderr };
  const answer = isSecret
    ? password({ message: `${message}:`, mask: '*' }, context)
    : input({ message: `${message}:`, ...(standard === undefined ? {} : { default: standard }) }, context);
  const text = await answer.catch((error) => {
    throw error.name === 'ExitPromptError' ? new Failure('interrupted', 'Interrupted.') : error;
  });
  return text.trim();
}
