/** A version of a template as its management tells it. */
import type { TemplateVersion } from '../../store/templates.ts';
import { isoTime } from '../iso-time.ts';

export const shownVersion = ({ version, hash, createdAt, published }: TemplateVersion) => ({
  version,
  hash,
  created_at: isoTime(createdAt),
  published,
});
