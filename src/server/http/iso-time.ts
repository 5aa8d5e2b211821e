/** ISO 8601 with offset, to the second, the format of every time in the API: `2026-11-21T19:48:26+00:00`. */
export const isoTime = (date: Date): string => `${date.toISOString().slice(0, 19)}+00:00`;
