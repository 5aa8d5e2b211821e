/** A version of a template as the management API shows it. */
import type { TemplateVersion } from '#store/template-records';
import { isoTime } from '../../http/iso-time.ts';

export const shownVersion = (shown: TemplateVersion) => ({
  version: shown.version,
  hash: shown.hash,
  created_at: isoTime(shown.createdAt),
  created_by: shown.createdBy,
  published: shown.published,
  published_at: shown.publishedAt && isoTime(shown.publishedAt),
  published_by: shown.publishedBy,
  has_errors: shown.hasErrors,
});
