/** Twig without a document: subject lines, file names, e-mail, HTML for other purposes. */

import { TemplateSources } from '../core/template/model/template-sources.ts';
import { type Autoescape, compile, TemplateError } from '../core/twig/index.ts';
import { toTemplateData } from './template-data.ts';

export interface CompileTemplateOptions {
  /** Name → source of what `include`, `extends`, `embed`, `import`, `use` and `source` may load. */
  readonly partials?: Readonly<Record<string, string>> | undefined;
  /** If true, undefined variables are errors, except before `default`, `??` and `is defined`. Default: false. */
  readonly strict?: boolean | undefined;
  /** `html` or false. Default: `html`. */
  readonly autoescape?: Exclude<Autoescape, 'inline-markdown'> | undefined;
  /** What errors call the template. Default: `template`. */
  readonly name?: string | undefined;
}

/** Immutable. Renders do not affect each other. */
export interface TwigTemplate {
  /**
   * Throws `invalid_template` with a location. `now` is the date of `now`, `date()` and relative dates. Default: the
   * current one.
   */
  render(data?: object, options?: { readonly now?: Date | undefined }): string;
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
    render: (data = {}, { now = new Date() } = {}) =>
      explained(() => compiled.render(toTemplateData(data).exact, { now })),
    get variables() {
      return explained(() => compiled.variables);
    },
  };
}
