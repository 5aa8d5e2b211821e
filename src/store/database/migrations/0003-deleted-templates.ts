/** Makes templates deletable. The row stays, so that its id and history never pass to another template. */
import type { Migration } from '../migrate.ts';

export const deletedTemplates: Migration = {
  version: 3,
  since: '0.1.0',
  sql: `
-- A name is unique among the templates that are not deleted. SQLite cannot drop a constraint, so the table is rebuilt.
CREATE TABLE rebuilt_templates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  team_id INTEGER NOT NULL REFERENCES teams (id),
  name TEXT NOT NULL CHECK (length(name) > 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  latest_version INTEGER NOT NULL,
  -- Null: a draft.
  published_version INTEGER,
  -- Null: not deleted.
  deleted_at INTEGER,
  FOREIGN KEY (id, latest_version) REFERENCES template_versions (template_id, version) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (id, published_version) REFERENCES template_versions (template_id, version) DEFERRABLE INITIALLY DEFERRED
) STRICT;
INSERT INTO rebuilt_templates
  SELECT id, team_id, name, created_at, updated_at, latest_version, published_version, NULL FROM templates;
-- The ids go on from where they were.
DELETE FROM sqlite_sequence WHERE name = 'rebuilt_templates';
INSERT INTO sqlite_sequence (name, seq) SELECT 'rebuilt_templates', seq FROM sqlite_sequence WHERE name = 'templates';
DROP TABLE templates;
ALTER TABLE rebuilt_templates RENAME TO templates;
CREATE INDEX templates_newest_first ON templates (team_id, updated_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX templates_by_name ON templates (team_id, name) WHERE deleted_at IS NULL;
`,
};
