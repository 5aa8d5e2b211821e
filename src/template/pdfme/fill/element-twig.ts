/** The Twig of an element: the single text that produces its value, and its parts with their positions. */

import type { Autoescape } from '#twig';
import type { EditorElement } from '../../model/editor-document.ts';
import { valueKind } from '../element-types.ts';

export interface ElementPart {
  /** `page 1, field total`. */
  readonly part: string;
  readonly source: string;
  readonly autoescape: Autoescape;
  /** The keys that lead to its text in the file. */
  readonly path: readonly string[];
  /** Whether the file contains this text verbatim. */
  readonly isVerbatim: boolean;
}

export interface ElementTwig {
  /** Prints nothing if the element is omitted. */
  readonly visible?: ElementPart | undefined;
  /** Prints the value; JSON for tables and lists. Undefined if no Twig is involved. */
  readonly value?: ElementPart;
  /** Prints what a screen reader says of it. */
  readonly alt?: ElementPart | undefined;
  /**
   * The parts that are joined into `value`. Each must be valid alone, so that it cannot break out of its place. They
   * are compiled but not filled.
   */
  readonly pieces: readonly ElementPart[];
}

export function elementTwig(element: EditorElement): ElementTwig {
  const { label, path, content, source, visible, style } = element;
  const part = (key: string, text: string, autoescape: Autoescape = false): ElementPart => ({
    part: key === 'content' ? label : `${label}, ${key}`,
    source: text,
    autoescape,
    path: [...path, key],
    isVerbatim: key === 'content' && text === content,
  });
  // The braces prevent an expression from closing the tag.
  const test = visible === undefined ? undefined : part('visible', `{{ (${visible}) ? '1' : '' }}`);
  // Also checked between other brackets: text that closes one pair does not fit the other.
  const alone = (['visible', 'source'] as const).flatMap((key) =>
    element[key] === undefined ? [] : [part(key, `{{ [${element[key]}]|length }}`)],
  );
  const kind = valueKind(style.type);
  if (kind === 'rows') {
    const { value, pieces } = rowsTwig(element, part);
    return { visible: test, value, pieces: [...alone, ...pieces] };
  }
  if (kind === 'shape') return { visible: test, pieces: alone };
  const alt = element.alt === undefined ? undefined : part('alt', element.alt);
  if (source !== undefined) {
    const shown = kind === 'flag' ? `{{ (${source}) ? 'true' : 'false' }}` : `{{ (${source}) }}`;
    return { visible: test, value: part('source', shown), alt, pieces: alone };
  }
  if (kind === 'picture') return { visible: test, alt, pieces: alone };
  const autoescape = style.textFormat === 'inline-markdown' ? 'inline-markdown' : false;
  return { visible: test, value: part('content', content, autoescape), alt, pieces: alone };
}

function rowsTwig(
  { rows, repeat, style, label, path }: EditorElement,
  part: (key: string, text: string) => ElementPart,
): Required<Omit<ElementTwig, 'visible' | 'alt'>> {
  const head = style.type === 'table' ? (style.head as readonly string[]) : [];
  const [first, ...others] = rows.map(rowTwig);
  const repeated = repeat === undefined ? first : `{% for ${repeat} %}${first ?? ''}{% endfor %}`;
  const value = part('content', `[${rowTwig(head)}${repeated ?? ''}${others.join('')}null]`);
  const cells = (name: string, key: string, texts: readonly string[]) =>
    texts.map((source, column) => ({
      ...part(key, source),
      part: `${label}, ${name}${texts.length > 1 ? `, column ${column + 1}` : ''}`,
      path: [...path, key],
    }));
  const pieces: ElementPart[] = [
    ...cells('head', 'head', head),
    ...rows.flatMap((row, index) => cells(`row ${index + 1}`, 'content', row)),
  ];
  if (repeat !== undefined) {
    const list = repeat.replace(/^\w+(?:\s*,\s*\w+)?\s+in\s+/, '');
    pieces.push({ ...part('repeat', `{{ (${list}) is iterable }}`), part: `${label}, repeat` });
  }
  return { value, pieces };
}

/** The row as JSON, with any data. */
function rowTwig(cells: readonly string[]): string {
  const names = cells.map((_, index) => `_cell${index}`);
  const sets = cells.map((cell, index) => `{% set ${names[index]} %}${cell}{% endset %}`);
  // A captured block is markup to the engine and becomes a text only when joined with one.
  const texts = names.map((name) => `${name} ~ ''`);
  return `${sets.join('')}{{ [${texts.join(', ')}]|json_encode|raw }},`;
}
