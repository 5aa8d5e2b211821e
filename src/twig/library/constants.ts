import type { Value } from '../runtime/values/value.ts';
import { jsonFlags } from './strings/json.ts';

const dateFormats = {
  ATOM: 'Y-m-d\\TH:i:sP',
  COOKIE: 'l, d-M-Y H:i:s T',
  ISO8601: 'Y-m-d\\TH:i:sO',
  RFC822: 'D, d M y H:i:s O',
  RFC850: 'l, d-M-y H:i:s T',
  RFC1036: 'D, d M y H:i:s O',
  RFC1123: 'D, d M Y H:i:s O',
  RFC2822: 'D, d M Y H:i:s O',
  RFC3339: 'Y-m-d\\TH:i:sP',
  RFC3339_EXTENDED: 'Y-m-d\\TH:i:s.vP',
  RFC7231: 'D, d M Y H:i:s \\G\\M\\T',
  RSS: 'D, d M Y H:i:s O',
  W3C: 'Y-m-d\\TH:i:sP',
};

const ofDates = (prefix: string) =>
  Object.entries(dateFormats).map(([name, format]): [string, Value] => [`${prefix}${name}`, format]);

/**
 * The constants that `constant()` offers: PHP's constants that reveal nothing about the machine, and none about code
 * or classes.
 */
export const constants: ReadonlyMap<string, Value> = new Map<string, Value>([
  ...Object.entries(jsonFlags),
  ...['DATE_', 'DateTimeInterface::', 'DateTime::', 'DateTimeImmutable::'].flatMap(ofDates),
  ['PHP_INT_SIZE', 8],
  ['PHP_INT_MAX', 9223372036854775807n],
  ['PHP_INT_MIN', -9223372036854775808n],
  ['PHP_FLOAT_DIG', 15],
  ['PHP_FLOAT_EPSILON', Number.EPSILON],
  ['PHP_FLOAT_MAX', Number.MAX_VALUE],
  ['PHP_FLOAT_MIN', 2.2250738585072014e-308],
  ['PHP_EOL', '\n'],
  ['M_E', Math.E],
  ['M_LOG2E', Math.LOG2E],
  ['M_LOG10E', Math.LOG10E],
  ['M_LN2', Math.LN2],
  ['M_LN10', Math.LN10],
  ['M_PI', Math.PI],
  ['M_PI_2', Math.PI / 2],
  ['M_PI_4', Math.PI / 4],
  ['M_1_PI', 1 / Math.PI],
  ['M_2_PI', 2 / Math.PI],
  ['M_SQRT2', Math.SQRT2],
  ['M_SQRT1_2', Math.SQRT1_2],
]);
