/**
 * The sheet that shows generated content. It is important and in a layer, because important declarations of a layer
 * win over those of the document, which are in none or in a later one.
 */
import { windowMark } from './window-rules.ts';

/** `@property` rules: values must not be inherited, as those of the properties that they carry are not. */
const registered = [
  ...['content', 'string-set', 'position', 'float', 'footnote-policy'],
  ...['bookmark-level', 'bookmark-label', 'bookmark-state'],
].map((name) => `@property --pdfapi-${name}{syntax:"*";inherits:false}`);

const pseudos = ['before', 'after', 'marker'].map(
  (name) => `[data-pdfapi-${name}]::${name}{content:var(--pdfapi-${name})!important}`,
);

const part = (name: string, declarations: string): string => {
  const important = declarations.replaceAll(';', '!important;');
  return `[data-pdfapi-leader] [data-pdfapi-part=${name}]{${important}}`;
};
const generated = (name: string): string =>
  `[data-pdfapi-leader] [data-pdfapi-part=${name}]::before{content:var(--pdfapi-leader-${name})!important}`;

/** Takes footnotes out of the flow: see `arrangeFootnotes`. */
const footnotes = [
  '[data-pdfapi-footnote]{display:flow-root!important;position:absolute!important;float:none!important;',
  'inset:auto;max-width:none!important;box-sizing:border-box!important;break-before:auto!important;',
  'break-after:auto!important;orphans:1!important;widows:1!important}',
  // Positioned elements take most of the time of a print, and a draft only shows where their calls are.
  ':root[data-pdfapi-hides-footnotes] [data-pdfapi-footnote],[data-pdfapi-footnote][data-pdfapi-unplaced]{',
  'display:none!important}',
  'pdfapi-room{all:unset!important;display:block!important;float:left!important;clear:left!important;',
  'height:var(--height)!important;width:var(--width)!important}',
];

/** The sheet of the room for footnotes, which is in a tree of its own. */
export const footnoteRoomSheet =
  'pdfapi-notes{display:contents}pdfapi-room{display:block;float:left;clear:left;height:var(--height);width:var(--width)}pdfapi-area{display:block;position:absolute;left:0;margin-top:1em}';

/** What documents may style otherwise. */
export const footnoteDefaults = [
  ':where([data-pdfapi-footnote-call]){font-size:.75em;vertical-align:super;line-height:0;counter-increment:footnote}',
  ':where([data-pdfapi-footnote-call],[data-pdfapi-footnote-marker]){color:inherit;text-decoration:none}',
].join('');

export const fillSheet = [
  ...registered,
  '@layer pdfapi{',
  ...pseudos,
  ...footnotes,
  // A hidden element that sets a string has a place, and nothing else.
  '[data-pdfapi-hidden]{page:auto!important;counter-reset:none!important;counter-increment:none!important;',
  'counter-set:none!important}',
  '[data-pdfapi-running],[data-pdfapi-hidden]{',
  'position:absolute!important;inset:auto!important;display:block!important;',
  'width:0!important;height:0!important;min-width:0!important;min-height:0!important;margin:0!important;',
  'padding:0!important;border:0!important;float:none!important;break-before:auto!important;',
  'break-after:auto!important;content-visibility:hidden!important}',
  '[data-pdfapi-end]{all:unset!important;position:absolute!important}',
  // Positioned boxes are painted last: without this, a program that reads the text would find all numbers of a page
  // behind all of its titles.
  '[data-pdfapi-line]{isolation:isolate!important}',
  '[data-pdfapi-leader],[data-pdfapi-leader] *{all:unset!important}',
  '[data-pdfapi-leader]::before,[data-pdfapi-leader]::after,[data-pdfapi-leader] ::before,[data-pdfapi-leader] ::after',
  '{all:unset!important;content:none!important}',
  `#${windowMark}{display:none}`,
  // Paints nothing and moves nothing. It is not `visibility`, which all elements inherit: those with a transition would
  // take part in the change back.
  ':root[data-pdfapi-draft]{clip-path:inset(100%)!important}',
  // In a flex container it takes the rest of the line. A line may end before the pattern, but not between it and the text after
  // it: the pattern, which is as long as what is left of the line of that text, would reach beyond the page.
  '[data-pdfapi-leader]{flex:1 0 auto!important;white-space:nowrap!important}',
  // In a text of the other direction they would take part in its order.
  '[data-pdfapi-leader] [data-pdfapi-part=dots],[data-pdfapi-leader] [data-pdfapi-part=room]{unicode-bidi:isolate!important}',
  part('before', 'white-space:pre-wrap;'),
  part('dots', 'display:inline-block;width:0;white-space:pre;text-indent:0;'),
  '[data-pdfapi-leader] [data-pdfapi-part=dots]::before{margin-inline-start:var(--pdfapi-leader-gap,0px)!important}',
  // Size containment keeps the box inside on the page of its line.
  part('edge', 'float:inline-end;width:0;height:0;position:relative;contain:size;'),
  part('box', 'position:absolute;inset-inline-end:0;top:0;white-space:pre;text-indent:0;'),
  part('after', 'white-space:pre;'),
  part('room', 'visibility:hidden;white-space:pre;'),
  // The rest of the line keeps its place, and the leader has a width.
  '[data-pdfapi-measured] [data-pdfapi-line=inner]{text-align:start!important}',
  '[data-pdfapi-leader=inner] [data-pdfapi-part=dots]{width:var(--pdfapi-leader-width,0px)!important}',
  '[data-pdfapi-leader=inner] [data-pdfapi-part=box]{visibility:hidden!important}',
  '[data-pdfapi-leader=inner] [data-pdfapi-part=room]{visibility:visible!important}',
  generated('before'),
  generated('room'),
  generated('after'),
  '[data-pdfapi-leader] [data-pdfapi-part=dots]::before{content:var(--pdfapi-leader-dots,"") / ""!important}',
  '}',
].join('');

/** Headings are bookmarks by default (css-content 3, 6.1). */
export const defaultBookmarks = [1, 2, 3, 4, 5, 6]
  .map((level) => `:where(h${level}){--pdfapi-bookmark-level:${level}}`)
  .join('');
