import { Fault } from '../errors.ts';
import { toText } from '../values/text.ts';
import type { Value } from '../values/value.ts';

/** A locale as Intl wants it, from one as PHP takes it: `de_CH.UTF-8`. English where none is given. */
export function localeOf(value: Value): string {
  if (value === undefined || value === null || value === '') return 'en';
  const tag = toText(value).split(/[.@]/)[0]?.replaceAll('_', '-') ?? '';
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'en';
  } catch {
    throw new Fault(`Unknown locale "${tag.slice(0, 40)}".`);
  }
}
