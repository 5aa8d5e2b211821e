/** Everything that can be said about a template without printing it: errors, warnings and accessibility problems. */
import type { Failure } from '../../../contract/errors.ts';
import type { LintFinding } from '../../../core/lint/lint-finding.ts';
import { checkTemplate } from '../../../core/template/check/check-template.ts';
import { checkTemplateFiles } from '../../../core/template/check/check-template-files.ts';
import { memoryTree } from '../../../core/template/load/memory-tree.ts';
import { readTemplate } from '../../../core/template/load/read-template.ts';
import type { Warning } from '../../../core/template/model/check-result.ts';
import type { FileTree } from '../../../core/template/model/file-tree.ts';
import type { TemplateFiles } from '../../../core/template/model/template-files.ts';

export interface DescribedTemplate {
  readonly errors: readonly Failure[];
  readonly warnings: readonly Warning[];
  /** Empty if there are errors. */
  readonly accessibility: readonly LintFinding[];
}

export async function describeTemplateFiles(files: TemplateFiles, name: string): Promise<DescribedTemplate> {
  const errors = await checkTemplateFiles(files, name);
  if (errors.length > 0) return { errors, warnings: [], accessibility: [] };
  const tree = memoryTree(files, name);
  const { warnings } = await checkTemplate(tree);
  return { errors: [], warnings: warnings.map(withoutText), accessibility: await lint(tree) };
}

/** The text of the file is not sent from thread to thread for each warning. */
const withoutText = ({ location, ...warning }: Warning): Warning =>
  location ? { ...warning, location: { ...location, text: undefined } } : warning;

async function lint(tree: FileTree): Promise<readonly LintFinding[]> {
  const { template, sources } = await readTemplate(tree);
  if (template.kind === 'editor') {
    const { lintDesign, locateFindings } = await import('../../../core/pdfme/lint-design.ts');
    return locateFindings(lintDesign(template.document), sources);
  }
  const [{ toLintJob }, { runLint }] = await Promise.all([
    import('../../../core/lint-template.ts'),
    import('../../../core/lint/index.ts'),
  ]);
  const { page, metadata } = template;
  const html = template.markdown && {
    html: await (await import('../../../core/markdown/markdown-source.ts')).markdownSourceToHtml(
      template.html,
      template,
    ),
    twig: false,
  };
  const options = { sources, lang: page.lang, title: metadata.title };
  return runLint(toLintJob({ ...template, ...html }, options)).findings;
}
