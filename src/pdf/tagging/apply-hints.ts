/** Gives elements the types that Chromium has no tags for: see `tag-hint.ts`. */
import { PdfName, type PdfRef, type PdfValue, toList } from '../object.ts';
import { encodeText } from '../text-string.ts';
import type { IncrementalUpdate } from '../writing/incremental-update.ts';
import type { Element } from './printed-elements.ts';
import { type HintKind, readHint, type TagHint } from './tag-hint.ts';

/** Groups of siblings are dissolved before. */
type ElementKind = Exclude<HintKind, 'siblings'>;

interface HintedElement extends Element {
  readonly kind: ElementKind;
  readonly text: string;
}

const types: Readonly<Record<ElementKind, string>> = {
  dl: 'L',
  div: 'LI',
  dt: 'Lbl',
  dd: 'LBody',
  math: 'Formula',
  abbr: 'Span',
  lang: 'Span',
};

/** The entry that the text of a hint is for (ISO 32000-1, table 323). */
const textKeys: Readonly<Partial<Record<ElementKind, string>>> = { math: 'Alt', abbr: 'E', lang: 'Lang' };

/** `figures`: all of the file. Throws `malformed`. */
export function applyHints(figures: readonly Element[], update: IncrementalUpdate): void {
  const hinted = new Map<PdfValue, HintedElement>();
  for (const { ref, dict } of figures) {
    const { kind, text = '' }: Partial<TagHint> = readHint(dict) ?? {};
    if (kind && kind !== 'siblings') hinted.set(ref, { ref, dict, kind, text });
  }
  for (const { ref, dict, kind, text } of hinted.values()) {
    dict.delete('Alt');
    dict.set('S', new PdfName(types[kind]));
    const key = textKeys[kind];
    if (key) dict.set(key, encodeText(text));
    update.replace(ref, dict);
  }
  for (const list of hinted.values()) if (list.kind === 'dl') divideDescriptions(list);

  /** Puts each group of terms and descriptions into an item, unless a `<div>` is that. */
  function divideDescriptions({ ref: list, dict }: HintedElement): void {
    const kids: PdfValue[] = [];
    let item: { readonly ref: PdfRef; readonly members: PdfRef[]; hasBody: boolean } | undefined;
    for (const kid of toList(dict.get('K'))) {
      const member = hinted.get(kid);
      const kind = member?.kind;
      if (member && (kind === 'dt' || kind === 'dd')) {
        if (!item || (kind === 'dt' && item.hasBody)) {
          const members: PdfRef[] = [];
          item = { ref: update.add(newItem(list, members)), members, hasBody: false };
          kids.push(item.ref);
        }
        item.hasBody ||= kind === 'dd';
        item.members.push(member.ref);
        update.replace(member.ref, member.dict.set('P', item.ref));
      } else {
        item = undefined;
        kids.push(kid);
      }
    }
    update.replace(list, dict.set('K', kids));
  }
}

const newItem = (list: PdfRef, members: PdfRef[]) =>
  new Map<string, PdfValue>([
    ['Type', new PdfName('StructElem')],
    ['S', new PdfName('LI')],
    ['P', list],
    ['K', members],
  ]);
