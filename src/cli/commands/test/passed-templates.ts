/** Which templates passed as they are, for `--changed`: a hash of everything that their documents are made of. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findBrowser } from '#browser/install/find-browser';
import { writeFileAtomically } from '#contract/files/atomic-write';
import { makeFolder } from '#contract/files/make-folder';
import { packageVersion } from '#library/package-version';
import { folderTree } from '#template/load/folder-tree';
import type { RenderDefaults } from '../../options/page-defaults.ts';
import type { Session } from '../../session.ts';

interface PassedTemplates {
  /** Whether a template passed with the files that it has now, its cases and approved PDFs among them. */
  has(folder: string): Promise<boolean>;
  add(folder: string): Promise<void>;
}

/** They are kept in the cache, by the path of the folder. `defaults` are part of every document. */
export async function openPassedTemplates(
  { context }: Session,
  defaults: RenderDefaults,
): Promise<PassedTemplates> {
  const { cacheDirectory, environment, browserPath } = context;
  const named = browserPath === undefined ? {} : { executablePath: browserPath };
  // Another browser may draw other pages.
  const browser = await findBrowser({ cacheDirectory, environment, ...named }).catch(() => undefined);
  const shared = JSON.stringify([packageVersion(), browser?.path, defaults]);
  const recordOf = (folder: string) => join(cacheDirectory, 'tests', hash(resolve(folder)));
  const stateOf = async (folder: string) => {
    const tree = folderTree(folder);
    const state = createHash('sha256').update(shared);
    for (const path of await tree.list()) {
      const found = await tree.read(path);
      const bytes = found && 'bytes' in found ? found.bytes : Buffer.alloc(0);
      state.update(`\0${path}\0${bytes.length}\0`).update(bytes);
    }
    return state.digest('hex');
  };
  return {
    async has(folder) {
      const record = readIfAny(recordOf(folder));
      return record !== undefined && record === (await stateOf(folder));
    },
    async add(folder) {
      try {
        makeFolder(join(cacheDirectory, 'tests'));
        await writeFileAtomically(recordOf(folder), Buffer.from(await stateOf(folder)), { overwrite: true });
      } catch {
        // Without a cache, the template is tested again.
      }
    },
  };
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

function readIfAny(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
