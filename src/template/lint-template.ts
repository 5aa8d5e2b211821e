/** Gives the lint what a template consists of. */
import type { LintJob } from './lint/index.ts';
import type { LintFinding } from './lint/lint-finding.ts';
import type { LowContrast } from './lint/low-contrast.ts';
import type { ReadTemplate } from './load/read-template.ts';
import type { HtmlTemplate } from './model/template.ts';
import type { TemplateSources } from './model/template-sources.ts';

export interface LintTemplateOptions {
  /** Default: the names of a template folder's files. */
  readonly sources?: TemplateSources | undefined;
  /** The language and the title, if a setting gives them. */
  readonly lang?: string | undefined;
  readonly title?: string | undefined;
  /** Default: as the template says. */
  readonly pdfua?: boolean | undefined;
  readonly contrast?: readonly LowContrast[] | undefined;
}

/** Header and footer are not part of it, because screen readers pass over them. */
export function toLintJob(
  { html, address, twig, partials, standards }: HtmlTemplate,
  { sources, lang, title, pdfua = Boolean(standards?.pdfua), contrast }: LintTemplateOptions,
): LintJob {
  const fileOf = (name: string | null): string | undefined =>
    sources?.locate({ part: 'template', template: name, line: 1 })?.file;
  const named = Object.entries(partials).map(
    ([name, text]) => [name, { file: fileOf(name) ?? `partials/${name}`, text }] as const,
  );
  return {
    // The source of a web page is not here, and its author may be another person.
    source: address === undefined ? html : undefined,
    options: {
      file: fileOf(null) ?? 'template.html',
      twig,
      partials: new Map(named),
      lang,
      title,
      pdfua,
      contrast,
    },
  };
}

/** Lints a template of a folder or of a set of files, of either kind. */
export async function lintReadTemplate({ template, sources }: ReadTemplate): Promise<readonly LintFinding[]> {
  if (template.kind === 'editor') {
    const { lintDesign, locateFindings } = await import('./pdfme/lint-design.ts');
    return locateFindings(lintDesign(template.document), sources);
  }
  const { runLint } = await import('./lint/index.ts');
  const { page, metadata } = template;
  const html = template.markdown && {
    html: await (await import('./markdown/markdown-source.ts')).markdownSourceToHtml(template.html, template),
    twig: false,
  };
  const options = { sources, lang: page.lang, title: metadata.title };
  return runLint(toLintJob({ ...template, ...html }, options)).findings;
}
