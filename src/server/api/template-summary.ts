/** A template as the API shows it. */
import type { TemplateSummary } from '#contract/templates';
import type { TemplateRecord } from '#store/template-records';
import { isoTime } from '../http/iso-time.ts';

export const templateSummary = (template: TemplateRecord): TemplateSummary => ({
  id: template.id,
  name: template.name,
  type: template.type,
  has_base_pdf: template.hasBasePdf,
  created_at: isoTime(template.createdAt),
  updated_at: isoTime(template.updatedAt),
});
