/** The template that the editor shows, and what the server has of it. */
import { element } from '#studio/page/element';
import { isSameFile, type PageFiles, packFile, unpackFiles } from '#studio/page/files';
import { server } from './server.ts';

/** `id` is undefined for a template that is not on the server yet. */
export interface OpenTemplate {
  id: number | undefined;
  name: string;
  /** Versions. */
  latest: number | null;
  published: number | null;
  /** The earlier version whose files are shown, until they are saved. */
  opened?: number | undefined;
  /** The hash of the version that the files are based on. */
  base: string | null;
}

/** Path → bytes, and path → hash. */
export interface SavedFiles {
  readonly files: PageFiles;
  readonly hashes: ReadonlyMap<string, string>;
}

export const nothingSaved: SavedFiles = { files: new Map(), hashes: new Map() };

/** Reads the files of a version, by default the latest, beside those of the latest, which changes are compared with. */
export async function readStored(id: number, version?: number) {
  const told = await server.getTemplate(id);
  const { name, latest_version: latest, latest_hash: base, published_version: published } = told;
  const { files: list } = await server.getFiles(id, latest);
  const known: SavedFiles = {
    files: unpackFiles(list),
    hashes: new Map(list.map(({ path, hash }) => [path, hash])),
  };
  const found =
    version === undefined || version === latest
      ? known.files
      : unpackFiles((await server.getFiles(id, version)).files);
  const opened = found === known.files ? undefined : version;
  const template: OpenTemplate = { id, name, latest, published, base, opened };
  return { template, found, known };
}

/** Files that the server already has are sent as their hash only. */
export function toSentFiles(files: PageFiles, saved: SavedFiles) {
  return [...files].map(([path, bytes]) => {
    const hash = saved.hashes.get(path);
    return hash !== undefined && isSameFile(bytes, saved.files.get(path))
      ? { path, hash }
      : packFile(path, bytes);
  });
}

/**
 * `version 3, changed · version 2 published`, which may be broken behind the dot. `isNew`: it has changes that are not
 * saved.
 */
export function describeVersions(
  { latest, published, opened }: OpenTemplate,
  isNew: boolean,
): readonly (Node | string)[] {
  const version = latest === null ? 'new' : opened ? `version ${opened} opened` : `version ${latest}`;
  const publication = published === null ? 'not published' : `version ${published} published`;
  const state = isNew ? (latest === null ? 'not saved' : `${version}, changed`) : version;
  return [element('span', {}, `${state} ·`), ' ', element('span', {}, publication)];
}
