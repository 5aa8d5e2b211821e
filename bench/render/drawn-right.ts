/**
 * Whether a program has drawn a document right, as poppler reads its PDF: beside Chromium's, which is what the author of the
 * HTML has seen.
 */
import { execFileSync } from 'node:child_process';

interface Word {
  readonly text: string;
  readonly page: number;
  /** Points from the left edge of the page, like `right`. */
  readonly left: number;
  readonly right: number;
  /** Points from the top of the page, like `bottom`. */
  readonly top: number;
  readonly bottom: number;
}

interface DrawnPages {
  readonly pages: number;
  readonly words: readonly Word[];
}

/** Points. What is this far apart on one line is in other columns. */
const minColumnGap = 12;

/**
 * Returns `yes`, or what is wrong: words that are missing, other numbers of pages, or columns that are not side by side. Neither
 * pictures nor colours are looked at. Throws where poppler cannot read a file.
 *
 * @example
 * judgePdf(chromium, other); // 'no: 46 pages, not 30'
 */
export function judgePdf(reference: Uint8Array, pdf: Uint8Array): string {
  const right = readPages(reference);
  const drawn = readPages(pdf);
  const lost = missingWords(right.words, drawn.words);
  if (lost.length > 0) {
    return `no: lacks ${lost.length === 1 ? '' : `${lost.length} words, such as `}“${lost[0]}”`;
  }
  if (drawn.pages !== right.pages) return `no: ${drawn.pages} pages, not ${right.pages}`;
  // Lines of a text may be broken elsewhere, because fonts are not the same to a hair, but columns stay beside each other.
  const kept = new Set(neighbours(drawn.words, 0));
  const apart = neighbours(right.words, minColumnGap).filter((pair) => !kept.has(pair));
  if (apart.length > 0) return `no: “${apart[0]}” is not side by side`;
  return 'yes';
}

function readPages(pdf: Uint8Array): DrawnPages {
  const text = execFileSync('pdftotext', ['-bbox', '-', '-'], {
    input: pdf,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  const words: Word[] = [];
  let page = 0;
  for (const [, isPage, left, top, right, bottom, word = ''] of text.matchAll(
    /<(page) |<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)<\/word>/g,
  )) {
    if (isPage) page++;
    else
      words.push({
        text: word,
        page,
        left: Number(left),
        right: Number(right),
        top: Number(top),
        bottom: Number(bottom),
      });
  }
  return { pages: page, words };
}

function missingWords(expected: readonly Word[], found: readonly Word[]): string[] {
  const counts = new Map<string, number>();
  for (const { text } of found) counts.set(text, (counts.get(text) ?? 0) + 1);
  return expected.flatMap(({ text }) => {
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left > 0 ? [] : [text];
  });
}

/** Returns each word with the next one on its line, if that is so far away, in points. */
function neighbours(words: readonly Word[], minGap: number): string[] {
  const isOnLine = (a: Word, b: Word) =>
    a.page === b.page && (a.top + a.bottom) / 2 > b.top && (a.top + a.bottom) / 2 < b.bottom;
  const byPage = Map.groupBy(words, ({ page }) => page);
  return words.flatMap((word) => {
    const behind = (byPage.get(word.page) ?? []).filter(
      (other) => other.left > word.left && isOnLine(word, other),
    );
    const next = behind.reduce<Word | undefined>(
      (nearest, other) => (nearest && nearest.left <= other.left ? nearest : other),
      undefined,
    );
    return next && next.left - word.right >= minGap ? [`${word.text} ${next.text}`] : [];
  });
}
