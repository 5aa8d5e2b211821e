/** Writes a template to a folder, completely or not at all, for `templates pull` and `templates new`. */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { lstat, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import { makeFolder } from '#contract/files/make-folder';
import { checkTemplateFileSet, isTemplateFile, type TemplateFiles } from '../model/template-files.ts';
import { folderTree } from './folder-tree.ts';

export interface WriteTemplateOptions {
  /** Write into a non-empty folder. Files with other names stay unchanged. */
  readonly overwrite?: boolean;
  /** Registers what has to be undone if the process is interrupted. */
  readonly shutdown?: { add(step: () => void): () => void };
}

export interface WrittenTemplate {
  /** Paths below the folder, sorted. */
  readonly written: readonly string[];
  /** Files in the folder that would belong to the template and were not among those written. */
  readonly left: readonly string[];
}

/**
 * Throws `invalid_template` if a path leaves the folder or is not valid on every operating system, `file_exists` if the
 * folder is not empty, and `file_unwritable`.
 */
export async function writeTemplateFiles(
  folder: string,
  files: TemplateFiles,
  { overwrite = false, shutdown }: WriteTemplateOptions = {},
): Promise<WrittenTemplate> {
  checkTemplateFileSet(files);
  const existing = await readEntries(folder);
  if (existing && existing.length > 0 && !overwrite) {
    throw new Failure('file_exists', `The folder ${folder} already exists and is not empty.`, {
      hint: 'Choose another name, or empty the folder first.',
    });
  }
  // Staged on the same disk, so that only renaming remains. An existing folder may be a mount point.
  const target = resolve(folder);
  const name = `.${basename(target).slice(0, 200)}.${randomBytes(6).toString('hex')}.tmp`;
  const temporary = join(existing ? target : dirname(target), name);
  const forget = shutdown?.add(() => rmSync(temporary, { recursive: true, force: true }));
  const written = [...files.keys()].sort();
  try {
    makeFolder(temporary);
    for (const path of written) {
      const file = join(temporary, path);
      makeFolder(dirname(file));
      await writeFile(file, files.get(path) ?? new Uint8Array());
    }
    // An existing folder is filled and not replaced, because it may be a shell's working directory.
    if (existing) await moveInto(folder, temporary, written);
    else await rename(temporary, target);
  } catch (error) {
    throw error instanceof Failure ? error : fileFailure('file_unwritable', folder, error);
  } finally {
    await rm(temporary, { recursive: true, force: true });
    forget?.();
  }
  const now = existing?.length ? await folderTree(folder).list() : [];
  return { written, left: now.filter((path) => isTemplateFile(path) && !files.has(path)) };
}

/** Undefined if the folder does not exist. */
async function readEntries(folder: string): Promise<string[] | undefined> {
  return await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw fileFailure('file_unwritable', folder, error);
  });
}

/** Creates all folders first, so that errors show before the first file is replaced. */
async function moveInto(folder: string, from: string, paths: readonly string[]): Promise<void> {
  const root = await realpath(folder);
  const reject = (path: string, reason: string) => {
    throw new Failure('file_unwritable', `Cannot write ${join(folder, path)}: ${reason}.`);
  };
  for (const below of new Set(paths.map(dirname))) {
    const wanted = join(root, below);
    makeFolder(wanted);
    const real = await realpath(wanted);
    if (real !== root && !real.startsWith(root + sep)) reject(below, 'it points outside the folder');
  }
  for (const path of paths) {
    const existing = await lstat(join(root, path)).catch(() => undefined);
    if (existing?.isDirectory()) reject(path, 'it is a folder');
  }
  for (const path of paths) await rename(join(from, path), join(root, path));
}
