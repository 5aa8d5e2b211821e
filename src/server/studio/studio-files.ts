/** The files of the studio's pages, each packed once: a Designer of megabytes is fetched over networks. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { type PageFile, pageFile, studioFiles } from '../../studio/page-files.ts';

interface PackedFile {
  readonly type: string;
  /** Another one for other bytes. */
  readonly tag: string;
  readonly bytes: Uint8Array;
  readonly packed: Uint8Array;
}

export interface StudioFiles {
  read(name: string): Promise<PackedFile | undefined>;
}

const folder = new URL('../../../src/server/studio/page/', import.meta.url);
const own = [
  'studio.html',
  'studio.css',
  'ask-for-name.js',
  'confirm-delete.js',
  'edit.js',
  'file-tabs.js',
  'findings.js',
  'history.js',
  'import-pdfme.js',
  'list.js',
  'new-template.js',
  'preview-pane.js',
  'server.js',
  'show-dialog.js',
  'sign-in.js',
  'studio.js',
  'tab-key.js',
];

const files: ReadonlyMap<string, PageFile> = new Map([
  ...studioFiles,
  ...own.map((name) => [name, pageFile(folder, name)] as const),
]);

export function openStudioFiles(): StudioFiles {
  const packed = new Map<string, Promise<PackedFile>>();
  return {
    async read(name) {
      const file = files.get(name);
      if (!file) return undefined;
      const known = packed.get(name) ?? pack(file);
      packed.set(name, known);
      // What could not be read once is tried again.
      known.catch(() => packed.delete(name));
      return await known;
    },
  };
}

async function pack(file: PageFile): Promise<PackedFile> {
  const bytes = await file.read();
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return {
    type: file.type,
    tag: `"${hash}"`,
    bytes,
    packed: await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  };
}
