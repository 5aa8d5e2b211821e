/**
 * Durations on the command line: `60s`, `500ms`, `2m`. The unit is required, because a bare 30 could mean seconds or
 * milliseconds.
 */
const units = { ms: 1, s: 1000, m: 60_000 } as const;

/** setTimeout accepts at most 24 days; one day is more than any PDF needs. */
const maxDurationMs = 24 * 60 * 60_000;

/** Returns milliseconds, or undefined if the text is not a duration. */
export function parseDuration(text: string): number | undefined {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text) ?? [];
  if (number === undefined || unit === undefined) return undefined;
  const milliseconds = Math.round(Number(number) * units[unit as keyof typeof units]);
  return milliseconds >= 1 && milliseconds <= maxDurationMs ? milliseconds : undefined;
}
