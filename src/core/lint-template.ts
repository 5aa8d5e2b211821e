/** Gives the lint what a template consists of. */
import type { LintJob } from './lint/index.ts';
import type { LowContrast } from './low-contrast.ts';
import type { HtmlTemplate } from './template/model/template.ts';
import type { TemplateSources } from './template/model/template-sources.ts';

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
  { sources, lang, title, pdfua = standards?.pdfua, contrast }: LintTemplateOptions,
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
