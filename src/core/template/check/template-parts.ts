/** Lists the parts of a template that hold Twig. */
import { type ElementPart, elementTwig } from '../../pdfme/fill/element-twig.ts';
import type { Autoescape } from '../../twig/index.ts';
import type { EditorTemplate, Template } from '../model/template.ts';

export interface TemplatePart {
  /** `template`, `header`, `footer`, `invoice`, `metadata.title`, `page 1, field total`. */
  readonly part: string;
  /** The name of a partial, or null for the part itself. */
  readonly name: string | null;
  readonly source: string;
  readonly isHtml: boolean;
  readonly autoescape: Autoescape;
}

/** Partials come last. */
export function templateParts(template: Template): TemplatePart[] {
  const { metadata, partials, invoice } = template;
  const part = (name: string, source: string | undefined, isHtml = true): TemplatePart[] =>
    source === undefined
      ? []
      : [{ part: name, name: null, source, isHtml, autoescape: isHtml ? 'html' : false }];
  const text = (each: TemplatePart): TemplatePart =>
    template.kind !== 'editor' && template.markdown
      ? { ...each, isHtml: false, autoescape: 'markdown' }
      : each;
  return [
    ...(template.kind === 'editor'
      ? elementParts(template)
      : [
          ...part('template', template.html).map(text),
          ...Object.entries(template.markdown?.titleBlock ?? {}).flatMap(([key, source]) =>
            part(key, source, false),
          ),
          ...part('header', template.page.header),
          ...part('footer', template.page.footer),
        ]),
    ...Object.entries(metadata).flatMap(([key, value]) => part(`metadata.${key}`, value, false)),
    ...part('invoice', invoice, false).map((each) => ({ ...each, autoescape: 'html' as const })),
    ...Object.entries(partials).map(
      ([name, source]) =>
        ({ part: 'template', name, source, ...partialKind(template) }) satisfies TemplatePart,
    ),
  ];
}

/** The partials of an editor template are not HTML. */
const partialKind = ({ kind }: Template): Pick<TemplatePart, 'isHtml' | 'autoescape'> =>
  kind === 'editor' ? { isHtml: false, autoescape: false } : { isHtml: true, autoescape: 'html' };

function elementParts({ document: { pages, statics } }: EditorTemplate): TemplatePart[] {
  const toPart = (source: string, { part, autoescape }: ElementPart): TemplatePart => ({
    part,
    name: null,
    source,
    isHtml: false,
    autoescape,
  });
  const listTwig = (element: Parameters<typeof elementTwig>[0]) => {
    const { visible, value } = elementTwig(element);
    return [visible, value].filter((each) => each !== undefined);
  };
  return [
    ...pages.flat().flatMap((element) => listTwig(element).map((each) => toPart(each.source, each))),
    ...statics.flatMap((element) => listTwig(element).map((each) => toPart(numbered(each.source), each))),
  ];
}

/** Defines the variables that are known only when the page is printed. */
const numbered = (source: string): string => `{% set page = 1 %}{% set pages = 1 %}${source}`;
