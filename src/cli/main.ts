/** Start and end of the command line: signals, exit codes, and the only `process.exit`. */
import { type ErrorCode, errorCatalogue, Failure } from '#contract/errors';
import { readContext } from './context.ts';
import { reportFailure } from './failure.ts';
import { quietStreams } from './io/streams.ts';
import { styleFor } from './io/style.ts';
import { createProgram, runProgram } from './program.ts';
import { openSession, type Session } from './session.ts';
import { ShutdownHooks } from './shutdown.ts';

export async function main(): Promise<void> {
  const context = readContext(process);
  const shutdown = new ShutdownHooks();
  let session: Session | undefined;
  let isShuttingDown = false;

  /** The first outcome ends the process. Errors that the shutdown itself causes are ignored. */
  const end = async (outcome: { error?: unknown }) => {
    if (isShuttingDown) return;
    isShuttingDown = true;
    session?.terminal.rest();
    const exitCode =
      'error' in outcome
        ? await reportFailure(outcome.error, context, {
            verbose: session?.terminal.isVerbose ?? false,
            warnings: session?.terminal.warnings ?? [],
          })
        : 0;
    // Set first, because the process may end by itself while the shutdown closes what is open.
    process.exitCode = exitCode;
    await shutdown.run();
    process.exit(exitCode);
  };

  /** A server finishes its running requests and then its command ends; every other command is cut off. */
  const stop = async (error: Failure) => {
    if (shutdown.stop) await shutdown.stop(error);
    else await end({ error });
  };

  quietStreams();
  process.on('uncaughtException', (error) => void end({ error }));
  process.on('unhandledRejection', (error) => void end({ error }));
  // Node.js ends with 0 if nothing is left that could end what the command waits for, and scripts would go on.
  process.on('beforeExit', () => void end({ error: new Error('The command ended before it was done.') }));
  onSignal('SIGINT', () => stop(new Failure('interrupted', 'Interrupted.')), 'interrupted');
  onSignal('SIGTERM', () => stop(new Failure('terminated', 'Terminated.')), 'terminated');
  // The terminal was closed. Node.js handles this signal even under `nohup`, which had it ignored.
  onSignal('SIGHUP', () => stop(new Failure('terminated', 'Terminated.')), 'terminated');

  try {
    const style = await styleFor(context.colour.stdout);
    const program = await createProgram(context, style, async (command) => {
      session = await openSession(context, shutdown, command);
      return session;
    });
    await runProgram(program, context.argv);
    await end({});
  } catch (error) {
    await end({ error });
  }
}

/**
 * The first signal shuts down gracefully, a second one immediately. One Ctrl-C may arrive twice: from the terminal, and
 * forwarded by npx or by the launcher for older runtimes. A signal that follows within a moment counts as the same one.
 */
function onSignal(signal: NodeJS.Signals, shutDown: () => Promise<void>, code: ErrorCode): void {
  const sameMoment = 500;
  let first: number | undefined;
  process.on(signal, () => {
    const now = performance.now();
    if (first === undefined) {
      first = now;
      void shutDown();
    } else if (now - first > sameMoment) process.exit(errorCatalogue[code].exit);
  });
}
