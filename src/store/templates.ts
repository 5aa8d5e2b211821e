/**
 * The templates of teams and their versions. A version is immutable; at most one version of a template is published.
 */
import { type HashedContent, hashContent } from '#contract/content-hash';
import { isTemplateName, type TemplateType, templateName } from '#contract/templates';
import { checkNewName, checkTemplatePaths } from './check-template-paths.ts';
import type { Database } from './database/database.ts';
import { insert, lockTeam, run, type Work } from './database/statement.ts';
import { assertNoConflict, nameTaken } from './template-conflicts.ts';
import { TemplateFileStore } from './template-files.ts';
import {
  commandAuthor,
  existingTemplateVersion,
  findTemplateVersion,
  publishedVersionOf,
  readTemplatePage,
  readTemplateVersions,
  type TemplateRecord,
  type TemplateRecordPage,
  type TemplateVersion,
  templateById,
  templateByName,
  templateNotFound,
  templateVersionHash,
  templateVersionNotFound,
} from './template-records.ts';

export interface PushedTemplate {
  readonly teamId: number;
  /** A name identifies the template within its team. */
  readonly name: string;
  readonly type: TemplateType;
  readonly hasBasePdf: boolean;
  /** Relative path with `/` → content. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly publish: boolean;
  /** The id of the token. Default: a command on the database itself. */
  readonly by?: number | undefined;
  /** Whether it is a draft that is not valid. Default: false. */
  readonly hasErrors?: boolean | undefined;
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
    const known = yield* templateByName(pushed.teamId, pushed.name);
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
    const known = yield* templateByName(pushed.teamId, pushed.name);
    const latest = known && (yield* findTemplateVersion(known.id, known.latestVersion));
    const unchanged =
      latest?.hash.equals(content.hash) === true &&
      latest.type === pushed.type &&
      latest.has_base_pdf === Number(pushed.hasBasePdf);
    if (!unchanged) assertNoConflict(pushed, known?.id, latest);
    const version = (latest?.version ?? 0) + (unchanged ? 0 : 1);
    const id = known?.id ?? (yield* this.#create(pushed, now));
    if (!unchanged) {
      yield* run(
        'INSERT INTO template_versions (template_id, version, type, has_base_pdf, hash, created_at, created_by, has_errors) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        id,
        version,
        pushed.type,
        pushed.hasBasePdf ? 1 : 0,
        content.hash,
        now,
        pushed.by ?? commandAuthor,
        pushed.hasErrors ? 1 : 0,
      );
      if (storesFiles) yield* this.#files.store(id, version, content);
      yield* run('UPDATE templates SET latest_version = ?, updated_at = ? WHERE id = ?', version, now, id);
    }
    if (pushed.publish) yield* this.#publish(id, version, pushed.by);
    return { id, version, published: (yield* publishedVersionOf(id)) === version, unchanged };
  }

  /**
   * Publishes the given version, by default the latest. `by` is the id of the token, by default a command on the database
   * itself. Throws `version_not_found`, and `template_not_found` for a template of another team too.
   */
  async publish(teamId: number, id: number, version?: number, by?: number): Promise<TemplateRecord> {
    return await this.#database.write(() => this.#publishOf(teamId, id, version, by));
  }

  *#publishOf(
    teamId: number,
    id: number,
    version: number | undefined,
    by: number | undefined,
  ): Work<TemplateRecord> {
    yield* lockTeam(teamId);
    const template = yield* templateById(id);
    if (template?.teamId !== teamId) throw templateNotFound(id);
    const wanted = version ?? template.latestVersion;
    if (!(yield* findTemplateVersion(id, wanted)))
      throw templateVersionNotFound(id, wanted, template.latestVersion);
    yield* this.#publish(id, wanted, by);
    return (yield* templateById(id)) ?? template;
  }

  /**
   * Renames a template. Its id and its versions stay.
   *
   * Throws `invalid_template` for an invalid name, `template_not_found` for a template of another team too, and
   * `template_conflict`. Its `template_id` fact is the template that has the name, or this one if `base` is not its
   * latest version.
   */
  async rename(change: TemplateChange, name: string): Promise<RenameResult> {
    const wanted = templateName(name);
    // No template has such a name, and not every database can look for it.
    if (!isTemplateName(wanted)) checkNewName(wanted);
    return await this.#database.write(() => this.#rename(change, wanted));
  }

  *#rename(change: TemplateChange, name: string): Work<RenameResult> {
    yield* lockTeam(change.teamId);
    const { id, name: previousName } = yield* this.#changed(change);
    const other = yield* templateByName(change.teamId, name);
    if (other && other.id !== id)
      throw nameTaken(other, yield* templateVersionHash(other.id, other.latestVersion));
    const unchanged = name === previousName;
    if (!unchanged) checkNewName(name);
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
    return await this.#database.read(() => readTemplatePage(teamId, page, perPage));
  }

  /** Finds a template of any team; the caller checks access. Returns undefined if it was deleted. */
  async get(id: number): Promise<TemplateRecord | undefined> {
    return await this.#database.query(() => templateById(id));
  }

  /** Finds a template of a team by its name. Returns undefined for what no template can be called. */
  async byName(teamId: number, name: string): Promise<TemplateRecord | undefined> {
    if (!isTemplateName(name)) return undefined;
    return await this.#database.query(() => templateByName(teamId, name));
  }

  /** Returns the versions, newest first, or an empty list if the template does not exist. */
  async versions(id: number): Promise<TemplateVersion[]> {
    return await this.#database.read(() => readTemplateVersions(id));
  }

  /**
   * Returns path → content, sorted by path. Other requests run while large files are read. Throws `version_not_found`.
   */
  async files(id: number, version: number): Promise<Map<string, Uint8Array>> {
    await this.#database.query(() => existingTemplateVersion(id, version));
    // No transaction is needed: versions are immutable and contents are never removed.
    return await this.#files.read(id, version);
  }

  /** Returns path → hash and size in bytes, sorted by path. Throws `version_not_found`. */
  async digests(id: number, version: number): Promise<FileDigests> {
    return await this.#database.read(() => this.#digests(id, version));
  }

  *#digests(id: number, version: number): Work<FileDigests> {
    yield* existingTemplateVersion(id, version);
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

  /** Whether a version is a draft that was stored with errors. Throws `version_not_found`. */
  async hasErrors(id: number, version: number): Promise<boolean> {
    return (await this.#database.query(() => existingTemplateVersion(id, version))).has_errors === 1;
  }

  /** Returns `TemplateVersion.hash`, a cache key for the compiled template. Throws `version_not_found`. */
  async hash(id: number, version: number): Promise<string> {
    return await this.#database.query(() => templateVersionHash(id, version));
  }

  /** Returns the current state of the template to change. Throws `template_not_found` and `template_conflict`. */
  *#changed({ teamId, id, base }: TemplateChange): Work<TemplateRecord> {
    const template = yield* templateById(id);
    if (template?.teamId !== teamId) throw templateNotFound(id);
    const { name, latestVersion } = template;
    assertNoConflict({ name, base }, id, yield* existingTemplateVersion(id, latestVersion));
    return template;
  }

  *#create({ teamId, name: given }: PushedTemplate, now: number): Work<number> {
    const name = templateName(given);
    checkNewName(name);
    return yield* insert(
      `INSERT INTO templates (team_id, name, created_at, updated_at, latest_version) VALUES (?, ?, ?, ?, 1)
       RETURNING id`,
      teamId,
      name,
      now,
      now,
    );
  }

  *#publish(id: number, version: number, by: number = commandAuthor): Work<void> {
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
      'UPDATE template_versions SET published_at = ?, published_by = ?, has_errors = 0 WHERE template_id = ? AND version = ?',
      now,
      by,
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
