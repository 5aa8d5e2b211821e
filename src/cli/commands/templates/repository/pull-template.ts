/** Writes a version of a template to a new folder, or updates a folder without local changes. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hashContent } from '#contract/content-hash';
import { Failure } from '#contract/errors';
import { writeTemplateFiles } from '#template/load/write-template-files';
import { rejectTemplateFile, type TemplateFiles } from '#template/model/template-files';
import type { Session } from '../../../session.ts';
import { type FolderRecord, readFolderRecord, writeFolderRecord } from './folder-record.ts';
import { readLocalTemplate } from './local-template.ts';
import type { ManagedEntry, TemplateRepository } from './template-repository.ts';

export interface PullOptions {
  readonly path: string;
  readonly version: number;
  /** Overwrites whatever the folder holds. */
  readonly force: boolean;
}

export interface PulledTemplate {
  /** Paths relative to the folder. */
  readonly written: readonly string[];
  /** Files that the version no longer has. */
  readonly removed: readonly string[];
  /** The folder had this content already. */
  readonly unchanged: boolean;
}

/** Throws `template_conflict` if changes would be lost, and whatever `writeTemplateFiles` throws. */
export async function pullTemplate(
  session: Session,
  repository: TemplateRepository,
  { id, name }: ManagedEntry,
  { path, version, force }: PullOptions,
): Promise<PulledTemplate> {
  const record = await readRecord(repository, path, force);
  const local = await localHash(path);
  if (local !== undefined && record && record.id !== id && !force) {
    throw new Failure('template_conflict', `${path} is template ${record.id}, but "${name}" is ${id}.`, {
      hint: 'Pull it into another folder, or overwrite this one with --force.',
    });
  }
  const files = withoutRefused(session, await repository.files(id, version));
  const hash = hashContent(files).hash.toString('hex');
  const remember = async () => {
    // The folder keeps its own name, so a template keeps its files when it is renamed on the server.
    const { name: ownName } = await readLocalTemplate(path);
    await writeFolderRecord(session, path, repository.address, { id, version, hash, name: ownName });
  };
  if (local === hash && repository.address !== undefined) {
    await remember();
    return { written: [], removed: [], unchanged: true };
  }
  const isClean = local !== undefined && record !== undefined && local === record.hash;
  if (local !== undefined && record && !isClean && !force) {
    throw new Failure('template_conflict', `${path} has changed since version ${record.version}.`, {
      hint: `See: pdfapi templates diff ${path}. Discard the changes with --force.`,
    });
  }
  const { written, left } = await writeTemplateFiles(path, files, {
    overwrite: force || isClean,
    shutdown: session.shutdown,
  });
  // The folder has no local changes, so the remaining files were removed on the server.
  if (isClean) for (const file of left) await rm(join(path, file), { force: true });
  else
    for (const file of left)
      session.terminal.warn(`${join(path, file)} is not part of the version and is kept.`);
  await remember();
  return { written, removed: isClean ? left : [], unchanged: false };
}

/** Older servers stored files of every kind, such as programs. What no folder may push is not written into one. */
function withoutRefused({ terminal }: Session, files: TemplateFiles): TemplateFiles {
  const kept = new Map<string, Uint8Array>();
  for (const [path, bytes] of files) {
    const refusal = rejectTemplateFile(path);
    if (refusal === undefined) kept.set(path, bytes);
    else
      terminal.warn(
        `${path} is part of the version and is not written: ${refusal}. A version that is pushed from this folder lacks it.`,
      );
  }
  return kept;
}

/** With `force`, an unreadable record does not matter. */
async function readRecord(
  repository: TemplateRepository,
  path: string,
  force: boolean,
): Promise<FolderRecord | undefined> {
  return await readFolderRecord(path, repository.address).catch((error) => {
    if (force && error instanceof Failure) return undefined;
    throw error;
  });
}

/** Undefined if there is no template. */
async function localHash(path: string): Promise<string | undefined> {
  for (const name of ['template.html', 'template.md', 'editor.json']) {
    const isTemplate = await stat(join(path, name)).catch(() => undefined);
    if (isTemplate) return (await readLocalTemplate(path)).hash;
  }
  return undefined;
}
