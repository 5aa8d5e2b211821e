/** Detects the delimiter of a CSV file by its first line. */

const candidates = [',', ';', '\t', '|'];

/** Returns the candidate that occurs most often outside of quotes; a comma if there is none. */
export function sniffDelimiter(firstLine: string): string {
  const bare = firstLine.replace(/"(?:[^"]|"")*"?/g, '');
  const times = (candidate: string) => bare.split(candidate).length - 1;
  return candidates.reduce((best, each) => (times(each) > times(best) ? each : best));
}
