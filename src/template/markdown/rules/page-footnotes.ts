/** Footnotes at the foot of the page: each note becomes an element with `float: footnote` where it is referred to first. */
import type { MarkdownIt, RendererRule, Token } from 'markdown-it';
import { renderPieces } from './source-lines.ts';

interface Note {
  readonly number: number;
  readonly content: readonly Token[];
  /** Only another note refers to it. */
  readonly isInner: boolean;
}

/** What a reference prints. */
interface ReferenceMeta {
  readonly id: number;
  /** The number that it shows as a link, if it is not the call of a note. */
  link?: number;
  /** The notes that are printed behind it. */
  notes?: readonly Note[];
}

/**
 * Takes the list of notes from the end and hands each to the first reference to it. A note that only other notes refer to follows
 * the first of those, because notes cannot be within notes.
 */
export function placeFootnotes(tokens: Token[]): Token[] {
  const end = tokens.findIndex(({ type }) => type === 'footnote_block_open');
  if (end === -1) return tokens;
  const contents = readNotes(tokens.slice(end));
  const text = tokens.slice(0, end);
  const outer = referencesIn(text);
  const isInText = new Set(outer.map(({ id }) => id));
  const numbers = new Map<number, number>();
  for (const reference of outer) {
    if (numbers.has(reference.id)) {
      reference.link = numbers.get(reference.id) as number;
      continue;
    }
    const notes: Note[] = [];
    const add = (id: number, isInner: boolean) => {
      numbers.set(id, numbers.size + 1);
      notes.push({ number: numbers.size, content: contents[id] ?? [], isInner });
    };
    add(reference.id, false);
    // The list grows while it is read.
    for (const note of notes) {
      for (const { id } of referencesIn(note.content))
        if (!isInText.has(id) && !numbers.has(id)) add(id, true);
    }
    reference.notes = notes;
  }
  for (const reference of contents.flatMap(referencesIn)) {
    const number = numbers.get(reference.id);
    if (number !== undefined) reference.link = number;
  }
  return text;
}

/** Without the arrows back. */
function readNotes(tokens: readonly Token[]): Token[][] {
  const notes: Token[][] = [];
  for (const token of tokens) {
    if (token.type === 'footnote_open') notes.push([]);
    else if (!token.type.startsWith('footnote_')) notes.at(-1)?.push(token);
  }
  return notes;
}

const referencesIn = (tokens: readonly Token[]): ReferenceMeta[] =>
  tokens.flatMap(({ children, meta }) => {
    const caption = meta?.caption as Token | undefined;
    const inline = [...(children ?? []), ...(caption?.children ?? [])];
    return inline.flatMap((token) =>
      token.type === 'footnote_ref' ? [token.meta as unknown as ReferenceMeta] : [],
    );
  });

export function addPageFootnotes({ renderer: { rules } }: MarkdownIt): void {
  const atEnd = rules.footnote_ref as RendererRule;
  rules.footnote_ref = (tokens, index, options, env, renderer) => {
    const { link, notes } = (tokens[index] as Token).meta as unknown as ReferenceMeta;
    if (link !== undefined) return `<sup class="footnote-ref"><a href="#fn${link}">${link}</a></sup>`;
    if (!notes) return atEnd(tokens, index, options, env, renderer);
    return notes
      .map(({ number, content, isInner }) => {
        const attributes = `class="footnote${isInner ? ' footnote-inner' : ''}" id="fn${number}"`;
        const [first, inline, ...rest] = content;
        if (first?.type === 'paragraph_open' && inline && rest.length === 1)
          return `<span ${attributes}>${renderer.renderInline(inline.children ?? [], options, env)}</span>`;
        // The only element with blocks that a paragraph can hold: any other would end it.
        return `<object ${attributes}>${renderPieces(renderer, content, { options, env }).join('')}</object>`;
      })
      .join('');
  };
}
