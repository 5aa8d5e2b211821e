/**
 * `npm run test:reach`: which functions of `src` no command, route or public function reaches.
 *
 * Runs the tests of `e2e` and `integration` under V8's coverage, with the command from its sources, and lists what only tests
 * of parts and of extremes use, or nothing at all: code to delete, or a feature whose everyday use has no test. Arguments choose
 * files of tests, as for vitest. Code that runs in a browser is not listed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** What V8 writes of one process or thread. */
interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      /** The first is the whole function. */
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
    }[];
  }[];
}

interface FunctionReach {
  readonly name: string;
  isReached: boolean;
}

const root = resolve(import.meta.dirname, '../../..');
const sources = pathToFileURL(join(root, 'src')).href;
/** Sent to the browser as text, or served to it. */
const runsInBrowser =
  /\/page-scripts\/|\/(?:studio|dev)\/page\/|\/docs-page\/|\/studio\/(?:code\/|from-pdfme)/;

/** File → offset of each function in it. Types are stripped in place, so that offsets are those of the file. */
const reach = new Map<string, Map<number, FunctionReach>>();
const folder = mkdtempSync(join(tmpdir(), 'pdfapi-reach-'));

const projects = ['--project', 'integration', '--project', 'e2e'];
/** Their scripts are made by the build, and the sources have none. */
const needBuild = ['--exclude', 'test/integration/cli/commands/completion/**'];
const tests = spawn(
  process.execPath,
  ['test/support/run-tests.ts', ...projects, ...needBuild, ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_V8_COVERAGE: folder,
      NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'cover-threads.ts'))}`,
      PDFAPI_TEST_BIN: join(import.meta.dirname, 'from-sources.mjs'),
    },
  },
);
// Thousands of processes write a megabyte or two each.
const collecting = setInterval(collect, 1_000);
const [exitCode] = await once(tests, 'exit');
clearInterval(collecting);
collect();
rmSync(folder, { recursive: true });
report();
process.exitCode = exitCode ?? 1;

function collect(): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    try {
      add(JSON.parse(readFileSync(path, 'utf8')));
    } catch (error) {
      // Still being written.
      if (error instanceof SyntaxError) continue;
      throw error;
    }
    rmSync(path);
  }
}

function add({ result }: Coverage): void {
  for (const { url, functions } of result) {
    if (!url.startsWith(sources)) continue;
    const path = fileURLToPath(url.replace(/\?.*/, ''));
    const known = reach.get(path) ?? new Map<number, FunctionReach>();
    reach.set(path, known);
    for (const { functionName: name, ranges } of functions) {
      const [{ startOffset, count }] = ranges as [{ startOffset: number; count: number }];
      const before = known.get(startOffset);
      if (before) before.isReached ||= count > 0;
      else known.set(startOffset, { name, isReached: count > 0 });
    }
  }
}

function report(): void {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, 'src', name))
    .filter((path) => /\.ts$/.test(path) && !/\.d\.ts$/.test(path) && !runsInBrowser.test(path))
    .sort();
  let functions = 0;
  let unreached = 0;
  for (const path of files) {
    const known = reach.get(path);
    const shown = relative(root, path);
    if (!known) {
      // Files of types alone are not loaded either.
      if (/^(?:export )?(?:async )?(?:function|class|const|let) /m.test(readFileSync(path, 'utf8'))) {
        console.log(`${shown}: not loaded`);
        unreached++;
      }
      continue;
    }
    functions += known.size;
    const text = readFileSync(path, 'utf8');
    for (const [offset, { name, isReached }] of [...known].sort(([a], [b]) => a - b)) {
      if (isReached) continue;
      unreached++;
      console.log(`${shown}:${text.slice(0, offset).split('\n').length} ${name || '(anonymous)'}`);
    }
  }
  console.log(`\n${unreached} of ${functions} functions are reached by no test of e2e and integration.`);
}
