/** Which elements may contain which in PDF 2.0: ISO/TS 32005, which PDF/UA-2 asks for in 8.2.1. */
import {
  atMostOne,
  captionedGroups,
  forbiddenIn,
  groupingTypes,
  inlineTypes,
  onlyInGroups,
  restrictedTypes,
  withoutContent,
} from '../../structure/containment.ts';
import type { StructureElement, StructureTree } from '../../structure/structure-tree.ts';
import type { Rule } from '../rule.ts';
import type { Report } from './table-rules.ts';

const remedy = 'Put text into paragraphs, headings, lists and tables, and none of these into lines of text.';

/** veraPDF names each rule by the types of both. */
const ruleOf = (parent: string, child: string, test = 1): Rule => ({
  pdfua2: [`Table 5. ${parent}-${child}`, test],
  remedy,
});

type ByChild = ReadonlyMap<string, Rule>;

const byParent = (
  parents: Iterable<string>,
  childrenOf: (parent: string) => readonly string[],
  testOf: (child: string) => number = () => 1,
): ReadonlyMap<string, ByChild> =>
  new Map(
    [...parents].map((parent) => [
      parent,
      new Map(childrenOf(parent).map((child) => [child, ruleOf(parent, child, testOf(child))])),
    ]),
  );

const forbidden = byParent(restrictedTypes, forbiddenIn);
const inLines = byParent(
  Object.keys(onlyInGroups),
  (type) => onlyInGroups[type] ?? [],
  (child) => (child === 'Caption' ? 2 : 1),
);
const once = byParent(new Set(atMostOne.map(([type]) => type)), (type) =>
  atMostOne.flatMap(([parent, child]) => (parent === type ? [child] : [])),
);
const captions = byParent(captionedGroups, () => ['Caption']);
const contents = byParent(withoutContent, () => ['content']);

export const containmentRules: readonly Rule[] = [forbidden, inLines, once, captions, contents].flatMap(
  (rules) => [...rules.values()].flatMap((ofParent) => [...ofParent.values()]),
);

const familyOf = (type: string): string => (/^H\d+$/.test(type) ? 'Hn' : type);

export function checkContainment(tree: StructureTree, element: StructureElement, report: Report): void {
  const { standardType } = element;
  if (standardType === undefined) return;
  const type = familyOf(standardType);
  const children = [...tree.significantChildren(element)].flatMap(({ standardType: each }) =>
    each === undefined ? [] : [familyOf(each)],
  );
  const parent = tree.parentTypeOf(element.dict);
  const tooDeep = parent === undefined ? undefined : forbidden.get(familyOf(parent))?.get(type);
  if (tooDeep)
    report(tooDeep, element, `An element of the type ${standardType} is in one of the type ${parent}.`);
  const holdsContent = hasContent(tree, element);
  if (holdsContent) {
    const rule = contents.get(type)?.get('content');
    if (rule) report(rule, element, `An element of the type ${standardType} holds text or pictures itself.`);
  }
  reportMany(once.get(type), children, element, report);
  const isGroup =
    groupingTypes.has(type) ||
    (!inlineTypes.has(type) && !holdsContent && !children.some((child) => inlineTypes.has(child)));
  if (isGroup) {
    reportMany(captions.get(type), children, element, report);
    return;
  }
  for (const [child, rule] of inLines.get(type) ?? []) {
    if (!children.includes(child)) continue;
    report(rule, element, `An element of the type ${standardType}, which is part of a line, holds ${child}.`);
  }
}

function reportMany(
  rules: ByChild | undefined,
  children: readonly string[],
  element: StructureElement,
  report: Report,
): void {
  for (const [child, rule] of rules ?? []) {
    const count = children.filter((each) => each === child).length;
    if (count < 2) continue;
    report(rule, element, `An element of the type ${element.standardType} holds ${count} ${child} elements.`);
  }
}

/** Whether it holds marked content, seen through grouping elements. */
export function hasContent(tree: StructureTree, element: StructureElement): boolean {
  return tree.ownContents(element).some((content) => tree.isMarkedContent(content));
}
