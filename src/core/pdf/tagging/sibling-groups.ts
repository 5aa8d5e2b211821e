/** Takes out the groups that an element with very many children was divided into: see `groupSiblings`. */

import { siblingGroupName } from '../../sibling-group-name.ts';
import { isDict, isNamed, PdfRef, PdfString, type PdfValue, toList } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { decodeTextString } from '../text-string.ts';
import type { IncrementalUpdate } from '../writing/incremental-update.ts';
import { type Element, findPrintedElements, kidElements } from './printed-elements.ts';

/** Gives the elements of each group to the parent of the group, in its place. Throws `malformed`. */
export function dissolveSiblingGroups(file: PdfReader, update: IncrementalUpdate): void {
  const groups = new Map<PdfValue, Element[]>();
  const parents = new Set<PdfRef>();
  for (const { ref, dict } of findPrintedElements(file, 'Figure')) {
    const name = dict.get('Alt');
    const parent = dict.get('P');
    if (!(name instanceof PdfString) || !(parent instanceof PdfRef)) continue;
    if (decodeTextString(name) !== siblingGroupName) continue;
    groups.set(ref, kidElements(file, dict));
    parents.add(parent);
    update.replace(ref, null);
  }
  for (const ref of parents) {
    const parent = file.resolve(ref);
    if (!isDict(parent)) continue;
    const isList = isNamed(parent.get('S'), 'L');
    const kids: PdfValue[] = [];
    for (const kid of toList(parent.get('K'))) {
      const members = groups.get(kid);
      if (!members) {
        kids.push(kid);
        continue;
      }
      for (const member of members) {
        if (!isList) {
          adopt(member);
          continue;
        }
        // The list of a group.
        const attributes = member.dict.get('A');
        if (attributes !== undefined && !parent.has('A')) parent.set('A', attributes);
        for (const item of kidElements(file, member.dict)) adopt(item);
        update.replace(member.ref, null);
      }
    }
    update.replace(ref, parent.set('K', kids));

    function adopt({ ref: own, dict }: Element): void {
      kids.push(own);
      update.replace(own, dict.set('P', ref));
    }
  }
}
