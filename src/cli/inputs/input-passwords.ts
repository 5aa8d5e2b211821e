/** The passwords of encrypted PDFs that a command reads, from `--input-password-file` and the terminal. */
import { Failure } from '#contract/errors';
import { ask } from '../io/prompt.ts';
import type { Terminal } from '../io/terminal.ts';
import { readPasswordLines } from '../options/protection/password-file.ts';

export interface InputPasswords {
  /** Returns the passwords to try for a file, which is named as in the arguments. Throws `file_unreadable`. */
  of(file: string): Promise<readonly string[]>;
  /** Asks for the password of the file with this name, once, if there is a terminal. Throws `interrupted`. */
  ask(name: string): Promise<string | undefined>;
  /**
   * Yields what may open a file, one after the other: those of `of`, and in the end what `ask` returns. Throws
   * `file_unreadable` and `interrupted`.
   */
  candidates(input: { readonly file: string; readonly text: string }): AsyncGenerator<string>;
  /** The hint of the error that no password opened a file. */
  readonly hint: string;
}

/**
 * `given`: values of the option, `secret.txt` or `a.pdf=secret.txt`; `files`: the PDFs of the command. Throws `usage` for
 * a password of another file.
 */
export function inputPasswords(
  terminal: Terminal,
  given: readonly string[],
  files: readonly string[],
): InputPasswords {
  const sources = given.map((text) => parse(text, files));
  const typed = new Map<string, Promise<string>>();
  const passwords: Omit<InputPasswords, 'hint'> = {
    async of(file) {
      const found = sources.filter(({ pdf }) => pdf === undefined || pdf === file);
      return (await Promise.all(found.map(({ secrets }) => readPasswordLines(secrets)))).flat();
    },
    async ask(name) {
      if (!terminal.mayAsk) return undefined;
      const answer =
        typed.get(name) ??
        ask(terminal, {
          message: `Password of ${name}`,
          isSecret: true,
          instead: '--input-password-file',
        });
      typed.set(name, answer);
      return (await answer) || undefined;
    },
    async *candidates({ file, text }) {
      yield* await passwords.of(file);
      const answer = await passwords.ask(text);
      if (answer !== undefined) yield answer;
    },
  };
  return {
    ...passwords,
    hint:
      given.length === 0
        ? 'Give the password in a file: --input-password-file'
        : `${sources.map(({ secrets }) => secrets).join(', ')}: no line is a password that opens it.`,
  };
}

interface PasswordSource {
  /** Undefined: for all of them. */
  readonly pdf?: string;
  readonly secrets: string;
}

/** The name of a PDF may contain `=` too. */
function parse(text: string, files: readonly string[]): PasswordSource {
  const pdf = files.find((file) => text.startsWith(`${file}=`));
  if (pdf !== undefined && text.length > pdf.length + 1) {
    return { pdf, secrets: text.slice(pdf.length + 1) };
  }
  const named = /^(.+\.pdf)=/i.exec(text)?.[1];
  if (named === undefined) return { secrets: text };
  throw new Failure('usage', `--input-password-file names ${named}, which is no input.`, {
    hint: 'Write the PDF as in the arguments: a.pdf b.pdf --input-password-file a.pdf=secret.txt',
  });
}
