/**
 * `vitest run` with its arguments, and once more for the files whose process was ended by the engine.
 *
 * V8 ends about one process in 600 by a failed check of its own (`Check failed: jit_page.has_value()`), even one without
 * threads. The bug is known upstream, and no release of Node.js fixes it yet. Any other failure is final, including that of a
 * process that ran out of memory (SIGABRT) or was killed.
 */
import { parseCLI, startVitest, type TestModule, type Vitest } from 'vitest/node';

/** What a process gets when a check of the engine fails, or its machine code is not valid. */
const engineSignals = ['SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS'];

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
const first = await startVitest([...filter], options);
const cut = process.exitCode === 1 && onlyTheEngineFailed(first) ? unfinished(first) : [];
if (cut.length > 0) {
  const files = cut.map(({ relativeModuleId }) => relativeModuleId);
  console.error(`\nThe engine ended a process of the tests. Once more: ${files.join(', ')}\n`);
  process.exitCode = 0;
  await startVitest(files, options);
}
// As vitest does: what tests leave open does not keep this process alive.
process.exit();

function onlyTheEngineFailed({ state }: Vitest): boolean {
  const errors = state.getUnhandledErrors();
  const hasFailure = state.getTestModules().some((module) => module.state() === 'failed');
  return errors.length > 0 && errors.every(isEndedByEngine) && !hasFailure;
}

function isEndedByEngine(error: unknown): boolean {
  const { cause } = error as { readonly cause?: { readonly message?: string } };
  const signal = /^Worker exited unexpectedly with signal (\w+)/.exec(cause?.message ?? '')?.[1];
  return signal !== undefined && engineSignals.includes(signal);
}

/** The files of which a result is missing. */
function unfinished({ state }: Vitest): readonly TestModule[] {
  return state.getTestModules().filter((module) => ['pending', 'queued'].includes(module.state()));
}
