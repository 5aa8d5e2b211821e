/** Renders an editor template in one step, except for the processing that every PDF gets. */
import { Failure } from '../contract/errors.ts';
import type { PageFindings } from './browser/browser.ts';
import type { Deadline } from './deadline.ts';
import type { EditorResult } from './pdfme/editor-message.ts';
import type { EditorPool } from './pdfme/editor-pool.ts';
import type { RenderRequest } from './render.ts';
import type { EditorTemplate } from './template/model/template.ts';

/**
 * Starts a thread for this document if there is no pool. Throws the errors of `EditorPool.generate`, and
 * `invalid_option`.
 */
export async function fillEditor(
  template: EditorTemplate,
  { page = {}, metadata, strict = false, data }: RenderRequest,
  { deadline, editor, now }: { deadline: Deadline; editor: EditorPool | undefined; now: Date },
): Promise<EditorResult> {
  const settings = Object.keys(page);
  if (settings.length > 0) {
    const message = `The page of an editor template is laid out in its editor.json: ${settings.join(', ')} cannot be set for it.`;
    throw new Failure('invalid_option', message, { hint: 'Change "basePdf" in editor.json.' });
  }
  const job = {
    document: template.document,
    metadata: { ...template.metadata, ...metadata },
    partials: { ...template.partials },
    fonts: template.fonts,
    strict,
    now,
    data,
    assets: template.assets,
  };
  if (editor) return await editor.generate(job, deadline);
  const { startEditorPool } = await import('./pdfme/editor-pool.ts');
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
    missingGlyphs,
    problems: [],
  };
}
