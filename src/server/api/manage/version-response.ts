/** A version of a template as the management API shows it. */
import type { TemplateVersion } from '#store/template-records';
import { isoTime } from '../../http/iso-time.ts';

export const shownVersion = ({ version, hash, createdAt, published }: TemplateVersion) => ({
  version,
  hash,
  created_at: isoTime(createdAt),
  published,
});
