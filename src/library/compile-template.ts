/** Twig without a document: subject lines, file names, e-mail, HTML for other purposes. */

import { localeFault, parseLocale, parseTimeZone, timeZoneFault } from '#contract/language/region';
import { NoticeLog } from '#template/fill/notice-log';
import { TemplateSources } from '#template/model/template-sources';
import { type Autoescape, compile, NoticeCollector, TemplateError } from '#twig';
import { invalidOption } from './invalid-option.ts';
import { toTemplateData } from './template-data.ts';

export interface CompileTemplateOptions {
  /** Name → source of what `include`, `extends`, `embed`, `import`, `use` and `source` may load. */
  readonly partials?: Readonly<Record<string, string>> | undefined;
  /** If true, undefined variables are errors, except before `default`, `??` and `is defined`. Default: false. */
  readonly strict?: boolean | undefined;
  /** `html` or false. Default: `html`. */
  readonly autoescape?: Exclude<Autoescape, 'inline-markdown'> | undefined;
  /** The name of the template in errors. Default: `template`. */
  readonly name?: string | undefined;
}

export interface RenderTemplateOptions {
  /** The date of `now`, `date()` and relative dates. Default: the current one. */
  readonly now?: Date | undefined;
  /** The locale of filters such as `format_currency` that name none: `de-AT`. Default: English. */
  readonly locale?: string | undefined;
  /** In which dates are read that have none, and written: `Europe/Vienna`. Default: UTC. */
  readonly timeZone?: string | undefined;
  /** Gets what would be an error of a strict template: undefined variables, calculations with text that is no number. */
  readonly onWarning?: ((warning: string) => void) | undefined;
}

/** Immutable. Renders do not affect each other. */
export interface TwigTemplate {
  /** Throws `invalid_template` with a location, and `invalid_option` for an unknown locale or time zone. */
  render(data?: object, options?: RenderTemplateOptions): string;
  /** The paths that the template reads from the data: `customer.name`, `items[].price`. */
  readonly variables: readonly string[];
}

/**
 * Compiles a Twig template. Its time, memory and output are bounded, so it may come from anybody.
 *
 * Throws `invalid_template` with line and column.
 *
 * @example
 * compileTemplate('Invoice {{ number }}', { autoescape: false }).render({ number: 7 }); // 'Invoice 7'
 */
export function compileTemplate(source: string, options: CompileTemplateOptions = {}): TwigTemplate {
  const { partials = {}, strict = false, autoescape = 'html', name = 'template' } = options;
  const sources = new TemplateSources(
    { template: { file: name, text: source } },
    new Map(Object.entries(partials).map(([file, text]) => [file, { file, text }])),
  );
  const explained = <Result>(action: () => Result): Result => {
    try {
      return action();
    } catch (error) {
      throw error instanceof TemplateError ? sources.failure(error) : error;
    }
  };
  const compiled = explained(() => compile(source, { partials, strict, autoescape }));
  return {
    render(data = {}, { now = new Date(), onWarning, ...region } = {}) {
      const notices = onWarning && new NoticeCollector();
      const options = { now, notices, ...readRegion(region) };
      const text = explained(() => compiled.render(toTemplateData(data).exact, options));
      if (onWarning) {
        const log = new NoticeLog();
        log.add({ notices: notices?.found });
        for (const warning of log.describe(sources)) onWarning(warning);
      }
      return text;
    },
    get variables() {
      return explained(() => compiled.variables);
    },
  };
}

function readRegion({ locale, timeZone }: Pick<RenderTemplateOptions, 'locale' | 'timeZone'>) {
  const language = locale === undefined ? undefined : parseLocale(locale);
  if (locale !== undefined && language === undefined) throw invalidOption('locale', localeFault);
  const zone = timeZone === undefined ? undefined : parseTimeZone(timeZone);
  if (timeZone !== undefined && zone === undefined) throw invalidOption('timeZone', timeZoneFault(timeZone));
  return { language, timeZone: zone };
}
