/** The vocabulary of dates: months, days of the week, ordinals. All in lower case. */
import { dayNames, monthNames } from './format-date.ts';

const monthWords = new Map<string, number>([['sept', 9]]);
monthNames.forEach((name, index) => {
  monthWords.set(name.toLowerCase(), index + 1);
  monthWords.set(name.toLowerCase().slice(0, 3), index + 1);
});
const roman = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

/** By name, by the first three letters, and by Roman numeral. */
export const months: ReadonlyMap<string, number> = new Map([
  ...monthWords,
  ...roman.map((name, index): [string, number] => [name, index + 1]),
]);

const dayWords = new Map<string, number>([
  ['tues', 2],
  ['wednes', 3],
  ['thur', 4],
  ['thurs', 4],
]);
dayNames.forEach((name, index) => {
  dayWords.set(name.toLowerCase(), index);
  dayWords.set(name.toLowerCase().slice(0, 3), index);
});

export const days: ReadonlyMap<string, number> = dayWords;

export const ordinals: ReadonlyMap<string, number> = new Map([
  ['first', 1],
  ['second', 2],
  ['third', 3],
  ['fourth', 4],
  ['fifth', 5],
  ['sixth', 6],
  ['seventh', 7],
  ['eighth', 8],
  ['ninth', 9],
  ['tenth', 10],
  ['eleventh', 11],
  ['twelfth', 12],
  ['next', 1],
  ['last', -1],
  ['previous', -1],
  ['this', 0],
]);

/** Returns the alternatives of a regular expression, longest first. */
const alternatives = (names: Iterable<string>) => [...names].sort((a, b) => b.length - a.length).join('|');

const day = alternatives(days.keys());

/** The same words as parts of regular expressions. */
export const dateWord = {
  month: alternatives(months.keys()),
  namedMonth: alternatives(monthWords.keys()),
  shortMonth: alternatives(monthNames.map((name) => name.toLowerCase().slice(0, 3))),
  day,
  ordinal: alternatives(ordinals.keys()),
  unit:
    'milliseconds?|microseconds?|microsecs?|msecs?|usecs?|seconds?|secs?|minutes?|mins?|ms|µs|hours?|' +
    `weekdays?|weeks?|days?|fortnights?|forthnights?|months?|years?|(?:${day})s?`,
} as const;
