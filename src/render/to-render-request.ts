/** The one way from the options of a document to its render, for commands, the library and the server. */
import type { OptionName } from '#contract/document/option-table';
import { mergePageLoad, type PageLoad } from '#contract/document/page-load';
import type { StandardsSettings } from '#contract/documents';
import type { PageSettings } from '#contract/page';
import type { HtmlTemplate, Template } from '#template/model/template';
import type { RenderRequest } from './render-request.ts';

/** The rest is done before a render, or with its PDF. */
type RenderedOption = Exclude<OptionName, 'data' | 'sign' | 'file' | 'timeoutMs' | 'signal'>;
type PlacedOption =
  | keyof PageSettings
  | keyof StandardsSettings
  | keyof PageLoad
  | 'scripts'
  | 'tags'
  | 'forms'
  | 'reproducible'
  | 'stamp';

interface OptionValues
  extends PageSettings,
    StandardsSettings,
    Omit<PageLoad, 'acceptsStatus' | 'horizonMs'>,
    Pick<Template, 'tags' | 'forms'>,
    Pick<HtmlTemplate, 'scripts'>,
    Pick<RenderRequest, Exclude<RenderedOption, PlacedOption>> {
  readonly reproducible?: Date | undefined;
  readonly stamp?: RenderRequest['stamps'];
}

/** The options by the names of the table, checked and read. None can be forgotten. */
type GivenOptions<Name extends OptionName> = {
  readonly [Each in Name & RenderedOption]: OptionValues[Each] | undefined;
};

type OptionFields = Pick<
  RenderRequest,
  | 'template'
  | 'page'
  | 'load'
  | 'standards'
  | 'reproducible'
  | 'stamps'
  | Exclude<RenderedOption, PlacedOption>
>;

/**
 * Puts options where a render expects them. `Name` are those that the caller takes.
 *
 * @example
 * toRenderRequest<RequestOption<'merge'>>(template, { locale, timeZone, … });
 */
export function toRenderRequest<Name extends OptionName>(
  template: Template,
  options: GivenOptions<NoInfer<Name>>,
): OptionFields {
  const { format, orientation, margins, lang, locale, timeZone, header, footer, ...unpaged }: OptionValues =
    options;
  const { headers, cookies, basicAuth, userAgent, waitFor, media, mediaFeatures, ...shown } = unpaged;
  const { viewport, scale, preferCssPageSize, backgrounds, failOn, ...rest } = shown;
  const { pdfa, pdfua, scripts, tags, forms, reproducible, stamp, ...others } = rest;
  // Does not compile while an option has no place.
  const fields: Pick<RenderRequest, keyof typeof others> = others;
  const own = {
    ...(scripts === undefined ? {} : { scripts }),
    ...(tags === undefined ? {} : { tags }),
    ...(forms === undefined ? {} : { forms }),
  };
  return {
    ...fields,
    template: { ...template, ...own },
    page: { format, orientation, margins, lang, locale, timeZone, header, footer },
    load: mergePageLoad({
      ...{ headers, cookies, basicAuth, userAgent, waitFor, media, mediaFeatures },
      ...{ viewport, scale, preferCssPageSize, backgrounds, failOn },
    }),
    standards: { pdfa, pdfua },
    reproducible: reproducible && { date: reproducible },
    stamps: stamp,
  };
}
