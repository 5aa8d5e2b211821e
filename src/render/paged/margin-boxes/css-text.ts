/** Declarations of a document as text of another style sheet: they must not end it, or change what follows. */
import { tokenize, tokenNames } from 'css-tree/tokenizer';
import type { CssDeclaration } from '../page-rule.ts';

const closing: Readonly<Record<string, string>> = {
  'function-token': ')-token',
  '(-token': ')-token',
  '[-token': ']-token',
  '{-token': '}-token',
};
const closings = new Set(Object.values(closing));
const closedText = /^(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*')$/;

/** Whether all strings and brackets of a value are closed: at the end of a sheet, CSS permits them to be open. */
export function isClosed(value: string): boolean {
  const open: string[] = [];
  let isSound = true;
  let last = '';
  tokenize(value, (type, start, end) => {
    const name = tokenNames[type] ?? '';
    last = value.slice(start, end);
    const close = closing[name];
    if (close !== undefined) open.push(close);
    else if (closings.has(name)) isSound &&= open.pop() === name;
    else if (name === 'string-token') isSound &&= closedText.test(last);
    else if (name === 'url-token') isSound &&= last.endsWith(')') && !last.endsWith('\\)');
    else if (name === 'comment-token') isSound &&= last.endsWith('*/') && last.length > 3;
    else if (/^(?:bad-|cd[oc]-|semicolon)/.test(name))
      isSound &&= name === 'semicolon-token' && open.length > 0;
  });
  return isSound && open.length === 0 && !last.endsWith('\\');
}

/**
 * Declarations for a rule. They are important, because the styles of the document, which apply to what margin boxes
 * show, have no say over the boxes themselves.
 */
export const declarationsText = (declarations: readonly CssDeclaration[]): string =>
  declarations
    .filter(({ property, value }) => /^-{0,2}[\w-]+$/.test(property) && isClosed(value))
    .map(({ property, value }) => `${property}:${inStyleElement(value)}!important;`)
    .join('');

/** A slash may be escaped in strings and addresses, which are the only places where this text has a meaning. */
export const inStyleElement = (css: string): string => css.replaceAll(/<\/(?=style)/gi, '<\\/');
