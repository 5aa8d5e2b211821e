/** Which structure types may hold which others in PDF 2.0 (ISO/TS 32005, table 5). `Hn` is a heading of any level. */

/** Types that may be anywhere, and in which anything may be. */
const anywhere = ['Artifact', 'NonStruct', 'Private'];

const words = (text: string): readonly string[] => text.split(' ');

/** Parts of a line of text. */
const lines = words(
  'Annot BibEntry Code Em FENote Figure Form Formula Lbl Link Note Quote Reference Ruby Span Strong Sub Warichu',
);
/** Parts of a section. */
const sections = words(
  'Annot Art Aside BlockQuote Caption Code Div DocumentFragment FENote Figure Form Formula H Hn Index L Lbl Link Note P Part Reference Sect TOC Table Title',
);
/** Both, without what only a document has. */
const blocks = words(
  'Annot Art Aside BibEntry BlockQuote Caption Code Div Em FENote Figure Form Formula H Hn Index L Lbl Link Note P Part Quote Reference Ruby Sect Span Strong Sub Table Warichu',
);

const without = (types: readonly string[], left: string): readonly string[] => {
  const out = words(left);
  return types.filter((type) => !out.includes(type));
};

const document = [...without(sections, 'Caption Lbl Reference'), 'Document'];
const besides = [...without(sections, 'Aside Title'), 'Document'];
const note = [...without(blocks, 'H Hn'), 'DocumentFragment'];
const link = [...without(blocks, 'Index'), 'DocumentFragment', 'Title'];
const cell = without(blocks, 'Aside BlockQuote Caption Part Sub');
const heading = [...lines, 'Sect'];
const ruby = without(lines, 'BibEntry Code FENote Figure Formula Lbl Note Ruby Warichu');

/** Types that are missing hold anything. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  Annot: link,
  Art: without(sections, 'Art'),
  Aside: besides,
  BibEntry: [...without(lines, 'Code'), 'Div', 'P', 'Part'],
  BlockQuote: besides,
  Caption: [...without(blocks, 'Caption'), 'DocumentFragment'],
  Code: note,
  Document: document,
  DocumentFragment: document,
  Em: lines,
  FENote: note,
  Figure: blocks,
  Form: words('BibEntry Caption Code Div FENote Figure Formula L Lbl Note Part Reference Table'),
  Formula: without(blocks, 'Art Sect'),
  H: heading,
  Hn: heading,
  Index: without(sections, 'Art Aside BlockQuote Code DocumentFragment Form Index Lbl Link TOC Title'),
  L: words('Caption L LI'),
  LBody: without(blocks, 'Lbl'),
  LI: words('Div LBody Lbl'),
  Lbl: without(lines, 'Lbl'),
  Link: link,
  Note: note,
  P: [...lines, 'L', 'Table'],
  Quote: [...lines, 'Div'],
  RB: ruby,
  RP: ruby,
  RT: ruby,
  Reference: link,
  Ruby: words('RB RP RT'),
  Sect: sections,
  Span: lines,
  Strong: lines,
  Sub: [...without(lines, 'Sub'), 'L'],
  TBody: ['TR'],
  TD: cell,
  TFoot: ['TR'],
  TH: cell,
  THead: ['TR'],
  TOC: words('Caption Part TOC TOCI'),
  TOCI: words('Annot Div Lbl P Reference TOC'),
  TR: words('TD TH'),
  Table: words('Caption TBody TFoot THead TR'),
  Title: without(blocks, 'Art BlockQuote H Hn Index Sect Sub'),
  WP: ruby,
  WT: ruby,
  Warichu: words('WP WT'),
};

/** Types that only elements of certain types hold. */
const types = words(
  'Annot Art Artifact Aside BibEntry BlockQuote Caption Code Div Document DocumentFragment Em FENote Figure Form Formula H Hn Index L LBody LI Lbl Link NonStruct Note P Part Private Quote RB RP RT Reference Ruby Sect Span Strong Sub TBody TD TFoot TH THead TOC TOCI TR Table Title WP WT Warichu',
);

/** Types whose elements hold no text or pictures themselves. */
export const withoutContent: ReadonlySet<string> = new Set(
  words('L Sect TBody TR Table Art THead TOC TOCI DocumentFragment Document TFoot Index'),
);

const captioned = 'Art Artifact Aside BlockQuote Code Figure Form Formula Index L LBody Note TOC Table Title';
const headed =
  'Art Artifact Aside BlockQuote Caption Document DocumentFragment Figure Formula LBody Sect TD TH';

/** What an element of a type has at most once. */
export const atMostOne: readonly (readonly [type: string, child: string])[] = [
  ...words(captioned).map((type) => [type, 'Caption'] as const),
  ...words(headed).map((type) => [type, 'H'] as const),
  ...words('H Hn').map((type) => [type, 'Sect'] as const),
  ...words('THead TFoot').map((child) => ['Table', child] as const),
];

/** What an element that is part of a line does not hold, although one that groups others does. */
const ofGroups = 'Aside BlockQuote Caption DocumentFragment H Hn L P Part Table Title';
export const onlyInGroups: Readonly<Record<string, readonly string[]>> = {
  Annot: words(`${ofGroups} Form Reference`),
  Caption: ['DocumentFragment'],
  Code: ['DocumentFragment'],
  FENote: words('Caption DocumentFragment'),
  Figure: ['Sub'],
  Form: words('Code Figure Formula L Part Reference Table'),
  Link: words(`${ofGroups} Form`),
  Note: ['DocumentFragment'],
  Quote: ['Div'],
  Reference: words(`${ofGroups} Form`),
};

/** Types of which an element that groups others has at most one caption. */
export const captionedGroups: readonly string[] = words('Annot FENote Link Reference');

/** The types of elements that one of this type must not hold. */
export function forbiddenIn(type: string): readonly string[] {
  const list = allowed[type];
  if (!list) return [];
  return types.filter((each) => !list.includes(each) && !anywhere.includes(each));
}

/** Types that have rules on what they hold. */
export const restrictedTypes: readonly string[] = Object.keys(allowed);

/** Parts of a line by their type; others may be so by what they hold. */
export const inlineTypes: ReadonlySet<string> = new Set(
  words('Span Em Strong Sub Ruby RB RP RT Warichu WT WP'),
);

/** Types that group elements. */
export const groupingTypes: ReadonlySet<string> = new Set(
  words('Art Part TOC TOCI Index Sect Div Aside NonStruct'),
);
