/** Parses dates in free text, like PHP's strtotime(). */
import { TwigFault } from '../../errors.ts';
import { type DateParts, noParts, resolveDate } from './date-parts.ts';
import { type DateRule, dateRules } from './date-rules.ts';
import type { TimeZone } from './time-zone.ts';

const maxLength = 200;
const between = /[ \t\n.,]/;

/** A date as a text gives it. `instant` is in milliseconds since 1970. */
export interface Moment {
  readonly instant: number;
  readonly zone: TimeZone;
}

/**
 * Returns the instant that a text denotes, relative to `now` (milliseconds since 1970) in `zone`, and its zone.
 * Throws `TwigFault` for text that is not a date.
 */
export function parseDate(text: string, now: number, zone: TimeZone): Moment {
  const parts = readDate(text);
  // A date without a time of day begins at midnight.
  if (parts.given.date) parts.time ??= 0;
  return resolveDate(parts, now, zone);
}

/**
 * Applies a text such as `+1 month` to an instant (milliseconds since 1970). The zone stays, and so does the time of
 * day unless the text sets another. Throws `TwigFault` for text that cannot be parsed.
 */
export function modifyDate(text: string, instant: number, zone: TimeZone): number {
  return resolveDate({ ...readDate(text), zone: null }, instant, zone).instant;
}

function readDate(text: string): DateParts {
  const source = text.trim();
  if (source.length > maxLength) throw new TwigFault(`A date is written in at most ${maxLength} characters.`);
  const parts = noParts();
  for (let at = 0; at < source.length; ) {
    if (between.test(source[at] as string)) at++;
    else at = step(source, at, parts);
  }
  return parts;
}

/** Applies the rule that matches the most text from `at` on. Returns the index after the match. */
function step(source: string, at: number, parts: DateParts): number {
  let best: { rule: DateRule; found: RegExpExecArray } | undefined;
  for (const rule of dateRules) {
    rule.expression.lastIndex = at;
    const found = rule.expression.exec(source);
    if (found && found[0].length > (best?.found[0].length ?? 0)) best = { rule, found };
  }
  try {
    if (!best) throw new TwigFault('');
    best.rule.apply(parts, best.found.groups ?? {});
    return at + best.found[0].length;
  } catch (error) {
    if (!(error instanceof TwigFault)) throw error;
    throw new TwigFault(
      `"${source.slice(0, 80)}" is not a date that can be read (from "${source.slice(at, at + 20)}" on).`,
    );
  }
}
