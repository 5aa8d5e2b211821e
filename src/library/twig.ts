/**
 * The template language alone, as `pdfapi/twig`: text in, text out, without documents. It loads neither a browser nor a
 * server. `compileTemplate` of `pdfapi` is the same language with the errors of documents.
 *
 * @example
 * import { compile } from 'pdfapi/twig';
 *
 * const letter = compile('Dear {{ name|title }}, you owe us {{ amount|euros }}.', {
 *   filters: { euros: (amount: number) => `€${amount.toFixed(2)}` },
 * });
 * letter.render({ name: 'ada lovelace', amount: 12 }); // 'Dear Ada Lovelace, you owe us €12.00.'
 */
export {
  type Autoescape,
  type CallerFunction,
  type CompiledTemplate,
  type CompileOptions,
  compile,
  defaultLimits,
  type Limits,
  type MissingPartial,
  NoticeCollector,
  type PathUses,
  parseData,
  type RenderSettings,
  TemplateError,
  TemplateRuntimeError,
  TemplateSyntaxError,
  type Translations,
  type TwigNotice,
  type TwigNotices,
  type TwigPlace,
  type TwigVocabulary,
  twigVocabulary,
  type ValueUse,
} from '#twig';
