import { Failure } from '#contract/errors';
import { ask } from '../../io/prompt.ts';
import type { Terminal } from '../../io/terminal.ts';

interface PasswordUse<Result> {
  /** From an option or the environment. */
  readonly given: string | undefined;
  /** Undefined: without a password. */
  readonly use: (password: string | undefined) => Promise<Result>;
  /** The code of the cause of a failure that another password may end. */
  readonly lockedCode: string;
  /** The question at the terminal. */
  readonly message: string;
  /** The option that takes the password. */
  readonly option: string;
  /** Advice for a failure where the terminal cannot ask for another password. */
  readonly hint: string | undefined;
}

/** Tries the password that is given, or none, and then the one that is typed at a terminal. Throws what `use` throws. */
export async function withPassword<Result>(
  terminal: Terminal,
  { given, use, lockedCode, message, option, hint }: PasswordUse<Result>,
): Promise<Result> {
  try {
    return await use(given);
  } catch (error) {
    const isLocked =
      error instanceof Failure && (error.cause as { code?: unknown } | undefined)?.code === lockedCode;
    if (!isLocked) throw error;
    if (given !== undefined || !terminal.mayAsk) {
      throw hint === undefined ? error : new Failure(error.code, error.message, { cause: error, hint });
    }
  } finally {
    terminal.rest();
  }
  return await use(await ask(terminal, { message, isSecret: true, instead: option }));
}
