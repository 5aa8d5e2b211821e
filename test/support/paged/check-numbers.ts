/** Compares the page numbers that a random document prints with the pages of its headings, and the sides of these. */
import { readPdf } from '../read-pdf.ts';
import type { RandomDocument } from './random-document.ts';

/** Returns what is wrong, which is nothing, and how many numbers there were. */
export async function checkNumbers(
  pdf: Uint8Array,
  { sections, html }: RandomDocument,
): Promise<{ readonly wrong: readonly string[]; readonly checked: number }> {
  const { pages } = await readPdf(pdf);
  const pageOf = (n: number) =>
    pages.findIndex((text) => new RegExp(`Section ${n}!`).test(text.replace(/\(Section \d+!/g, ''))) + 1;
  const whole = pages.join('\n').replace(/\s+/g, ' ');
  const wrong: string[] = [];
  let checked = 0;
  const check = (n: number, printed: string | undefined, place: string) => {
    checked++;
    if (Number(printed) !== pageOf(n)) wrong.push(`${place} ${n}: ${printed} and not ${pageOf(n)}`);
  };
  // A line with a leader is painted after the other text of its page, so an entry that a page break divides begins within the
  // text of the second page, or is a leader alone there.
  const alone = [...whole.matchAll(/(\d+:)?[ .]*\.[ .]*p ?(\d+)/g)].flatMap(([, own, printed]) =>
    own === undefined ? [printed] : [],
  );
  const isRight = html.includes('break-before: right');
  for (let n = 0; n < sections; n++) {
    if (isRight && pageOf(n) % 2 === 0) wrong.push(`Section ${n} on page ${pageOf(n)}`);
    const printed = new RegExp(`(?:To)? ${n}:[ .]*p ?(\\d+)`).exec(whole)?.[1];
    check(n, printed ?? alone.shift(), 'contents');
  }
  for (const [, n, printed] of whole.matchAll(/at #s(\d+)= ?(\d+) ?;/g)) check(Number(n), printed, 'at');
  for (const [, n, printed] of whole.matchAll(/\(Section (\d+)! on page (\d+)\)/g))
    check(Number(n), printed, 'see');
  return { wrong, checked };
}
