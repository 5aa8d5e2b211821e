/** The directory that a browser has while it runs, for its profile and temporary files. */
import { chownSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isAbandoned } from '#contract/files/is-abandoned';
import { makeFolder } from '#contract/files/make-folder';
import { StartError } from './start-error.ts';

const profilePrefix = 'pdfapi-run-';

/** Returns its path. `userId`: the user of the browser, if that is another one. Throws `StartError`. */
export function createProfile(runDirectory: string | undefined, userId: number | undefined): string {
  const base = profileBases(runDirectory, userId !== undefined)[0];
  if (!base) {
    throw new StartError(
      'there is no temporary directory to use',
      'there is no temporary directory that an unprivileged user can enter',
    );
  }
  const profile = mkdtempSync(join(base, `${profilePrefix}${process.pid}-`));
  if (userId !== undefined) chownSync(profile, userId, userId);
  return profile;
}

/** Returns false if something is left in it. */
export function removeIfEmpty(profile: string): boolean {
  try {
    rmdirSync(profile);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
  return true;
}

/** Leaves it to the next `sweepProfiles` if it cannot be removed. */
export function removeProfile(profile: string): void {
  try {
    // The dying processes may still write into it for a moment.
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  } catch {
    // No file can be opened, or the profile belongs to another user, who has to remove it.
  }
}

/**
 * Returns the possible parent directories of profiles. Root's own temporary directory may be inaccessible to the
 * browser's user.
 */
function profileBases(runDirectory: string | undefined, forOthers: boolean): string[] {
  if (runDirectory) makeFolder(runDirectory, 0o711);
  const named = runDirectory ? [resolve(runDirectory)] : [];
  const bases = [...new Set([...named, tmpdir(), '/var/tmp', '/tmp'])];
  return forOthers ? bases.filter(canOthersEnter) : bases.slice(0, 1);
}

function canOthersEnter(directory: string): boolean {
  const mode = statSync(directory, { throwIfNoEntry: false })?.mode ?? 0;
  const parent = dirname(directory);
  return (mode & 0o001) !== 0 && (parent === directory || canOthersEnter(parent));
}

/**
 * Removes profiles beside this one that killed processes left behind. A profile's name contains the pid of the process that it served.
 */
export function sweepProfiles(profile: string): void {
  const base = dirname(profile);
  for (const name of readdirSync(base)) {
    const pid = Number(name.startsWith(profilePrefix) && name.slice(profilePrefix.length).split('-')[0]);
    const path = join(base, name);
    if (pid && isAbandoned(path, pid)) removeProfile(path);
  }
}
