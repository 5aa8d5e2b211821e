/**
 * Imported by every process that runs tests: what it starts ends with it, however it ends. A worker of vitest that is
 * killed, or whose test has run out of time, runs no `afterAll` and no `finally`, and would leave servers behind.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Reads `+pid` and `-pid`, and at the end of its input, which is the end of the tests, kills whatever has not ended. */
const reaper = `
  running=' '
  while read -r line; do
    case $line in
      +*) running="$running\${line#+} " ;;
      -*) before=\${running%% \${line#-} *}; running="$before \${running#* \${line#-} }" ;;
    esac
  done
  kill -9 $running
`;

let reaperInput: Socket | undefined;
let isStarting = false;

/** Each of the test files that share a process imports its own copy of this module. */
const watched: unique symbol = Symbol.for('pdfapi.test.end-children');
const shared = globalThis as { [watched]?: true };

if (process.platform !== 'win32' && !shared[watched]) {
  shared[watched] = true;
  subscribe('child_process', (message) => {
    if (isStarting) return;
    const { process: child } = message as { process: ChildProcess };
    child.once('spawn', () => {
      const { pid } = child;
      reaperInput ??= startReaper();
      reaperInput.write(`+${pid}\n`);
      child.once('exit', () => reaperInput?.write(`-${pid}\n`));
    });
  });
}

/** In a group of its own, so that Ctrl-C does not end it before what it has to end. */
function startReaper(): Socket {
  isStarting = true;
  const child = spawn('sh', ['-c', reaper], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  isStarting = false;
  const stdin = child.stdin as Socket;
  // The tests do not wait for it: it waits for them.
  child.unref();
  stdin.unref();
  stdin.on('error', () => {});
  return stdin;
}
