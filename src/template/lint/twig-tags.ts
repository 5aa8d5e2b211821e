/**
 * Finds the Twig of a source without understanding it. The template language's own lexer ends at the first mistake; a
 * lint has to go on, and needs only where the tags are.
 */

export interface TwigTag {
  /** `skip` is what prints nothing wherever it is: comments, and the two ends of `verbatim`. */
  readonly kind: 'print' | 'tag' | 'skip';
  /** The first word of a tag, such as `include`; empty for the other kinds. */
  readonly name: string;
  /** The code after the name of a tag, or the expression that is printed. */
  readonly code: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the tags in the order of the source, in linear time. It throws for no text: a tag without an end is text.
 *
 * @example
 * scanTwig('<p>{{ name }}</p>'); // [{ kind: 'print', name: '', code: ' name ', start: 3, end: 13 }]
 */
export function scanTwig(source: string): TwigTag[] {
  const tags: TwigTag[] = [];
  const ends = new TagEnds(source);
  const opening = /\{[{%#]/g;
  for (let found = opening.exec(source); found; found = opening.exec(source)) {
    const start = found.index;
    const end = ends.find(found[0], start + 2);
    if (end === undefined) continue;
    const tag = toTag(found[0], source.slice(start + 2, end - 2), { start, end });
    tags.push(tag);
    opening.lastIndex = end;
    if (tag.name !== 'verbatim') continue;
    const closing = ends.findVerbatimEnd(end);
    tags[tags.length - 1] = { ...tag, kind: 'skip', name: '' };
    if (!closing) break;
    tags.push(closing);
    opening.lastIndex = closing.end;
  }
  return tags;
}

function toTag(opening: string, inside: string, place: Pick<TwigTag, 'start' | 'end'>): TwigTag {
  const code = inside.slice(/^[-~]/.test(inside) ? 1 : 0, /[-~]$/.test(inside) ? -1 : undefined);
  if (opening === '{#') return { kind: 'skip', name: '', code: '', ...place };
  if (opening === '{{') return { kind: 'print', name: '', code, ...place };
  const name = /^\s*([a-z]+)/i.exec(code)?.[1] ?? '';
  return { kind: 'tag', name, code: code.trimStart().slice(name.length), ...place };
}

/** Each search that finds nothing is the last one of its kind, so that all of them together take linear time. */
class TagEnds {
  readonly #source: string;
  readonly #missing = new Set<string>();
  /** False after a tag whose brackets or quotes never close. Such Twig is wrong, and its end is only guessed. */
  #isBalanced = true;

  constructor(source: string) {
    this.#source = source;
  }

  /** Returns the offset after the end of the tag whose inside begins at `from`. */
  find(opening: string, from: number): number | undefined {
    const closing = opening === '{{' ? '}}' : opening === '{%' ? '%}' : '#}';
    if (opening !== '{#' && this.#isBalanced) {
      const end = this.#findBalanced(closing, from);
      if (end !== undefined) return end;
      this.#isBalanced = false;
    }
    const at = this.#search(closing, from);
    return at === undefined ? undefined : at + 2;
  }

  findVerbatimEnd(from: number): TwigTag | undefined {
    const pattern = /\{%[-~]?[ \t\r\n]{0,50}endverbatim[ \t\r\n]{0,50}[-~]?%\}/g;
    pattern.lastIndex = from;
    const found = pattern.exec(this.#source);
    if (!found) return undefined;
    return { kind: 'skip', name: '', code: '', start: found.index, end: found.index + found[0].length };
  }

  #search(text: string, from: number): number | undefined {
    if (this.#missing.has(text)) return undefined;
    const at = this.#source.indexOf(text, from);
    if (at >= 0) return at;
    this.#missing.add(text);
    return undefined;
  }

  /** Strings and hashes may contain the characters of an end: `{{ { a: { b: '}}' } }|json_encode }}`. */
  #findBalanced(closing: string, from: number): number | undefined {
    const source = this.#source;
    let depth = 0;
    for (let at = from; at < source.length; at++) {
      const character = source[at] as string;
      if (depth === 0 && character === closing[0] && source[at + 1] === closing[1]) return at + 2;
      if (character === '"' || character === "'") {
        at = endOfString(source, at);
      } else if (character === '#') {
        const line = source.indexOf('\n', at);
        at = line < 0 ? source.length : line;
      } else if ('([{'.includes(character)) depth++;
      else if (')]}'.includes(character)) depth = Math.max(0, depth - 1);
    }
    return undefined;
  }
}

/** Returns the offset of the closing quote. */
function endOfString(source: string, start: number): number {
  const quote = source[start];
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === quote) return at;
  }
  return source.length;
}
