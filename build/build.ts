/**
 * Builds `dist` if its inputs have changed since the last build; `--force` always builds.
 *
 * A build is written beside the current one and replaces it in one step when it is complete, so it does not affect
 * running commands or concurrent builds. One that is interrupted leaves nothing behind.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { linkBuild, linkedBuild, retireBuilds } from './dist-link.ts';
import { inputHash } from './input-hash.ts';
import { linkCommand } from './link-command.ts';
import { writeEntry } from './write-entry.ts';

const root = resolve(import.meta.dirname, '..');
process.chdir(root);

const isForced = process.argv.includes('--force');
const name = `dist-${inputHash(root)}`;
// Also without a build, so that the command can say what is missing.
linkCommand(root);
if (!isForced && linkedBuild(root)?.startsWith(name)) {
  console.error('dist is up to date.');
} else if (!isForced && existsSync(name)) {
  // An earlier run made this build, for example on another branch.
  linkBuild(root, name);
} else {
  linkBuild(root, await build(isForced ? `${name}-${Date.now().toString(36)}-${process.pid}` : name));
}
retireBuilds(root);
const current = linkedBuild(root);
if (current !== undefined) writeEntry(root, current);

/** Returns the name of the complete build. */
async function build(target: string): Promise<string> {
  const output = join(root, `.dist-${process.pid}`);
  let compiling: ChildProcess | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      compiling?.kill('SIGKILL');
      rmSync(output, { recursive: true, force: true, maxRetries: 3 });
      console.error('The build was interrupted. To build: npm run build');
      process.exit(1);
    });
  }
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output);
  // `output-folder.ts` reads it in each build step.
  process.env.BUILD_OUTPUT = output;
  try {
    const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
    compiling = spawn(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', output], {
      stdio: 'inherit',
    });
    const [exitCode] = await once(compiling, 'exit');
    if (exitCode !== 0) throw new Error('The sources could not be compiled.');
    await import('./resolve-rooms.ts');
    await import('./write-declarations.ts');
    await import('./copy-pdfjs.ts');
    await import('./compress-fonts.ts');
    await import('./copy-sqlite.ts');
    await import('./write-hyphenation.ts');
    await import('./bundle-reference.ts');
    await import('./bundle-editor.ts');
    await import('./bundle-studio.ts');
    await import('./bundle-cli.ts');
    await import('./copy-harfbuzz.ts');
    await import('./bundle-threads.ts');
    await import('./bundle-barcodes.ts');
    await import('./write-completions.ts');
    await import('./write-man-page.ts');
    await import('./prune.ts');
    renameSync(output, target);
  } catch (error) {
    // Ignore the failed rename if another process has already finished the same build.
    if (!(error instanceof Error && 'syscall' in error && error.syscall === 'rename' && existsSync(target))) {
      throw error;
    }
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
  return target;
}
