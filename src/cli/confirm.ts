/** A question at a terminal that is answered with yes or no. */
import { Failure } from '../contract/errors.ts';
import type { Terminal } from './terminal.ts';

const ctrlD = '\u0004';

/** false where the answer is no, or the input ends without one. Throws `interrupted` at Ctrl-C. */
export async function confirm(message: string, terminal: Terminal): Promise<boolean> {
  const prompts = await import('@inquirer/prompts');
  terminal.rest();
  const noAnswer = new AbortController();
  const end = () => noAnswer.abort();
  // The prompt would wait on: it reads Ctrl-D as the end of its line editor and nothing more.
  const watch = (keys: Buffer | string) => {
    if (keys.toString().includes(ctrlD)) end();
  };
  process.stdin.on('data', watch).on('end', end);
  try {
    // The prompts draw on stdout by default, and stdout is for results.
    return await prompts.confirm(
      { message, default: false },
      { output: process.stderr, signal: noAnswer.signal },
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
