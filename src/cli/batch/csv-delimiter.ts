/** What separates the cells of a CSV file, as its first line tells. */

const candidates = [',', ';', '\t', '|'];

/** The candidate that stands most often outside of quotes; a comma where there is none. */
export function sniffDelimiter(firstLine: string): string {
  const bare = firstLine.replace(/"(?:[^"]|"")*"?/g, '');
  const times = (candidate: string) => bare.split(candidate).length - 1;
  return candidates.reduce((best, each) => (times(each) > times(best) ? each : best));
}
