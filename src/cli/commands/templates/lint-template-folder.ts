/** The lint of a template folder, with the paths of its files as the user wrote them. */
import { type LintFinding, runLint } from '../../../core/lint/index.ts';
import { toLintJob } from '../../../core/lint-template.ts';
import { readTemplateFolder } from '../../../core/template/load/read-template-folder.ts';

/** Returns nothing for an editor template. Throws the errors of `readTemplate`. */
export async function lintTemplateFolder(path: string): Promise<readonly LintFinding[]> {
  const { template, sources } = await readTemplateFolder(path);
  if (template.kind === 'editor') return [];
  const { page, metadata } = template;
  return runLint(toLintJob(template, { sources, lang: page.lang, title: metadata.title })).findings;
}
