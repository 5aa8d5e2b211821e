/**
 * Reads the tags of a document in its text. Whatever a browser might read otherwise than it is written is rejected, because
 * the document is printed whole then.
 */
import { CannotDivide } from '../long-document.ts';

export interface HtmlTag {
  /** In lower case. */
  readonly name: string;
  readonly isEnd: boolean;
  readonly attributes: string;
  /** As it is written. */
  readonly text: string;
  /** Offsets of the first character and of that after the last one. */
  readonly at: number;
  readonly end: number;
  /** Whether anything but white space and comments is between the tag before and this one. */
  readonly hasTextBefore: boolean;
}

const attribute = String.raw`\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>\x60]+))?`;
const tag = new RegExp(String.raw`<(/?)([a-z][^\s/>]*)((?:${attribute})*)\s*/?>`, 'iy');

/** Their content is text. */
const texts: ReadonlySet<string> = new Set(['script', 'style', 'textarea', 'title', 'xmp']);
/** A browser reads what is in or after them in other ways. */
const unclear = new Set(
  'frameset iframe math noembed noframes noscript plaintext select template'.split(' '),
);

/** Whether an element has text for content, whatever it looks like. */
export const isText = (name: string): boolean => texts.has(name);

/** In the order of the document. Throws `CannotDivide`. */
export function* readHtmlTags(html: string): Generator<HtmlTag, void> {
  /** Where the last tag ended. */
  let from = 0;
  let hasTextBefore = false;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', from)) {
    hasTextBefore ||= /\S/.test(html.slice(from, at));
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4);
      if (end < 0 || /^<!--(?:>|->)/.test(html.slice(at, at + 6)))
        throw unreadable('a comment without an end');
      from = end + 3;
      continue;
    }
    if (/^<!doctype\b/i.test(html.slice(at, at + 10))) {
      from = html.indexOf('>', at) + 1;
      continue;
    }
    const next = html.charCodeAt(at + 1) | 0x20;
    const isLetter = next >= 0x61 && next <= 0x7a;
    if (!isLetter && html[at + 1] !== '/') {
      if (html[at + 1] === '!' || html[at + 1] === '?') throw unreadable('a declaration');
      // A text with a less-than sign.
      hasTextBefore = true;
      from = at + 1;
      continue;
    }
    tag.lastIndex = at;
    const match = tag.exec(html);
    if (!match) throw unreadable('a tag that is written in an unusual way');
    const [text, slash, written = '', attributes = ''] = match;
    const name = written.toLowerCase();
    from = at + text.length;
    if (unclear.has(name)) throw new CannotDivide(`it has an element <${name}>`);
    const isEnd = slash !== '';
    yield { name, isEnd, attributes, text, at, end: from, hasTextBefore };
    hasTextBefore = false;
    if (isEnd || !isText(name)) continue;
    const ending = new RegExp(`</${name}`, 'gi');
    ending.lastIndex = from;
    const end = ending.exec(html);
    if (!end) throw unreadable(`<${name}> without an end`);
    from = end.index;
  }
}

export const unreadable = (what: string): CannotDivide => new CannotDivide(`its HTML has ${what}`);
