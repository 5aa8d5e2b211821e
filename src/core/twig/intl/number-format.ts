import { Fault } from '../errors.ts';

/** Formatters by locale and options: few in number, and slow to make. */
const numberFormats = new Map<string, Intl.NumberFormat>();

/** Throws where Intl does not know the currency or refuses the digits. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let format = numberFormats.get(key);
  if (!format) {
    try {
      format = new Intl.NumberFormat(locale, options);
    } catch (error) {
      throw new Fault(`The number cannot be formatted so: ${(error as Error).message}`);
    }
    if (numberFormats.size > 200) numberFormats.clear();
    numberFormats.set(key, format);
  }
  return format;
}
