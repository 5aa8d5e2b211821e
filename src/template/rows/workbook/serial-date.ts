/** Dates of workbooks: numbers that only the format of their cell tells from others (ECMA-376, 18.8.30 and 18.17.4). */

/** The formats 14 to 22 and 45 to 47, and those of East Asia, which files do not spell out. */
const builtIn = (id: number): string | undefined => {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return 'y-m-d';
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)) return 'h:s';
  return id === 22 ? 'y-m-d h:s' : undefined;
};

/** Whether a format shows the days and the time of a number. `code` is that of a format that the file spells out. */
export function dateParts(
  id: number,
  code: string | undefined,
): { days: boolean; time: boolean } | undefined {
  const format = code ?? builtIn(id);
  if (format === undefined) return undefined;
  const [positive = ''] = format.split(';');
  const letters = positive
    .replace(/"[^"]*"?|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\][]*\]/gi, '')
    .replace(/general/gi, '')
    .toLowerCase();
  const time = /[hs]|\[m/.test(letters);
  const days = /[ydeb]/.test(letters) || (!time && letters.includes('m'));
  return days || time ? { days, time } : undefined;
}

const msPerDay = 86_400_000;

/** `2026-11-30`, `2026-11-30T13:45:00`, or `26:30:00` of a format without days. Undefined for what is no date. */
export function isoDate(
  serial: number,
  parts: { readonly days: boolean; readonly time: boolean },
  is1904: boolean,
): string | undefined {
  if (!(serial >= 0 && serial < 2_958_466)) return undefined;
  const seconds = Math.round((serial - Math.floor(serial)) * 86_400);
  if (!parts.days) {
    const all = Math.round(serial * 86_400);
    return [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60].map(twoDigits).join(':');
  }
  // Lotus 1-2-3 had a 29 February 1900, the number 60.
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  const text = new Date(epoch + Math.floor(serial) * msPerDay + seconds * 1000).toISOString();
  return text.slice(0, parts.time ? 19 : 10);
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
