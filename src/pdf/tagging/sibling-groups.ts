/** Takes out the groups that an element with very many children was divided into: see `groupSiblings`. */

import { isDict, isNamed, PdfRef, type PdfValue, toList } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { IncrementalUpdate } from '../writing/incremental-update.ts';
import { type Element, kidElements } from './printed-elements.ts';
import { readHint } from './tag-hint.ts';

/** Gives the elements of each group to the parent of the group, in its place. `figures`: all of the file. Throws `malformed`. */
export function dissolveSiblingGroups(
  file: PdfReader,
  figures: readonly Element[],
  update: IncrementalUpdate,
): void {
  const groups = new Map<PdfValue, Element[]>();
  const parents = new Set<PdfRef>();
  for (const { ref, dict } of figures) {
    const parent = dict.get('P');
    if (!(parent instanceof PdfRef) || readHint(dict)?.kind !== 'siblings') continue;
    groups.set(ref, kidElements(file, dict));
    parents.add(parent);
    update.replace(ref, null);
  }
  for (const ref of parents) {
    const parent = file.resolve(ref);
    if (!isDict(parent)) continue;
    const isList = isNamed(parent.get('S'), 'L');
    const kids: PdfValue[] = [];
    const adopt = ({ ref: own, dict }: Element) => {
      kids.push(own);
      update.replace(own, dict.set('P', ref));
    };
    for (const kid of toList(parent.get('K'))) {
      const members = groups.get(kid);
      if (!members) {
        kids.push(kid);
        continue;
      }
      const [list] = members;
      if (isList && members.length === 1 && isNamed(list?.dict.get('S'), 'L')) {
        const attributes = list.dict.get('A');
        if (attributes !== undefined && !parent.has('A')) parent.set('A', attributes);
        kidElements(file, list.dict).forEach(adopt);
        update.replace(list.ref, null);
      } else members.forEach(adopt);
    }
    update.replace(ref, parent.set('K', kids));
  }
}
