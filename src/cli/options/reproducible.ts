/** The date of a reproducible PDF: https://reproducible-builds.org/specs/source-date-epoch/ */
import { Failure } from '#contract/errors';

/** PDF dates have four digits for the year. */
const lastSecond = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000;

/**
 * Undefined if the PDF need not be reproducible. SOURCE_DATE_EPOCH alone requests it; the flag without the variable
 * takes 1970, which cannot be mistaken for a real date.
 */
export function reproducibleDate(flag: boolean, sourceDateEpoch: string | undefined): Date | undefined {
  if (sourceDateEpoch === undefined) return flag ? new Date(0) : undefined;
  const seconds = /^\d+$/.test(sourceDateEpoch) ? Number(sourceDateEpoch) : Number.NaN;
  if (seconds <= lastSecond) return new Date(seconds * 1000);
  throw new Failure(
    'usage',
    `SOURCE_DATE_EPOCH "${sourceDateEpoch}" is not a number of seconds since 1970.`,
    {
      hint: 'For example: SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)',
    },
  );
}
