/**
 * The sheet that shows generated content. It is important and in a layer, because important declarations of a layer
 * win over those of the document, which are in none or in a later one.
 */

/** `@property` rules: values must not be inherited, as those of the properties that they carry are not. */
const registered = [
  ...['content', 'string-set', 'position', 'bookmark-level', 'bookmark-label', 'bookmark-state'],
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

/** The place of the dots and of the text after them: from the invisible copy to the end of the line. */
const box = [
  'position:absolute;display:flex;white-space:pre;text-indent:0;',
  'inset-inline-start:anchor(var(--pdfapi-from) self-start);',
  'inset-inline-end:anchor(var(--pdfapi-edge) self-end);',
  // The middle of the copy is that of its line, whatever the height of the line.
  'top:calc(anchor(var(--pdfapi-from) center) - .5lh);',
].join('');

export const fillSheet = [
  ...registered,
  '@layer pdfapi{',
  ...pseudos,
  '[data-pdfapi-running]{position:absolute!important;inset:auto!important;display:block!important;',
  'width:0!important;height:0!important;min-width:0!important;min-height:0!important;margin:0!important;',
  'padding:0!important;border:0!important;float:none!important;break-before:auto!important;',
  'break-after:auto!important;content-visibility:hidden!important}',
  '[data-pdfapi-leader],[data-pdfapi-leader] *{all:unset!important}',
  '[data-pdfapi-leader]::before,[data-pdfapi-leader]::after,[data-pdfapi-leader] ::before,[data-pdfapi-leader] ::after',
  '{all:unset!important;content:none!important}',
  // In a flex container it takes the rest of the line.
  '[data-pdfapi-leader]{flex:1 0 auto!important}',
  part('edge', 'float:inline-end;width:0;height:0;anchor-name:var(--pdfapi-edge);'),
  part('room', 'visibility:hidden;white-space:pre;anchor-name:var(--pdfapi-from);'),
  part('before', 'white-space:pre-wrap;'),
  part('box', box),
  // The pattern is repeated from the end of the line, so that the dots of all lines are above each other.
  part('dots', 'display:flex;flex:1;min-width:0;overflow:hidden;justify-content:flex-end;'),
  part('pattern', 'flex:none;'),
  part(
    'after',
    'flex:none;text-align:end;inline-size:calc-size(max-content,round(up,size,var(--pdfapi-unit,1px)));',
  ),
  generated('before'),
  generated('room'),
  generated('after'),
  '[data-pdfapi-leader] [data-pdfapi-part=pattern]::before{content:var(--pdfapi-leader-dots) / ""!important}',
  '}',
].join('');

/** Headings are bookmarks by default (css-content 3, 6.1). */
export const defaultBookmarks = [1, 2, 3, 4, 5, 6]
  .map((level) => `:where(h${level}){--pdfapi-bookmark-level:${level}}`)
  .join('');
