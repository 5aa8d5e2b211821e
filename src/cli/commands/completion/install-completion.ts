/** `pdfapi completion install`: puts the script where the shell looks for completions, and changes no startup file. */
import { basename, dirname, join } from 'node:path';
import { Failure } from '#contract/errors';
import { writeFileAtomically } from '#contract/files/atomic-write';
import { fileFailure } from '#contract/files/file-failure';
import { homeDirectory } from '#contract/files/home-directory';
import { makeFolder } from '#contract/files/make-folder';
import { writeStdout } from '../../io/streams.ts';
import type { Session } from '../../session.ts';
import { completionScript } from './completion-script.ts';
import { type Shell, shells } from './shells.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface Place {
  /** The file that the shell loads. */
  readonly path: (environment: Environment) => string;
  /** Tells the user how to use the completion, and what may still be missing. */
  readonly note: (path: string) => string;
}

const newShell = 'Open a new shell to use it.';
const dataHome = (environment: Environment) =>
  environment.XDG_DATA_HOME || join(homeDirectory(environment), '.local', 'share');

const places: Readonly<Record<Shell, Place>> = {
  bash: {
    // https://github.com/scop/bash-completion#faq
    path: (environment) =>
      join(
        environment.BASH_COMPLETION_USER_DIR || join(dataHome(environment), 'bash-completion'),
        'completions',
        'pdfapi',
      ),
    note: () => `${newShell} This needs the package bash-completion, which most systems have.`,
  },
  zsh: {
    path: (environment) => join(dataHome(environment), 'zsh', 'site-functions', '_pdfapi'),
    note: (path) =>
      `Add this to ~/.zshrc before compinit, if it is not there: fpath=(${dirname(path)} $fpath)`,
  },
  fish: {
    path: (environment) =>
      join(
        environment.XDG_CONFIG_HOME || join(homeDirectory(environment), '.config'),
        'fish',
        'completions',
        'pdfapi.fish',
      ),
    note: () => newShell,
  },
};

/**
 * Installs the completion of `shell`, or of the user's login shell, and prints its path. Throws `usage` for a shell
 * without one, and `file_unwritable`.
 */
export async function installCompletion(session: Session, given: Shell | undefined): Promise<void> {
  const { context, terminal, shutdown } = session;
  const shell = given ?? loginShell(context.environment);
  const { path: toPath, note } = places[shell];
  const path = toPath(context.environment);
  try {
    makeFolder(dirname(path));
  } catch (error) {
    throw fileFailure('file_unwritable', path, error);
  }
  await writeFileAtomically(path, Buffer.from(completionScript(shell)), { overwrite: true, shutdown });
  await writeStdout(context.json ? `${JSON.stringify({ shell, path })}\n` : `${path}\n`);
  terminal.note(note(path));
}

function loginShell({ SHELL = '' }: Environment): Shell {
  const name = basename(SHELL);
  const shell = shells.find((each) => each === name);
  if (shell) return shell;
  throw new Failure('usage', SHELL === '' ? 'SHELL is not set.' : `There is no completion for ${name}.`, {
    hint: `Name a shell: pdfapi completion install ${shells.join('|')}`,
  });
}
