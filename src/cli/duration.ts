/** Times on the command line: `60s`, `500ms`, `2m`. The unit is a must: a bare 30 means seconds to one and milliseconds to another. */
const units = { ms: 1, s: 1000, m: 60_000 } as const;

/** setTimeout takes 24 days at most; nobody waits a day for a PDF. */
const longest = 24 * 60 * 60_000;

/** Milliseconds, or undefined where the text is no such time. */
export function parseDuration(text: string): number | undefined {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text) ?? [];
  if (number === undefined || unit === undefined) return undefined;
  const milliseconds = Math.round(Number(number) * units[unit as keyof typeof units]);
  return milliseconds >= 1 && milliseconds <= longest ? milliseconds : undefined;
}
