/**
 * Records when a version was published. The column belongs to the version, because a template can be published
 * repeatedly.
 */
import type { Migration } from '../migrate.ts';

export const publishedAt: Migration = {
  version: 2,
  since: '0.1.0',
  sql: `
-- The last time; null: never.
ALTER TABLE template_versions ADD COLUMN published_at INTEGER;
-- A template is updated by a push or by publishing, so for its latest version the later of the two is the right time.
UPDATE template_versions SET published_at = (
  SELECT CASE WHEN t.latest_version = t.published_version THEN t.updated_at ELSE template_versions.created_at END
  FROM templates t WHERE t.id = template_versions.template_id
)
WHERE EXISTS (
  SELECT 1 FROM templates t
  WHERE t.id = template_versions.template_id AND t.published_version = template_versions.version
);
`,
};
