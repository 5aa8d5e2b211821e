/** Dates in PDF syntax: `D:20260131120000+00'00'` (ISO 32000-2, 7.9.4). To the second, always UTC. */

const pattern = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+-])(\d\d)'?(\d\d)?|Z)?/;

export function formatPdfDate(date: Date): string {
  return `D:${date.toISOString().replace(/[-:T]|\.\d+Z$/g, '')}+00'00'`;
}

/** Undefined if the text is not a date. Without a time zone, which the format allows, UTC is assumed. */
export function parsePdfDate(text: string): Date | undefined {
  const match = pattern.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((digits) => (digits === undefined ? undefined : Number(digits)));
  const sign = match[7] === '-' ? -1 : 1;
  const offsetMinutes = sign * (Number(match[8] ?? 0) * 60 + Number(match[9] ?? 0));
  return new Date(Date.UTC(year, month - 1, day, hour, minute - offsetMinutes, second));
}
