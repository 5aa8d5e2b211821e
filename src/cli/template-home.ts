/** Where templates live for `templates push|publish|list|show|pull`: the data directory of a server here. */
import type { TemplateType } from '../contract/templates.ts';
import type { TemplateRecord } from '../server/data-directory.ts';
import { type DataDirectoryOptions, openStore, teamOf } from './data-directory.ts';
import type { Session } from './session.ts';

export interface TemplateHomeOptions extends DataDirectoryOptions {
  readonly team?: string;
}

export interface NewVersion {
  readonly name: string;
  readonly type: TemplateType;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly publish: boolean;
}

export interface TemplateHome {
  push(version: NewVersion): Promise<PushedVersion>;
  /** The latest version, or the one named. */
  publish(idOrName: string, version?: number): Promise<TemplateRecord>;
  list(): Promise<readonly TemplateRecord[]>;
  show(idOrName: string): Promise<TemplateDetails>;
  /** Of the published version, of the latest where none is published, or of the one named. */
  files(idOrName: string, version?: number): Promise<TemplateContent>;
}

export interface PushedVersion {
  readonly id: number;
  readonly version: number;
  /** Whether this version is the one that the API renders. */
  readonly published: boolean;
  /** The content is that of the latest version, and no version was made. */
  readonly unchanged: boolean;
}

export interface TemplateDetails extends TemplateRecord {
  readonly versions: readonly {
    readonly version: number;
    readonly hash: string;
    readonly createdAt: Date;
    readonly published: boolean;
  }[];
}

export interface TemplateContent {
  readonly name: string;
  readonly version: number;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export async function openTemplateHome(
  session: Session,
  options: TemplateHomeOptions,
): Promise<TemplateHome> {
  const store = await openStore(session, options);
  const { templateOf } = await import('../server/data-directory.ts');
  const team = teamOf(store, options.team).id;
  const find = (idOrName: string) => templateOf(store, team, idOrName);
  return {
    async push({ name, type, files, publish }) {
      return store.templates.push({
        teamId: team,
        name,
        type,
        hasBasePdf: files.has('base.pdf'),
        files,
        publish,
      });
    },
    async publish(idOrName, version) {
      return store.templates.publish(team, find(idOrName).id, version);
    },
    async list() {
      return store.templates.list(team, 1, Number.MAX_SAFE_INTEGER).items;
    },
    async show(idOrName) {
      const found = find(idOrName);
      return { ...found, versions: store.templates.versions(found.id) };
    },
    async files(idOrName, wanted) {
      const { id, name, publishedVersion, latestVersion } = find(idOrName);
      const version = wanted ?? publishedVersion ?? latestVersion;
      return { name, version, files: store.templates.files(id, version) };
    },
  };
}
