/** One run of one command: its process, its global options, its output and its cleanup. */
import type { Command } from 'commander';
import type { Context } from './context.ts';
import { styleFor } from './io/style.ts';
import { Terminal } from './io/terminal.ts';
import type { ShutdownHooks } from './shutdown.ts';

export interface Session {
  readonly context: Context;
  readonly terminal: Terminal;
  readonly shutdown: ShutdownHooks;
  /** Every question is confirmed without asking. */
  readonly yes: boolean;
  /** Global options: which server to use, and how long to wait. */
  readonly globals: GlobalFlags;
}

interface GlobalFlags {
  readonly profile?: string;
  readonly urlBase?: string;
  readonly tokenFile?: string;
  readonly retries?: string;
  /** `--timeout`, in milliseconds. */
  readonly timeout?: number;
  /** Never contact a server. */
  readonly local?: true;
}

/** Opens the session of a parsed command. Every command's action begins with it. */
export type OpenSession = (command: Command) => Promise<Session>;

interface GlobalOptions extends GlobalFlags {
  readonly quiet?: true;
  readonly verbose?: true;
  readonly input: boolean;
  readonly yes?: true;
}

export async function openSession(
  context: Context,
  shutdown: ShutdownHooks,
  command: Command,
): Promise<Session> {
  const {
    quiet = false,
    verbose = false,
    input,
    yes = false,
    ...globals
  } = command.optsWithGlobals<GlobalOptions>();
  const [style, styleOut] = await Promise.all([
    styleFor(context.colour.stderr),
    styleFor(context.colour.stdout),
  ]);
  const terminal = new Terminal(context, { quiet, verbose, input }, style, styleOut);
  shutdown.add(() => terminal.rest());
  return { context, terminal, shutdown, yes, globals };
}
