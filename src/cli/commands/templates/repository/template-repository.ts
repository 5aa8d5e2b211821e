/**
 * The repository that `templates push|publish|list|show|pull|status|diff|rename|delete` work on: a local data directory
 * or a server.
 */
import type { Command } from 'commander';
import { Failure } from '#contract/errors';
import type { VersionAuthor } from '#contract/manage/version-author';
import type { TemplateType } from '#contract/templates';
import { addDataDirectoryOption, type DataDirectoryOptions } from '../../../connection/data-directory.ts';
import { findDestination } from '../../../connection/destination.ts';
import type { Session } from '../../../session.ts';

export interface TemplateRepositoryOptions extends DataDirectoryOptions {
  readonly team?: string;
}

/** A template as every server describes it. */
export interface TemplateEntry {
  readonly id: number;
  readonly name: string;
  readonly type: TemplateType;
  readonly hasBasePdf: boolean;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A template as the management API describes it. */
export interface ManagedEntry extends TemplateEntry {
  readonly latestVersion: number;
  readonly latestHash: string;
  /** Null for a draft. */
  readonly publishedVersion: number | null;
}

interface TemplateVersionEntry {
  readonly version: number;
  readonly hash: string;
  readonly createdAt: string;
  /** Null if the server does not know it. */
  readonly createdBy: VersionAuthor | null;
  readonly published: boolean;
  /** When it was last published, and by whom. Null if it never was, or the server does not know it. */
  readonly publishedAt: string | null;
  readonly publishedBy: VersionAuthor | null;
  /** Whether it is a draft that was stored with errors. */
  readonly hasErrors: boolean;
}

export interface NewVersion {
  readonly name: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly publish: boolean;
  /** Whether it is a draft with errors. */
  readonly hasErrors: boolean;
  /** The current entry, as `list` returned it. */
  readonly known: ManagedEntry | undefined;
  /** The hash that the latest version must have, or null for none. Undefined accepts any. */
  readonly base: string | null | undefined;
  readonly dryRun: boolean;
}

export interface PushedVersion {
  /** Null in a dry run of a template that does not exist yet. */
  readonly id: number | null;
  readonly version: number;
  /** Whether this version is the one that the API renders. */
  readonly published: boolean;
  /** The content equals the latest version, and no new version was created. */
  readonly unchanged: boolean;
}

interface RenamedTemplate {
  readonly previousName: string;
  /** The template had this name already. */
  readonly unchanged: boolean;
}

export interface TemplateRepository {
  /**
   * The key under which folders record it. A data directory is not recorded, because its path is valid on this machine
   * only.
   */
  readonly address: string | undefined;
  /** Works with any token, even if templates are not managed. */
  entries(): Promise<readonly (TemplateEntry | ManagedEntry)[]>;
  /** Throws `not_found` if templates are not managed, and `scope_required`. */
  list(): Promise<readonly ManagedEntry[]>;
  /** Newest first. */
  versions(id: number): Promise<readonly TemplateVersionEntry[]>;
  files(id: number, version: number): Promise<ReadonlyMap<string, Uint8Array>>;
  push(version: NewVersion): Promise<PushedVersion>;
  /** Throws the first error of a draft that was stored with errors. */
  publish(id: number, version: number, dryRun: boolean): Promise<void>;
  /** Throws `template_conflict` if another template has the name. */
  rename(id: number, name: string, dryRun: boolean): Promise<RenamedTemplate>;
  /** Throws `template_conflict` if its latest version is not the one that the caller has seen. */
  delete(seen: ManagedEntry, dryRun: boolean): Promise<void>;
}

export const addTemplateRepositoryOptions = (command: Command): Command =>
  addDataDirectoryOption(command).option(
    '--team <team>',
    'with --data-dir or --database-url: name or id of the team, if it has several',
  );

/** Throws `usage`, `no_server`, and whatever opening a data directory throws. */
export async function openTemplateRepository(
  session: Session,
  options: TemplateRepositoryOptions,
): Promise<TemplateRepository> {
  const destination = await findDestination(session, options);
  if (destination?.kind === 'directory') {
    const { openDataDirectoryRepository } = await import('./data-directory-repository.ts');
    return await openDataDirectoryRepository(session, options);
  }
  if (options.team !== undefined) {
    throw new Failure(
      'usage',
      '--team works only with a data directory or database: on a server, the token decides the team.',
      {
        hint: 'Name the directory with --data-dir, or omit --team.',
      },
    );
  }
  const { openServerRepository } = await import('./server-repository.ts');
  return await openServerRepository(session);
}

export const isManaged = (entry: TemplateEntry | ManagedEntry): entry is ManagedEntry =>
  'latestVersion' in entry;
