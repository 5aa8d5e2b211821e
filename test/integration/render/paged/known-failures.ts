const columns =
  'nothing keeps room for notes within columns that go on on the next page: docs/paged-media.md, with a warning';
const marginBreak = 'Chromium does not know margin-break (css-break-4)';

/** Cases that do not pass, each with the reason. The test fails when one of them passes, so that the list stays true. */
export const knownFailures: Readonly<Record<string, string>> = {
  'a marker has generated content of its own behind it':
    'a pseudo-element of a pseudo-element, which no browser has for names that it does not know',
  'columns end above the margin of the notes of one of them, and go on on the next page': columns,
  'what stays together goes to the second column if the notes leave no room for it in the first': columns,
  'text after the columns goes on above their notes, and on the next page': columns,
  'the third of three columns calls a note': columns,
  'three columns after a paragraph, with notes on both of their pages': columns,
  'columns whose padding is on each page, above a note': columns,
  'the note of a second column goes on on the next page if the area has no room for it': columns,
  'a second article in columns goes on on the page that has its note': columns,
  'text behind columns waits for the note of their last line': columns,
  'columns go on on the page of a later note, before the text behind them': columns,
  'the only allowed break is before what stays together with all that follows, nested':
    'Chromium breaks the last paragraph instead, against its widows',
  'boxes that stay with what follows take the break before them, within another box':
    'Chromium looks for earlier breaks only in boxes that begin on the same page',
  'seven lines of which four have room: orphans: 4; widows: 4':
    'Chromium breaks after the fourth line, although three are left',
  'margin-break: keep at an unforced break': marginBreak,
  'margin-break: discard at a forced break': marginBreak,
  'widths of three boxes at the top, 16':
    'the box in the middle keeps the room of its longest word, so that the others are narrower',
  'widths of three boxes at the top, 17':
    'boxes keep the room of their longest words, although both together have none',
};
