/**
 * What Chromium has no tags for, told by the only way that it leaves: an element with the role `figure` and a name that no
 * document has is written as a figure with an alternative text. `hintTags` and `groupSiblings` name elements so, and `applyHints` and
 * `dissolveSiblingGroups` take the names out of the PDF.
 */
import { isNamed, type PdfDict, PdfString } from '../object.ts';
import { decodeTextString } from '../text-string.ts';

/** Its first character is for private use. */
export const tagHintPrefix = '\u{F0000}pdfapi tag ';

/**
 * A list of descriptions, a group, a term and a description in one; a formula, an abbreviation and words of another language, with a
 * text: what the formula says, the whole of what is abbreviated, the language; and one of the groups that an element with very many
 * children was divided into.
 */
const hintKinds = ['dl', 'div', 'dt', 'dd', 'math', 'abbr', 'lang', 'siblings'] as const;

export type HintKind = (typeof hintKinds)[number];

export interface TagHint {
  readonly kind: HintKind;
  /** Empty for lists and groups. */
  readonly text: string;
}

const inline: ReadonlySet<HintKind> = new Set(['math', 'abbr', 'lang']);

/** The hint that an element has, in a PDF as Chromium writes it. */
export function readHint(element: PdfDict): TagHint | undefined {
  const name = element.get('Alt');
  if (!(name instanceof PdfString) || !isNamed(element.get('S') ?? null, 'Figure')) return undefined;
  const hint = decodeTextString(name);
  if (!hint.startsWith(tagHintPrefix)) return undefined;
  const [word = '', ...text] = hint.slice(tagHintPrefix.length).split(' ');
  const kind = hintKinds.find((each) => each === word);
  return kind && { kind, text: text.join(' ') };
}

/** Whether the element is part of a line. */
export function isInlineHint(element: PdfDict): boolean {
  const hint = readHint(element);
  return hint !== undefined && inline.has(hint.kind);
}

/** Whether the element holds others, and no text of its own. */
export function isGroupHint(element: PdfDict): boolean {
  const kind = readHint(element)?.kind;
  return kind === 'dl' || kind === 'div';
}
