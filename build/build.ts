/**
 * Builds `dist`, where its inputs have changed since the last time; `--force` builds it anyway.
 *
 * A build is written beside the one in use and appears in one step when it is complete: commands that run while it is
 * made, and other builds, notice nothing of it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { linkBuild, linkedBuild, retireBuilds } from './dist-link.ts';
import { inputHash } from './input-hash.ts';
import { linkCommand } from './link-command.ts';

const root = resolve(import.meta.dirname, '..');
process.chdir(root);

const isForced = process.argv.includes('--force');
const name = `dist-${inputHash(root)}`;
if (!isForced && linkedBuild(root)?.startsWith(name)) {
  console.error('dist is up to date.');
} else if (!isForced && existsSync(name)) {
  // Made before, for example on another branch of the history.
  linkBuild(root, name);
} else {
  linkBuild(root, await build(isForced ? `${name}-${Date.now().toString(36)}-${process.pid}` : name));
}
retireBuilds(root);
linkCommand(root);

/** Returns the name of the complete build. */
async function build(target: string): Promise<string> {
  const output = join(root, `.dist-${process.pid}`);
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output);
  // Read by `output-folder.ts`, for each of the steps.
  process.env.BUILD_OUTPUT = output;
  try {
    const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
    execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', output], {
      stdio: 'inherit',
    });
    await import('./copy-pdfjs.ts');
    await import('./bundle-reference.ts');
    await import('./bundle-editor.ts');
    await import('./bundle-studio.ts');
    await import('./bundle-core.ts');
    await import('./bundle-cli.ts');
    await import('./write-completions.ts');
    renameSync(output, target);
  } catch (error) {
    // Another process has finished the same build first.
    if (!(error instanceof Error && 'syscall' in error && error.syscall === 'rename' && existsSync(target))) {
      throw error;
    }
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
  return target;
}
