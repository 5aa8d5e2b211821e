/** Templates and their versions, as the store reads them. */
import { Failure } from '#contract/errors';
import type { VersionAuthor } from '#contract/manage/version-author';
import { type TemplateType, templateName } from '#contract/templates';
import { all, get, type Work } from './database/statement.ts';

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
  /** Null if an older program stored it. */
  readonly createdBy: VersionAuthor | null;
  /** Whether this is the currently published version. */
  readonly published: boolean;
  /** When it was published last. Null if it never was. */
  readonly publishedAt: Date | null;
  /** Null if it was never published, or by an older program. */
  readonly publishedBy: VersionAuthor | null;
  /** Whether it is a draft that was stored with errors. */
  readonly hasErrors: boolean;
}

/** Stored as the author of what a command on the database does, which has no token. */
export const commandAuthor = 0;

export interface TemplateRecordPage {
  readonly items: readonly TemplateRecord[];
  /** Over all pages. */
  readonly total: number;
}

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

export interface TemplateVersionRow {
  readonly version: number;
  readonly type: TemplateType;
  readonly has_base_pdf: number;
  readonly hash: Buffer;
  readonly created_at: number;
  readonly has_errors: number;
}

interface AuthoredVersionRow extends TemplateVersionRow {
  readonly published_at: number | null;
  readonly created_by: number | null;
  readonly created_by_name: string | null;
  readonly published_by: number | null;
  readonly published_by_name: string | null;
}

const selectTemplates = `
  SELECT t.*, v.type, v.has_base_pdf, v.published_at FROM templates t
  JOIN template_versions v ON v.template_id = t.id AND v.version = coalesce(t.published_version, t.latest_version)`;

/** Finds a template of any team, unless it was deleted. */
export function* templateById(id: number): Work<TemplateRecord | undefined> {
  const row = yield* get<TemplateRow>(`${selectTemplates} WHERE t.id = ? AND t.deleted_at IS NULL`, id);
  return row && ofRow(row);
}

/** Also finds a name that an older program stored as macOS writes it (NFD). */
export function* templateByName(teamId: number, name: string): Work<TemplateRecord | undefined> {
  const stored = templateName(name);
  const row = yield* get<TemplateRow>(
    `${selectTemplates} WHERE t.team_id = ? AND t.name IN (?, ?) AND t.deleted_at IS NULL
     ORDER BY CASE WHEN t.name = ? THEN 0 ELSE 1 END LIMIT 1`,
    teamId,
    stored,
    name.normalize('NFD'),
    stored,
  );
  return row && ofRow(row);
}

/** Returns a page of a team's templates, newest first. Pages count from 1. */
export function* readTemplatePage(teamId: number, page: number, perPage: number): Work<TemplateRecordPage> {
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

/** Returns the versions, newest first, or an empty list if the template does not exist. */
export function* readTemplateVersions(id: number): Work<TemplateVersion[]> {
  const published = yield* publishedVersionOf(id);
  const rows = yield* all<AuthoredVersionRow>(
    `SELECT v.*, c.name AS created_by_name, p.name AS published_by_name FROM template_versions v
     LEFT JOIN tokens c ON c.id = v.created_by LEFT JOIN tokens p ON p.id = v.published_by
     WHERE v.template_id = ? ORDER BY v.version DESC`,
    id,
  );
  return rows.map((row) => ({
    version: row.version,
    hash: row.hash.toString('hex'),
    createdAt: new Date(row.created_at),
    createdBy: toAuthor(row.created_by, row.created_by_name),
    published: row.version === published,
    publishedAt: row.published_at === null ? null : new Date(row.published_at),
    publishedBy: toAuthor(row.published_by, row.published_by_name),
    hasErrors: row.has_errors === 1,
  }));
}

function toAuthor(id: number | null, name: string | null): VersionAuthor | null {
  if (id === null) return null;
  return id === commandAuthor ? { kind: 'command' } : { kind: 'token', id, name };
}

export function* publishedVersionOf(id: number): Work<number | null> {
  const row = yield* get<{ published_version: number | null }>(
    'SELECT published_version FROM templates WHERE id = ?',
    id,
  );
  return row?.published_version ?? null;
}

export function* findTemplateVersion(id: number, version: number): Work<TemplateVersionRow | undefined> {
  return yield* get<TemplateVersionRow>(
    'SELECT * FROM template_versions WHERE template_id = ? AND version = ?',
    id,
    version,
  );
}

/** Throws `version_not_found`. */
export function* existingTemplateVersion(id: number, version: number): Work<TemplateVersionRow> {
  const found = yield* findTemplateVersion(id, version);
  if (!found) throw templateVersionNotFound(id, version);
  return found;
}

/** Returns `TemplateVersion.hash`. Throws `version_not_found`. */
export function* templateVersionHash(id: number, version: number): Work<string> {
  return (yield* existingTemplateVersion(id, version)).hash.toString('hex');
}

export const templateNotFound = (id: number) =>
  new Failure('template_not_found', `Template ${id} not found.`);

export function templateVersionNotFound(id: number, version: number, latest?: number): Failure {
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
