/** A template as the management API shows it: with its versions and the hashes of their content. */
import type { ManagedTemplate } from '#contract/manage/manage-schema';
import type { Store } from '#store/store';
import type { TemplateRecord } from '#store/template-records';
import { isoTime } from '../../http/iso-time.ts';
import { templateSummary } from '../template-summary.ts';

export async function managedTemplate(
  { templates }: Store,
  template: TemplateRecord,
): Promise<ManagedTemplate> {
  const { id, latestVersion, publishedVersion, publishedAt } = template;
  return {
    ...templateSummary(template),
    latest_version: latestVersion,
    latest_hash: await templates.hash(id, latestVersion),
    published_version: publishedVersion,
    published_hash: publishedVersion === null ? null : await templates.hash(id, publishedVersion),
    published_at: publishedAt && isoTime(publishedAt),
  };
}
