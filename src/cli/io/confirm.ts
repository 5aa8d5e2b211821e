/** Yes/no questions at a terminal. */
import { Failure } from '#contract/errors';
import type { Session } from '../session.ts';
import type { Terminal } from './terminal.ts';

const ctrlD = '\u0004';

/** Asks before something is deleted. Throws `usage` if the response is no, and if `command` can ask no question. */
export async function assertConfirmed(
  { terminal, yes }: Pick<Session, 'terminal' | 'yes'>,
  question: string,
  command: string,
): Promise<void> {
  if (yes) return;
  if (!terminal.mayAsk) {
    throw new Failure('usage', 'A deletion must be confirmed, but there is no terminal to ask at.', {
      hint: `Confirm it with --yes: ${command} --yes`,
    });
  }
  if (!(await confirm(question, terminal))) {
    throw new Failure('usage', 'Not confirmed: nothing was deleted.', {
      hint: 'Confirm it with y, or --yes.',
    });
  }
}

/** Returns false if the response is no, or if the input ends without one. Throws `interrupted` at Ctrl-C. */
export async function confirm(message: string, terminal: Terminal): Promise<boolean> {
  const prompts = await import('@inquirer/prompts');
  terminal.rest();
  const interruption = new AbortController();
  const end = () => interruption.abort();
  // Without this the prompt would keep waiting: it takes Ctrl-D only as the end of its line editor.
  const watch = (keys: Buffer | string) => {
    if (keys.toString().includes(ctrlD)) end();
  };
  process.stdin.on('data', watch).on('end', end);
  try {
    // The prompts draw on stdout by default, which is reserved for results.
    return await prompts.confirm(
      { message, default: false },
      { output: process.stderr, signal: interruption.signal },
    );
  } catch (error) {
    if ((error as Error).name === 'AbortPromptError') return false;
    // Ctrl-C: the prompt reads it as a key, and no signal comes.
    if ((error as Error).name === 'ExitPromptError') throw new Failure('interrupted', 'Interrupted.');
    throw error;
  } finally {
    process.stdin.off('data', watch).off('end', end);
  }
}
