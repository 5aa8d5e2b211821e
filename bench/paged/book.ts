/** A book with footnotes, and the same text without them. */
import { randomOf } from '../../test/support/golden/seeded-document.ts';

/** The title of its section in RESULTS.md. */
export const bookHeading = 'A book with footnotes';

const words =
  'the of and to in is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so up said what its about than into them can only other time new some could these two may first then do any like my now over such our man me even most made after also did many off before must well back through years where much your way down should because long each just state those people too little good world make very year still see own work men day get here old life both between being under three never know same last another while us might great go come since against right came take used himself few house use place during high without'.split(
    ' ',
  );

export interface Book {
  readonly html: string;
  readonly notes: number;
}

/** Two notes a page. Each note and the word that calls it have a number, by which they are found on their pages. */
export function book(chapters: number, hasNotes: boolean): Book {
  const random = randomOf(1);
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const word = () => words[between(0, words.length - 1)] ?? '';
  let notes = 0;
  const text = (length: number) =>
    Array.from({ length }, () => {
      if (random() >= 0.0058) return word();
      const number = ++notes;
      const note = Array.from({ length: between(5, 35) }, word).join(' ');
      const called = `${word()} c${number}`;
      return hasNotes ? `${called}<span class="note">n${number} ${note}.</span>` : called;
    }).join(' ');
  const body = Array.from({ length: chapters }, (_, chapter) => {
    const paragraphs = Array.from({ length: 58 }, () => `<p>${text(between(40, 130))}.</p>`).join('');
    return `<h1>Chapter ${chapter + 1}</h1>${paragraphs}`;
  }).join('');
  const css = `@page { size: A5; margin: 18mm }
    body { margin: 0; font: 10pt/1.4 serif } p { text-align: justify; hyphens: auto }
    h1 { break-before: page } .note { float: footnote; font-size: 8pt }`;
  return {
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Book</title><style>${css}</style><body>${body}`,
    notes,
  };
}
