/** Lists the parts of a template that hold Twig. */
import type { HeaderFooterSetting } from '#contract/page';
import { type Autoescape, dataAt, withData } from '#twig';
import type { EditorTemplate, Template } from '../model/template.ts';
import { type ElementPart, elementTwig } from '../pdfme/fill/element-twig.ts';

export interface TemplatePart {
  /** `template`, `header`, `footer`, `invoice`, `metadata.title`, `page 1, field total`. */
  readonly part: string;
  /** The name of a partial, or null for the part itself. */
  readonly name: string | null;
  readonly source: string;
  readonly isHtml: boolean;
  readonly autoescape: Autoescape;
  /** The variables that the render itself gives to this part, besides the data. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
}

/** Partials come last. */
export function templateParts(template: Template): TemplatePart[] {
  const { metadata, partials, invoice, stamps = [] } = template;
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
          ...pageParts('header', template.page.header),
          ...pageParts('footer', template.page.footer),
        ]),
    ...Object.entries(metadata).flatMap(([key, value]) => part(`metadata.${key}`, value, false)),
    ...stamps.flatMap(({ name, content }) =>
      'html' in content
        ? part(name, content.html).map((each) => ({ ...each, variables: { page: samplePage } }))
        : [],
    ),
    ...part('invoice', invoice, false).map((each) => ({ ...each, autoescape: 'html' as const })),
    ...Object.entries(partials).map(
      ([name, source]) =>
        ({ part: 'template', name, source, ...partialKind(template) }) satisfies TemplatePart,
    ),
  ];
}

/** Headers and footers by the kind of page, which read the variable `page`. */
function pageParts(kind: 'header' | 'footer', setting: HeaderFooterSetting | undefined): TemplatePart[] {
  const { named = {}, ...variants } = typeof setting === 'string' ? { default: setting } : (setting ?? {});
  return Object.entries({ ...variants, ...named }).flatMap(([page, source]) =>
    source === undefined
      ? []
      : {
          part: page === 'default' ? kind : `${kind}-${page}`,
          name: null,
          source,
          isHtml: true,
          autoescape: 'html' as const,
          variables: { page: samplePage },
        },
  );
}

/** The data of a part as it is filled in a check. */
export function withOwnVariables(data: object, { variables }: TemplatePart): object {
  if (!variables) return data;
  const merged = Object.entries(variables).map(([name, value]): [string, unknown] => {
    const given = dataAt(data, [name]);
    const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
    if (given === undefined) return [name, value];
    return [name, isObject ? withData(given, value as Readonly<Record<string, unknown>>) : given];
  });
  return withData(data, Object.fromEntries(merged));
}

/** The variable `page` of a document of one page. */
export const samplePage = {
  number: 1,
  count: 1,
  section: '',
  sections: { 1: '', 2: '', 3: '', 4: '', 5: '', 6: '' },
  first: true,
  last: true,
  side: 'right',
  name: '',
};

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
