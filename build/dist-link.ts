/**
 * `dist` is a symbolic link to one complete build, a folder `dist-<hash>` beside it, so that a new build replaces the
 * old one in one step. The older folder stays for a day, for commands that still run from it.
 */
import {
  existsSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { isAbandoned } from '../src/contract/files/is-abandoned.ts';

/** Limits on superseded builds, which stay for the commands that run from them: age in milliseconds and number. */
const keptMs = 24 * 60 * 60 * 1000;
const maxKept = 10;

/** Returns the name of the folder that `dist` points to, or undefined if `dist` is not a link yet or the folder was deleted. */
export function linkedBuild(root: string): string | undefined {
  const link = join(root, 'dist');
  const isLinked = lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() && existsSync(link);
  return isLinked ? basename(readlinkSync(link)) : undefined;
}

/** Points `dist` to the folder `build` of `root`. Except on Windows, an existing link is replaced atomically. */
export function linkBuild(root: string, build: string): void {
  const link = join(root, 'dist');
  const next = join(root, `.dist-link-${process.pid}`);
  rmSync(next, { force: true });
  // Windows creates junctions without a special privilege. Other systems ignore the type.
  symlinkSync(process.platform === 'win32' ? join(root, build) : build, next, 'junction');
  if (lstatSync(link, { throwIfNoEntry: false })?.isDirectory()) {
    // Older versions of the build wrote `dist` as a plain folder.
    renameSync(link, join(root, `dist-before-${Date.now()}`));
  }
  // Windows does not rename over a junction.
  if (process.platform === 'win32') rmSync(link, { force: true });
  renameSync(next, link);
}

/** Keeps superseded builds out of the package, and deletes those that have been superseded for a day. */
export function retireBuilds(root: string): void {
  const retired: { folder: string; since: number }[] = [];
  for (const name of readdirSync(root)) {
    const folder = join(root, name);
    const mark = join(folder, '.npmignore');
    if (name.startsWith('.dist-')) {
      // A build that was killed left this folder or link.
      if (isAbandoned(folder, Number(name.split('-').at(-1))))
        rmSync(folder, { recursive: true, force: true });
    } else if (name === linkedBuild(root)) rmSync(mark, { force: true });
    else if (name.startsWith('dist-')) retired.push({ folder, since: markedSince(mark) });
  }
  retired.sort((a, b) => b.since - a.since);
  for (const [index, { folder, since }] of retired.entries()) {
    if (index >= maxKept || Date.now() - since > keptMs) rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the time of the mark in milliseconds since 1970. Creates the mark if it does not exist. */
function markedSince(mark: string): number {
  const since = lstatSync(mark, { throwIfNoEntry: false })?.mtimeMs;
  if (since !== undefined) return since;
  try {
    writeFileSync(mark, '# A newer build has taken the place of this one.\n*\n');
  } catch (error) {
    // A concurrent build has just deleted the folder.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return Date.now();
}
