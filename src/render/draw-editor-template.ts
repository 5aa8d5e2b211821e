/** Draws the document of an editor template: filling and drawing are one step for these, and need no browser. */

import type { PageFindings } from '#browser/browser';
import type { Region } from '#browser/region';
import type { PageLoad } from '#contract/document/page-load';
import type { Metadata } from '#contract/documents';
import { Failure } from '#contract/errors';
import type { PageDefaults, PageSettings } from '#contract/page';
import type { TemplateData } from '#runtime/data-text';
import type { Deadline } from '#runtime/deadline';
import type { EditorTemplate } from '#template/model/template';
import type { EditorResult } from '#template/pdfme/editor-message';
import type { EditorPool } from '#template/pdfme/editor-pool';

/** The part of a `RenderRequest` that an editor template takes. */
interface EditorRequest {
  readonly page?: PageSettings | undefined;
  readonly load?: PageLoad | undefined;
  readonly pageDefaults?: PageDefaults | undefined;
  readonly metadata?: Metadata | undefined;
  readonly strict?: boolean | undefined;
  readonly data: TemplateData;
}

interface DrawOptions {
  readonly deadline: Deadline;
  readonly editor: EditorPool | undefined;
  readonly now: Date;
  readonly region: Region;
  /** Whether the lint of designs runs too. */
  readonly lint: boolean;
}

/**
 * Starts a thread for this document if there is no pool. Throws what `EditorPool.generate` throws, and `invalid_option`
 * for page settings, because editor.json lays out the page.
 */
export async function drawEditorTemplate(
  template: EditorTemplate,
  { page = {}, load = {}, pageDefaults, metadata, strict = false, data }: EditorRequest,
  { deadline, editor, now, region, lint }: DrawOptions,
): Promise<EditorResult> {
  const { lang = template.lang ?? pageDefaults?.lang, locale: _, timeZone: __, ...layout } = page;
  const settings = Object.entries({ ...layout, ...load }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  if (settings.length > 0) {
    const message = `The page of an editor template is laid out in its editor.json: ${settings.join(', ')} cannot be set for it.`;
    throw new Failure('invalid_option', message, { hint: 'Change "basePdf" in editor.json.' });
  }
  const job = {
    document: template.document,
    metadata: { ...template.metadata, ...metadata },
    partials: { ...template.partials },
    translations: template.translations && { language: lang, languages: template.translations },
    fonts: template.fonts,
    strict,
    now,
    data,
    tags: template.tags ?? true,
    lang,
    language: region.language,
    timeZone: region.timeZone,
    lint,
    assets: template.assets,
  };
  if (editor) return await editor.generate(job, deadline);
  const { startEditorPool } = await import('#template/pdfme/editor-pool');
  const own = startEditorPool();
  try {
    return await own.generate(job, deadline);
  } finally {
    await own.close();
  }
}

export function editorFindings({ missingGlyphs, rightToLeft }: EditorResult): PageFindings {
  const text =
    'Text from right to left is drawn in the wrong order: editor templates cannot lay it out, html templates can.';
  return {
    refused: [],
    failed: [],
    console: rightToLeft ? [{ level: 'warning', text }] : [],
    errors: [],
    fonts: [],
    missingGlyphs: missingGlyphs.map(([character]) => character).sort(),
    problems: [],
  };
}
