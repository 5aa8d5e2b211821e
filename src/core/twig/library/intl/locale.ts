import { TwigFault } from '../../errors.ts';
import { toText } from '../../runtime/values/text.ts';
import type { Value } from '../../runtime/values/value.ts';

/**
 * A locale as Intl wants it, from one as PHP takes it: `de_CH.UTF-8`. English where none is given, and for a language
 * without data: Intl would take that of the machine.
 */
export function localeOf(value: Value): string {
  if (value === undefined || value === null || value === '') return 'en';
  const tag = toText(value).split(/[.@]/)[0]?.replaceAll('_', '-') ?? '';
  try {
    const [canonical = 'en'] = Intl.getCanonicalLocales(tag);
    return hasData(canonical) ? canonical : 'en';
  } catch {
    throw new TwigFault(`Unknown locale "${tag.slice(0, 40)}".`);
  }
}

const known = new Map<string, boolean>();
const maxKnown = 200;

function hasData(tag: string): boolean {
  let found = known.get(tag);
  if (found === undefined) {
    found = Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
    if (known.size >= maxKnown) known.clear();
    known.set(tag, found);
  }
  return found;
}
