/** Finds paragraphs whose whole text means something other than a paragraph. */
import type { Token } from 'markdown-it';

export interface Paragraph {
  /** The index of the first of its three tokens. */
  readonly index: number;
  readonly open: Token;
  readonly inline: Token;
  readonly close: Token;
}

/** Also those of tight lists, which print no paragraph. */
export function* paragraphsOf(tokens: readonly Token[]): Generator<Paragraph> {
  for (const [index, open] of tokens.entries()) {
    const [inline, close] = [tokens[index + 1], tokens[index + 2]];
    if (open.type === 'paragraph_open' && inline && close) yield { index, open, inline, close };
  }
}

/** Turns the paragraph into one token without text, at its place. */
export function replaceParagraph({ open, inline, close }: Paragraph, type: string): Token {
  open.type = type;
  open.tag = '';
  open.nesting = 0;
  open.hidden = false;
  for (const rest of [inline, close]) {
    rest.type = 'nothing';
    rest.nesting = 0;
    rest.hidden = true;
    rest.children = [];
  }
  return open;
}
