/**
 * The templates of teams and their versions. A version is immutable; at most one version of a template is published.
 */
import { type HashedContent, hashContent } from '#contract/content-hash';
import { Failure } from '#contract/errors';
import { isTemplateName, type TemplateType } from '#contract/templates';
import { checkTemplateName, checkTemplatePaths } from './check-template-paths.ts';
import type { Database } from './database/database.ts';
import { all, get, insert, lockTeam, run, type Work } from './database/statement.ts';
import { TemplateFileStore } from './template-files.ts';

/** A template as lists show it: its published version or, if there is none, its latest. */
export interface TemplateRecord {
  readonly id: number;
  readonly teamId: number;
  readonly name: string;
  readonly type: TemplateType;
  readonly hasBasePdf: boolean;
  readonly createdAt: Date;
  /** When a version was last pushed or published, or the template renamed. */
  readonly updatedAt: Date;
  readonly latestVersion: number;
  /** Null for a draft. */
  readonly publishedVersion: number | null;
  /** The time at which that version was published. */
  readonly publishedAt: Date | null;
}

export interface TemplateVersion {
  readonly version: number;
  /** Hexadecimal SHA-256 over all files. Equal contents have equal hashes, across templates too. */
  readonly hash: string;
  readonly createdAt: Date;
  /** Whether this is the currently published version. */
  readonly published: boolean;
}

export interface PushedTemplate {
  readonly teamId: number;
  /** A name identifies the template within its team. */
  readonly name: string;
  readonly type: TemplateType;
  readonly hasBasePdf: boolean;
  /** Relative path with `/` → content. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly publish: boolean;
  /**
   * The hash of the latest version that the content is based on, or null if no such template existed. If the latest
   * version differs by now, the push is a conflict, unless that version already has the pushed content. If omitted, any
   * version is accepted.
   */
  readonly base?: string | null | undefined;
}

export interface PushResult {
  readonly id: number;
  readonly version: number;
  /** Whether this version is now the published one. */
  readonly published: boolean;
  /** Whether the latest version already had this content, so that no new version was created. */
  readonly unchanged: boolean;
}

/** The target of a change to a whole template. */
export interface TemplateChange {
  readonly teamId: number;
  readonly id: number;
  /**
   * The hash of the latest version known to the caller. Any other latest version is a conflict. If omitted, any version
   * is accepted.
   */
  readonly base?: string | undefined;
  /** Only checks whether the change is possible. */
  readonly dryRun?: boolean | undefined;
}

export interface RenameResult {
  readonly id: number;
  readonly name: string;
  readonly previousName: string;
  /** Whether the template already had this name. */
  readonly unchanged: boolean;
}

export interface TemplateRecordPage {
  readonly items: readonly TemplateRecord[];
  /** Over all pages. */
  readonly total: number;
}

/** The result that a push would have. */
type TriedPush = Omit<PushResult, 'id'> & {
  /** Undefined if the template would be new. */
  readonly id: number | undefined;
};

/** Thrown to roll back a transaction that was only tried. */
class Undone<Result> extends Error {
  result: Result | undefined;
}

/** Path → hash and size in bytes. */
export type FileDigests = ReadonlyMap<string, { readonly hash: Buffer; readonly size: number }>;

interface TemplateRow {
  readonly id: number;
  readonly team_id: number;
  readonly name: string;
  readonly type: TemplateType;
  readonly has_base_pdf: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly latest_version: number;
  readonly published_version: number | null;
  readonly published_at: number | null;
}

interface VersionRow {
  readonly version: number;
  readonly type: TemplateType;
  readonly has_base_pdf: number;
  readonly hash: Buffer;
  readonly created_at: number;
}

const selectTemplates = `
  SELECT t.*, v.type, v.has_base_pdf, v.published_at FROM templates t
  JOIN template_versions v ON v.template_id = t.id AND v.version = coalesce(t.published_version, t.latest_version)`;

export class Templates {
  readonly #database: Database;
  readonly #files: TemplateFileStore;
  readonly #now: () => Date;

  constructor(database: Database, now: () => Date) {
    this.#database = database;
    this.#files = new TemplateFileStore(database);
    this.#now = now;
  }

  /**
   * Returns the result of a `push` without storing anything.
   *
   * Throws like `push`.
   */
  async tryPush(pushed: PushedTemplate): Promise<TriedPush> {
    const content = checkedContent(pushed);
    const undone = new Undone<TriedPush>();
    try {
      return await this.#database.write(() => this.#tryPush(pushed, content, undone));
    } catch (error) {
      if (error !== undone || !undone.result) throw error;
      return undone.result;
    }
  }

  *#tryPush(pushed: PushedTemplate, content: HashedContent, undone: Undone<TriedPush>): Work<TriedPush> {
    const known = yield* this.#byName(pushed.teamId, pushed.name);
    const result = yield* this.#push(pushed, content, { storesFiles: false });
    undone.result = { ...result, id: known?.id };
    throw undone;
  }

  /**
   * Stores a new version, unless the latest one has the same content. Other requests run while large files are written.
   *
   * Throws `invalid_template` for a path that cannot be a file within a folder, and `template_conflict`; no part of the
   * files remains then.
   */
  async push(pushed: PushedTemplate): Promise<PushResult> {
    const content = checkedContent(pushed);
    const push = () => this.#database.write(() => this.#push(pushed, content, { storesFiles: true }));
    if (!this.#database.blocks) return await push();
    try {
      await this.#files.stage(content);
      return await push();
    } finally {
      await this.#files.unstage(content);
    }
  }

  /** Removes the leftovers of a process that ended in the middle of `push`. */
  async sweep(): Promise<void> {
    if (this.#database.blocks) await this.#files.sweep();
  }

  *#push(
    pushed: PushedTemplate,
    content: HashedContent,
    { storesFiles }: { readonly storesFiles: boolean },
  ): Work<PushResult> {
    yield* lockTeam(pushed.teamId);
    const now = this.#now().getTime();
    const known = yield* get<{ id: number; latest_version: number }>(
      'SELECT id, latest_version FROM templates WHERE team_id = ? AND name = ? AND deleted_at IS NULL',
      pushed.teamId,
      pushed.name,
    );
    const latest = known && (yield* this.#version(known.id, known.latest_version));
    const unchanged =
      latest?.hash.equals(content.hash) === true &&
      latest.type === pushed.type &&
      latest.has_base_pdf === Number(pushed.hasBasePdf);
    if (!unchanged) assertNoConflict(pushed, known?.id, latest);
    const version = (latest?.version ?? 0) + (unchanged ? 0 : 1);
    const id = known?.id ?? (yield* this.#create(pushed, now));
    if (!unchanged) {
      yield* run(
        'INSERT INTO template_versions (template_id, version, type, has_base_pdf, hash, created_at) VALUES (?, ?, ?, ?, ?, ?)',
        id,
        version,
        pushed.type,
        pushed.hasBasePdf ? 1 : 0,
        content.hash,
        now,
      );
      if (storesFiles) yield* this.#files.store(id, version, content);
      yield* run('UPDATE templates SET latest_version = ?, updated_at = ? WHERE id = ?', version, now, id);
    }
    if (pushed.publish) yield* this.#publish(id, version);
    return { id, version, published: (yield* this.#publishedVersion(id)) === version, unchanged };
  }

  /**
   * Publishes the given version, by default the latest. Throws `version_not_found`, and `template_not_found` for a
   * template of another team too.
   */
  async publish(teamId: number, id: number, version?: number): Promise<TemplateRecord> {
    return await this.#database.write(() => this.#publishOf(teamId, id, version));
  }

  *#publishOf(teamId: number, id: number, version: number | undefined): Work<TemplateRecord> {
    yield* lockTeam(teamId);
    const template = yield* this.#get(id);
    if (template?.teamId !== teamId) throw notFound(id);
    const wanted = version ?? template.latestVersion;
    if (!(yield* this.#version(id, wanted))) throw versionNotFound(id, wanted, template.latestVersion);
    yield* this.#publish(id, wanted);
    return (yield* this.#get(id)) ?? template;
  }

  /**
   * Renames a template. Its id and its versions stay.
   *
   * Throws `invalid_template` for an invalid name, `template_not_found` for a template of another team too, and
   * `template_conflict`. Its `template_id` fact is the template that has the name, or this one if `base` is not its
   * latest version.
   */
  async rename(change: TemplateChange, name: string): Promise<RenameResult> {
    checkTemplateName(name);
    return await this.#database.write(() => this.#rename(change, name));
  }

  *#rename(change: TemplateChange, name: string): Work<RenameResult> {
    yield* lockTeam(change.teamId);
    const { id, name: previousName } = yield* this.#changed(change);
    const other = yield* this.#byName(change.teamId, name);
    if (other && other.id !== id) throw nameTaken(other, yield* this.#hash(other.id, other.latestVersion));
    const unchanged = name === previousName;
    if (!unchanged && !change.dryRun) {
      yield* run(
        'UPDATE templates SET name = ?, updated_at = ? WHERE id = ?',
        name,
        this.#now().getTime(),
        id,
      );
    }
    return { id, name, previousName, unchanged };
  }

  /**
   * Deletes a template and frees its name. Its versions and charges stay as history, and its id is never reused.
   *
   * Throws `template_not_found`, and `template_conflict` like `rename`.
   */
  async delete(change: TemplateChange): Promise<TemplateRecord> {
    return await this.#database.write(() => this.#delete(change));
  }

  *#delete(change: TemplateChange): Work<TemplateRecord> {
    yield* lockTeam(change.teamId);
    const template = yield* this.#changed(change);
    if (!change.dryRun) {
      yield* run('UPDATE templates SET deleted_at = ? WHERE id = ?', this.#now().getTime(), template.id);
    }
    return template;
  }

  /** Returns a page of a team's templates, newest first, and their total number. Pages count from 1. */
  async list(teamId: number, page: number, perPage: number): Promise<TemplateRecordPage> {
    return await this.#database.read(() => this.#list(teamId, page, perPage));
  }

  *#list(teamId: number, page: number, perPage: number): Work<TemplateRecordPage> {
    const total = yield* get<{ total: number }>(
      'SELECT count(*) AS total FROM templates WHERE team_id = ? AND deleted_at IS NULL',
      teamId,
    );
    const rows = yield* all<TemplateRow>(
      `${selectTemplates} WHERE t.team_id = ? AND t.deleted_at IS NULL ORDER BY t.updated_at DESC, t.id DESC LIMIT ? OFFSET ?`,
      teamId,
      perPage,
      // Databases count in 64 bits. Any offset past the last page gives an empty page.
      Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER),
    );
    return { items: rows.map(ofRow), total: total?.total ?? 0 };
  }

  /** Finds a template of any team; the caller checks access. Returns undefined if it was deleted. */
  async get(id: number): Promise<TemplateRecord | undefined> {
    return await this.#database.query(() => this.#get(id));
  }

  /** Finds a template of a team by its name. Returns undefined for what no template can be called. */
  async byName(teamId: number, name: string): Promise<TemplateRecord | undefined> {
    if (!isTemplateName(name)) return undefined;
    return await this.#database.query(() => this.#byName(teamId, name));
  }

  /** Returns the versions, newest first, or an empty list if the template does not exist. */
  async versions(id: number): Promise<TemplateVersion[]> {
    return await this.#database.read(() => this.#versions(id));
  }

  *#versions(id: number): Work<TemplateVersion[]> {
    const published = yield* this.#publishedVersion(id);
    const rows = yield* all<VersionRow>(
      'SELECT * FROM template_versions WHERE template_id = ? ORDER BY version DESC',
      id,
    );
    return rows.map((row) => ({
      version: row.version,
      hash: row.hash.toString('hex'),
      createdAt: new Date(row.created_at),
      published: row.version === published,
    }));
  }

  /**
   * Returns path → content, sorted by path. Other requests run while large files are read. Throws `version_not_found`.
   */
  async files(id: number, version: number): Promise<Map<string, Uint8Array>> {
    await this.#database.query(() => this.#existing(id, version));
    // No transaction is needed: versions are immutable and contents are never removed.
    return await this.#files.read(id, version);
  }

  /** Returns path → hash and size in bytes, sorted by path. Throws `version_not_found`. */
  async digests(id: number, version: number): Promise<FileDigests> {
    return await this.#database.read(() => this.#digests(id, version));
  }

  *#digests(id: number, version: number): Work<FileDigests> {
    yield* this.#existing(id, version);
    return yield* this.#files.digests(id, version);
  }

  /** Returns the size in bytes of the content with this hash, if any version of this template uses it. */
  async contentSize(id: number, hash: Buffer): Promise<number | undefined> {
    return await this.#files.contentSize(id, hash);
  }

  /** Returns the content itself. `size` comes from `contentSize`. Other requests run while it is read. */
  async content(id: number, hash: Buffer, size: number): Promise<Uint8Array> {
    return await this.#files.content(id, hash, size);
  }

  /**
   * Reads a content that any version of this template uses, in pieces that are fetched on demand. The length of each
   * piece but the last is a multiple of three, so that their base64 can be concatenated.
   */
  pieces(id: number, hash: Buffer): AsyncIterable<Uint8Array> {
    return this.#files.pieces(id, hash);
  }

  /** Returns `TemplateVersion.hash`, a cache key for the compiled template. Throws `version_not_found`. */
  async hash(id: number, version: number): Promise<string> {
    return await this.#database.query(() => this.#hash(id, version));
  }

  *#hash(id: number, version: number): Work<string> {
    return (yield* this.#existing(id, version)).hash.toString('hex');
  }

  /** Returns the current state of the template to change. Throws `template_not_found` and `template_conflict`. */
  *#changed({ teamId, id, base }: TemplateChange): Work<TemplateRecord> {
    const template = yield* this.#get(id);
    if (template?.teamId !== teamId) throw notFound(id);
    const { name, latestVersion } = template;
    const hash = yield* this.#hash(id, latestVersion);
    if (base !== undefined && base !== hash) {
      throw conflict(`The template "${name}" has changed since: its latest version is ${latestVersion}.`, {
        id,
        version: latestVersion,
        hash,
      });
    }
    return template;
  }

  *#create({ teamId, name }: PushedTemplate, now: number): Work<number> {
    return yield* insert(
      `INSERT INTO templates (team_id, name, created_at, updated_at, latest_version) VALUES (?, ?, ?, ?, 1)
       RETURNING id`,
      teamId,
      name,
      now,
      now,
    );
  }

  *#publish(id: number, version: number): Work<void> {
    const now = this.#now().getTime();
    const changed = yield* run(
      'UPDATE templates SET published_version = ?, updated_at = ? WHERE id = ? AND published_version IS DISTINCT FROM ?',
      version,
      now,
      id,
      version,
    );
    if (changed === 0) return;
    yield* run(
      'UPDATE template_versions SET published_at = ? WHERE template_id = ? AND version = ?',
      now,
      id,
      version,
    );
  }

  *#publishedVersion(id: number): Work<number | null> {
    const row = yield* get<{ published_version: number | null }>(
      'SELECT published_version FROM templates WHERE id = ?',
      id,
    );
    return row?.published_version ?? null;
  }

  *#get(id: number): Work<TemplateRecord | undefined> {
    const row = yield* get<TemplateRow>(`${selectTemplates} WHERE t.id = ? AND t.deleted_at IS NULL`, id);
    return row && ofRow(row);
  }

  *#byName(teamId: number, name: string): Work<TemplateRecord | undefined> {
    const row = yield* get<TemplateRow>(
      `${selectTemplates} WHERE t.team_id = ? AND t.name = ? AND t.deleted_at IS NULL`,
      teamId,
      name,
    );
    return row && ofRow(row);
  }

  *#existing(id: number, version: number): Work<VersionRow> {
    const found = yield* this.#version(id, version);
    if (!found) throw versionNotFound(id, version);
    return found;
  }

  *#version(id: number, version: number): Work<VersionRow | undefined> {
    return yield* get<VersionRow>(
      'SELECT * FROM template_versions WHERE template_id = ? AND version = ?',
      id,
      version,
    );
  }
}

/** Throws `invalid_template` for a path that cannot be a file within a folder. */
function checkedContent({ name, files }: PushedTemplate): HashedContent {
  checkTemplatePaths(name, files);
  return hashContent(files);
}

function assertNoConflict(
  { name, base }: PushedTemplate,
  id: number | undefined,
  latest: VersionRow | undefined,
): void {
  const hash = latest?.hash.toString('hex') ?? null;
  if (base === undefined || base === hash) return;
  const message = !latest
    ? `There is no template "${name}" any more.`
    : base === null
      ? `There is a template "${name}" already (id ${id}), with other content.`
      : `The template "${name}" has changed since: its latest version is ${latest.version}.`;
  throw conflict(message, { id, version: latest?.version, hash });
}

/** The facts describe the template that causes the conflict. */
function conflict(
  message: string,
  there: { id: number | undefined; version: number | undefined; hash: string | null },
): Failure {
  return new Failure('template_conflict', message, {
    facts: {
      template_id: there.id ?? null,
      latest_version: there.version ?? null,
      latest_hash: there.hash,
    },
  });
}

const nameTaken = ({ id, name, latestVersion }: TemplateRecord, hash: string): Failure =>
  conflict(`There is a template "${name}" already (id ${id}).`, { id, version: latestVersion, hash });

const notFound = (id: number) => new Failure('template_not_found', `Template ${id} not found.`);

function versionNotFound(id: number, version: number, latest?: number): Failure {
  return new Failure(
    'version_not_found',
    `Template ${id} has no version ${version}.`,
    latest === undefined ? {} : { hint: `Its latest version is ${latest}.` },
  );
}

function ofRow(row: TemplateRow): TemplateRecord {
  return {
    id: row.id,
    teamId: row.team_id,
    name: row.name,
    type: row.type,
    hasBasePdf: row.has_base_pdf === 1,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    latestVersion: row.latest_version,
    publishedVersion: row.published_version,
    publishedAt: row.published_at === null ? null : new Date(row.published_at),
  };
}
