/** `--from` and `--against`: a version by number, or the currently published or latest one. */
import { InvalidArgumentError } from 'commander';
import { Failure } from '#contract/errors';
import type { ManagedEntry } from './template-repository.ts';

export type VersionOption = 'published' | 'latest' | number;

/** Parser for commander. */
export function versionOption(text: string): VersionOption {
  if (text === 'published' || text === 'latest') return text;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be published, latest, or a version number.');
}

/** Throws `version_not_found` if there is no such version. */
export function findVersion(entry: ManagedEntry, wanted: VersionOption): number {
  const { id, latestVersion, publishedVersion } = entry;
  if (wanted === 'latest') return latestVersion;
  const found = wanted === 'published' ? publishedVersion : wanted <= latestVersion ? wanted : null;
  if (found !== null) return found;
  const what = wanted === 'published' ? 'no published version' : `no version ${wanted}`;
  throw new Failure('version_not_found', `Template ${id} has ${what}.`, {
    hint: `Its latest version is ${latestVersion}.`,
  });
}
