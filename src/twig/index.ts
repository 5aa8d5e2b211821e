/**
 * Twig for untrusted templates and data. A template is compiled once, to closures, and rendered within limits. No text
 * is ever evaluated as JavaScript.
 */
export { rootOf } from './analysis/data-path.ts';
export { type DataUse, findDataUse } from './analysis/data-use.ts';
export type { PathUses } from './analysis/uses-by-path.ts';
export type { ValueUse } from './analysis/value-uses.ts';
export type { CallerFunction } from './caller-functions.ts';
export type { RenderSettings } from './compile.ts';
export { type Autoescape, type CompiledTemplate, type CompileOptions, compile } from './compile.ts';
export { CompileClock } from './compile-clock.ts';
export type { MissingPartial } from './compiler/environment.ts';
export { TemplateError, TemplateRuntimeError, TemplateSyntaxError, type TwigPlace } from './errors.ts';
export { Pattern, PatternError } from './library/regex/pattern.ts';
export { dataAt, membersOf, parseData, withData, writeData } from './library/strings/json.ts';
export { defaultLimits, type Limits } from './limits.ts';
export { restoreMarkdownText } from './runtime/markdown-text.ts';
export { NoticeCollector, type TwigNotice, type TwigNotices } from './runtime/notices.ts';
export { type ListedRow, RowList } from './runtime/row-list.ts';
export { packData, unpackData } from './runtime/values/data-crossing.ts';
export { withoutCsvRemedy } from './runtime/values/number.ts';
export type { Translations } from './translations.ts';
export { type TwigVocabulary, twigVocabulary } from './vocabulary.ts';
