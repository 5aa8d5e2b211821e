/** What people write for a date: PHP's strtotime(). */
import { TwigFault } from '../../errors.ts';
import { type DateParts, noParts, resolveDate } from './date-parts.ts';
import { type DateRule, dateRules } from './date-rules.ts';
import type { TimeZone } from './time-zone.ts';

const maxLength = 200;
const between = /[ \t\n.,]/;

interface Moment {
  readonly instant: number;
  readonly zone: TimeZone;
}

/** The instant that a text names, seen from an instant and its zone. */
export function parseDate(text: string, now: number, zone: TimeZone): Moment {
  const parts = readDate(text);
  // A day without a time of day begins at midnight.
  if (parts.given.date) parts.time ??= 0;
  return resolveDate(parts, now, zone);
}

/** What a text makes of an instant. Its zone stays, and its time of day unless the text names another. */
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

/** Applies the rule that matches most of the text from here on; gives the place behind it. */
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
