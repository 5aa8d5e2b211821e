/** Names of countries, languages and currencies by their codes. */
import { type Callable, callable } from '../callable.ts';
import { Fault } from '../errors.ts';
import { toText } from '../values/text.ts';
import { localeOf } from './locale.ts';

export const nameFilter = (
  type: Intl.DisplayNamesType,
  parameter: string,
  shape: RegExp,
  languageDisplay: 'dialect' | 'standard' = 'dialect',
): Callable =>
  callable(
    `${parameter} locale?`,
    (_, code, locale) => {
      const text = toText(code);
      if (!shape.test(text)) return text;
      const asked = text.replaceAll('_', '-');
      try {
        // A code that only stands for another one, such as UK, has no name of its own.
        if (type === 'region' && new Intl.Locale(`und-${asked}`).region !== asked) return text;
        const names = new Intl.DisplayNames([localeOf(locale)], { type, languageDisplay });
        const name = names.of(asked) ?? asked;
        return name === asked ? text : name;
      } catch (error) {
        if (error instanceof Fault) throw error;
        return text;
      }
    },
    { cost: 100 },
  );
