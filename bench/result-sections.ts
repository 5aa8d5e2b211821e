/** What every RESULTS.md says of its run, and sections of it that a bench may measure apart from each other. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

/**
 * The machine as it is now, the day, and the commit that is measured; `outdatedResults` reads the latter. The load is that of
 * the last minute, by this and other programs.
 */
export function describeRun(): string {
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}`;
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--', '../src', '../package-lock.json') !== '';
  const commit = `commit ${git('rev-parse', '--short=12', 'HEAD')}${isChanged ? ' and changes' : ''}`;
  return `Node ${process.version}, ${machine}; ${new Date().toISOString().slice(0, 10)}, ${commit}.`;
}

/** The section with this heading as it was measured before; empty if there is none. `path`: of RESULTS.md. */
export function lastSection(path: string, heading: string): string {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return new RegExp(`## ${heading}\\n.*?(?=\\n## |$)`, 'is').exec(text)?.[0] ?? '';
}

/** Writes a section; the others stay as they are. */
export function replaceSection(path: string, heading: string, section: string): void {
  const text = readFileSync(path, 'utf8');
  const last = lastSection(path, heading);
  writeFileSync(path, last ? text.replace(last, () => section) : `${text.trimEnd()}\n\n${section}`);
}
