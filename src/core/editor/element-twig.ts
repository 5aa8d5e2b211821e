/** The Twig of an element: the one text that gives its value, and what stands in it, each with its place. */
import type { Autoescape } from '../twig/index.ts';
import type { EditorElement } from './editor-document.ts';
import { valueKind } from './element-types.ts';

export interface ElementPart {
  /** `page 1, field total`. */
  readonly part: string;
  readonly source: string;
  readonly autoescape: Autoescape;
  /** The keys that lead to its text in the file. */
  readonly path: readonly string[];
  /** It stands in the file as it is here. */
  readonly isVerbatim: boolean;
}

export interface ElementTwig {
  /** Prints nothing where the element is left out. */
  readonly visible?: ElementPart;
  /** Prints the value; of tables and lists JSON. Missing where no Twig is involved. */
  readonly value?: ElementPart;
  /**
   * What is joined to make `value`, each by itself: right alone, it cannot break out of its place there. To be
   * compiled and not to be filled.
   */
  readonly pieces: readonly ElementPart[];
}

export function elementTwig(element: EditorElement): ElementTwig {
  const { label, path, content, source, visible, look } = element;
  const part = (key: string, text: string, autoescape: Autoescape = false): ElementPart => ({
    part: key === 'content' ? label : `${label}, ${key}`,
    source: text,
    autoescape,
    path: [...path, key],
    isVerbatim: key === 'content' && text === content,
  });
  // In braces, so that an expression cannot close the tag.
  const test = visible === undefined ? {} : { visible: part('visible', `{{ (${visible}) ? '1' : '' }}`) };
  // Between other brackets too: what could close the one pair does not fit the other.
  const alone = (['visible', 'source'] as const).flatMap((key) =>
    element[key] === undefined ? [] : [part(key, `{{ [${element[key]}]|length }}`)],
  );
  const kind = valueKind(look.type);
  if (kind === 'rows') {
    const { value, pieces } = rowsTwig(element, part);
    return { ...test, value, pieces: [...alone, ...pieces] };
  }
  if (kind === 'shape') return { ...test, pieces: alone };
  if (source !== undefined) {
    const shown = kind === 'flag' ? `{{ (${source}) ? 'true' : 'false' }}` : `{{ (${source}) }}`;
    return { ...test, value: part('source', shown), pieces: alone };
  }
  if (kind === 'picture') return { ...test, pieces: alone };
  const autoescape = look.textFormat === 'inline-markdown' ? 'inline-markdown' : false;
  return { ...test, value: part('content', content, autoescape), pieces: alone };
}

function rowsTwig(
  { rows, repeat, look, label, path }: EditorElement,
  part: (key: string, text: string) => ElementPart,
): Required<Omit<ElementTwig, 'visible'>> {
  const head = look.type === 'table' ? (look.head as readonly string[]) : [];
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

/** The row as JSON, whatever its data holds. */
function rowTwig(cells: readonly string[]): string {
  const names = cells.map((_, index) => `_cell${index}`);
  const sets = cells.map((cell, index) => `{% set ${names[index]} %}${cell}{% endset %}`);
  // What is caught that way is markup to the engine, and a text only when it is joined with one.
  const texts = names.map((name) => `${name} ~ ''`);
  return `${sets.join('')}{{ [${texts.join(', ')}]|json_encode|raw }},`;
}
