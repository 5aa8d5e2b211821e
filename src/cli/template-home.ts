/** Where `templates push|publish|list|show|pull|status|diff|rename|delete` find templates: a data directory here, or a server. */
import type { Command } from 'commander';
import { Failure } from '../contract/errors.ts';
import type { TemplateType } from '../contract/templates.ts';
import { hasServer, readConnectionSettings } from './connection-settings.ts';
import { addDataDirectoryOption, type DataDirectoryOptions } from './data-directory.ts';
import type { Session } from './session.ts';

export interface TemplateHomeOptions extends DataDirectoryOptions {
  readonly team?: string;
}

/** A template as every server tells it. */
export interface TemplateEntry {
  readonly id: number;
  readonly name: string;
  readonly type: TemplateType;
  readonly hasBasePdf: boolean;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** As it is told where templates are managed. */
export interface ManagedEntry extends TemplateEntry {
  readonly latestVersion: number;
  readonly latestHash: string;
  /** Null: a draft. */
  readonly publishedVersion: number | null;
}

interface TemplateVersionEntry {
  readonly version: number;
  readonly hash: string;
  readonly createdAt: string;
  readonly published: boolean;
}

export interface NewVersion {
  readonly name: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly publish: boolean;
  /** What is there now, as `list` told it. */
  readonly known: ManagedEntry | undefined;
  /** The hash that the latest version must have, null for none; undefined: whatever is there. */
  readonly base: string | null | undefined;
  readonly dryRun: boolean;
}

export interface PushedVersion {
  /** Null: a dry run of a template that is not there yet. */
  readonly id: number | null;
  readonly version: number;
  /** Whether this version is the one that the API renders. */
  readonly published: boolean;
  /** The content is that of the latest version, and no version was made. */
  readonly unchanged: boolean;
}

interface RenamedTemplate {
  readonly previousName: string;
  /** The template had this name already. */
  readonly unchanged: boolean;
}

export interface TemplateHome {
  /** What folders remember it by; a data directory is not remembered, as its path is of this machine only. */
  readonly address: string | undefined;
  /** With any token, also where templates are not managed. */
  entries(): Promise<readonly (TemplateEntry | ManagedEntry)[]>;
  /** Throws `not_found` where templates are not managed, and `scope_required`. */
  list(): Promise<readonly ManagedEntry[]>;
  /** Newest first. */
  versions(id: number): Promise<readonly TemplateVersionEntry[]>;
  files(id: number, version: number): Promise<ReadonlyMap<string, Uint8Array>>;
  push(version: NewVersion): Promise<PushedVersion>;
  publish(id: number, version: number, dryRun: boolean): Promise<void>;
  /** Throws `template_conflict` for a name that another template has. */
  rename(id: number, name: string, dryRun: boolean): Promise<RenamedTemplate>;
  /** Throws `template_conflict` where its latest version is another than the caller has seen. */
  delete(seen: ManagedEntry, dryRun: boolean): Promise<void>;
}

export const addTemplateHomeOptions = (command: Command): Command =>
  addDataDirectoryOption(command).option(
    '--team <team>',
    'with --data-dir, where it has several: name or id',
  );

/**
 * The data directory that is named, else the server of the profile, else the data directory of this machine. What is nearer to the hand goes first: a flag
 * that names a server goes before the variable of a data directory.
 *
 * Throws `usage`, `no_server`, and what opening a data directory throws.
 */
export async function openTemplateHome(
  session: Session,
  options: TemplateHomeOptions,
): Promise<TemplateHome> {
  const { globals, context } = session;
  const server = Object.entries({ '--url-base': globals.urlBase, '--profile': globals.profile }).find(
    ([, value]) => value !== undefined,
  )?.[0];
  if (server !== undefined && options.dataDir !== undefined) {
    throw new Failure('usage', `--data-dir and ${server} name two places.`, { hint: 'Give one of them.' });
  }
  const isHere =
    options.dataDir !== undefined ||
    globals.local === true ||
    (server === undefined && Boolean(context.environment.PDFAPI_DATA_DIR)) ||
    (server === undefined && (await isOnlyHere(session)));
  if (isHere) {
    const { openDataDirectoryHome } = await import('./template-home/data-directory-home.ts');
    return await openDataDirectoryHome(session, options);
  }
  if (options.team !== undefined) {
    throw new Failure(
      'usage',
      '--team works only with a data directory: on a server, the token decides the team.',
      {
        hint: 'Name the directory with --data-dir, or omit --team.',
      },
    );
  }
  const { openServerHome } = await import('./template-home/server-home.ts');
  return await openServerHome(session);
}

/** No server is set up, and `pdfapi serve` has run on this machine: its data directory is what is meant. */
async function isOnlyHere(session: Session): Promise<boolean> {
  if (hasServer(readConnectionSettings(session))) return false;
  const { dataDirectoryOf, hasDatabase } = await import('../server/data-directory.ts');
  return hasDatabase(dataDirectoryOf(undefined, session.context.environment));
}

export const isManaged = (entry: TemplateEntry | ManagedEntry): entry is ManagedEntry =>
  'latestVersion' in entry;
