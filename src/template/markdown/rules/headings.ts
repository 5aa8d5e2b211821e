/** Gives headings ids as GitHub does, so that links to `#the-heading` lead there, and collects them for the contents. */
import type { MarkdownIt, Token } from 'markdown-it';
import { restoreMarkdownText } from '#twig';
import { type Listed, stateOf } from '../document-state.ts';
import { plainText } from './plain-text.ts';

/** `## Heading {#id}`, as in Pandoc. */
const ownId = /\{#([\w:.-]{1,100})\}$/;

export function addHeadingIds(parser: MarkdownIt): void {
  parser.core.ruler.push('heading_ids', ({ tokens, env }) => {
    const { headings } = stateOf(env);
    const ids = new Ids();
    for (const [index, open] of tokens.entries()) {
      const inline = tokens[index + 1];
      if (open.type !== 'heading_open' || !inline) continue;
      const given = takeOwnId(inline);
      const text = restoreMarkdownText(plainText(inline.children));
      const id = given ?? ids.add(slug(text));
      open.attrSet('id', id);
      headings.push({ id, text, level: Number(open.tag.slice(1)), index } satisfies Listed);
    }
  });
}

function takeOwnId({ children }: Token): string | undefined {
  const last = children?.at(-1);
  const found = last?.type === 'text' ? ownId.exec(last.content.trimEnd()) : null;
  if (!last || !found) return undefined;
  last.content = last.content.slice(0, found.index).trimEnd();
  return found[1];
}

/**
 * The id of a heading: its letters in lower case, digits, dashes and underscores, and a dash for each space.
 *
 * @example
 * slug('What’s new in 2.0?'); // 'whats-new-in-20'
 */
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-') || 'section';

/** Makes ids unique: `notes`, `notes-1`, `notes-2`. */
class Ids {
  readonly #next = new Map<string, number>();

  add(wanted: string): string {
    let id = wanted;
    let number = this.#next.get(wanted) ?? 0;
    while (this.#next.has(id)) {
      number += 1;
      id = `${wanted}-${number}`;
    }
    this.#next.set(wanted, number);
    this.#next.set(id, this.#next.get(id) ?? 0);
    return id;
  }
}
