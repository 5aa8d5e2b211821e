/**
 * Puts text into paragraphs: a document and its sections hold blocks alone (ISO/TS 32005), and Chromium leaves the text of
 * a `<div>` without an element that says what it is.
 */
import type { PdfValue } from '../../object.ts';
import type { StructureElements, TreeElement } from './structure-elements.ts';

/** Types that readers look through. */
const transparent = new Set(['NonStruct', 'Div', 'Part']);
/** Types that hold blocks alone. */
const sections = new Set(['Document', 'DocumentFragment', 'Sect', 'Art', 'Aside', 'BlockQuote']);
/** Types that a section does not hold itself. */
const inline = new Set(['Span', 'Em', 'Strong', 'Sub', 'Quote', 'Ruby', 'Warichu', 'BibEntry']);
/** Types that both a section and a paragraph hold. */
const either = new Set(['Link', 'Annot', 'Form', 'Code', 'Formula', 'Figure', 'Reference', 'FENote', 'Note']);

/** `block`: of its own; `text`: to be put into a paragraph; `line`: can be in one; `group`: only lines, of some element. */
type Kind = 'block' | 'text' | 'line' | 'group';

export function addParagraphs(elements: StructureElements): void {
  const kinds = new Map<TreeElement, Kind>();
  // Children come after their parents.
  for (const element of elements.all.toReversed()) kinds.set(element, kindOf(elements, element, kinds));
  const open = new Set<TreeElement>();
  const inParagraphs = new Set<TreeElement>();
  for (const element of elements.all) {
    const type = elements.typeOf(element);
    const { parent } = element;
    if (inParagraphs.has(element)) continue;
    const isOpen = sections.has(type) || (transparent.has(type) && (!parent || open.has(parent)));
    if (!isOpen) continue;
    const own = element.children.map((child) => kinds.get(child) ?? 'block');
    const hasText = own.includes('text') || elements.kidsOf(element).some((kid) => elements.isContent(kid));
    if (hasText && transparent.has(type) && !own.includes('block')) {
      elements.changeType(element, 'P');
      continue;
    }
    open.add(element);
    if (own.includes('text')) for (const each of wrapRuns(elements, element, kinds)) inParagraphs.add(each);
  }
}

function kindOf(
  elements: StructureElements,
  element: TreeElement,
  kinds: ReadonlyMap<TreeElement, Kind>,
): Kind {
  const type = elements.typeOf(element);
  if (inline.has(type)) return 'text';
  const own = element.children.map((child) => kinds.get(child) ?? 'block');
  if (either.has(type)) return own.includes('block') ? 'block' : 'line';
  if (!transparent.has(type) || own.includes('block')) return 'block';
  return elements.kidsOf(element).some((kid) => elements.isContent(kid)) ? 'text' : 'group';
}

/** Puts what follows each other in a line into a paragraph. Returns what is in one then. */
function wrapRuns(
  elements: StructureElements,
  section: TreeElement,
  kinds: ReadonlyMap<TreeElement, Kind>,
): readonly TreeElement[] {
  const wrappedKids: TreeElement[] = [];
  const byKid = new Map(section.children.map((child) => [child.ref ?? child.dict, child]));
  const kids: PdfValue[] = [];
  let run: TreeElement[] = [];
  const end = () => {
    const [first] = run;
    const isText = run.some((child) => kinds.get(child) === 'text');
    const isAlone = first && run.length === 1 && elements.typeOf(first) === 'NonStruct';
    if (isText && isAlone) elements.changeType(first, 'P');
    if (isText) wrappedKids.push(...run);
    const wrapped = isText && !isAlone ? elements.wrap(section, run, 'P') : undefined;
    if (wrapped) kids.push(wrapped);
    else for (const child of run) kids.push(child.ref ?? child.dict);
    run = [];
  };
  for (const kid of elements.kidsOf(section)) {
    const child = byKid.get(kid as TreeElement['dict']);
    const kind = child && kinds.get(child);
    // A `<span>` is a group, like a `<div>` with a line of text.
    if (child && kind !== 'block') {
      run.push(child);
      continue;
    }
    end();
    kids.push(kid);
  }
  end();
  elements.changed(section, section.dict.set('K', kids));
  return wrappedKids;
}
