/** One render of a compiled template: sets what filters read of its language and zone, and gives errors their place. */

import { TemplateRuntimeError, TwigFault } from './errors.ts';
import { setOwnZone } from './library/date/time-zone.ts';
import { setOwnLocale } from './library/intl/locale.ts';
import { runUnit } from './runtime/inheritance.ts';
import { describeRow } from './runtime/notices.ts';
import { RowList } from './runtime/row-list.ts';
import type { Runtime, Unit } from './runtime/runtime.ts';
import { getEntries, isArray } from './runtime/values/array.ts';
import { countComparisons } from './runtime/values/compare.ts';
import { commaRemedy, watchNumbers } from './runtime/values/number.ts';
import type { Value } from './runtime/values/value.ts';

/** Runs a compiled template. Throws a `TemplateRuntimeError` with the place that it had reached. */
export function renderUnit(
  unit: Unit,
  data: Value,
  runtime: Runtime,
  { language, timeZone }: { readonly language?: string | undefined; readonly timeZone?: string | undefined },
): string {
  const toValue = (value: Value) => (value instanceof RowList ? value.toSequence(runtime) : value);
  // The first, because it may throw.
  const zoneBefore = setOwnZone(timeZone);
  const countedBefore = countComparisons((entries) => runtime.tick(entries));
  const localeBefore = setOwnLocale(language);
  const watchedBefore = watchNumbers((text, read) => noticeNumber(runtime, text, read));
  try {
    runUnit(
      runtime,
      unit,
      new Map(isArray(data) ? getEntries(data).map(([key, value]) => [String(key), toValue(value)]) : []),
    );
    const text = runtime.result();
    if (runtime.written * 3 > runtime.limits.output && Buffer.byteLength(text) > runtime.limits.output) {
      runtime.outputTooLong();
    }
    return text;
  } catch (error) {
    const place = () => runtime.source.place(runtime.at);
    if (error instanceof TwigFault)
      throw new TemplateRuntimeError(place(), error.message + describeRow(runtime.row), {
        cause: error.cause,
      });
    if (isStackOverflow(error))
      throw new TemplateRuntimeError(place(), 'The template is nested too deep (depth bound).');
    // V8's own limit is some 500 million characters. It is reached only by text that `limits.string` does not catch.
    if (error instanceof RangeError && /^Invalid (string|array|typed array) length/.test(error.message)) {
      const detail = `A text or list is longer than ${runtime.limits.string} characters.`;
      throw new TemplateRuntimeError(place(), detail);
    }
    throw error;
  } finally {
    countComparisons(countedBefore);
    watchNumbers(watchedBefore);
    setOwnLocale(localeBefore);
    setOwnZone(zoneBefore);
  }
}

/** Notices that arithmetic reads only the start of a text. */
function noticeNumber(runtime: Runtime, text: string, read: number | bigint): void {
  const { notices, source, at } = runtime;
  if (!notices) return;
  const place = `number ${at} of ${source.part}, ${source.template}`;
  const explain = () => {
    const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
    return `The text "${shown}" is no number: it was read as ${read}.${commaRemedy(text)}`;
  };
  notices.add(place, () => place, runtime, explain);
}

/** V8's error, which a deeply nested template or value can cause anywhere. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}
