import type { unclobberedDocument } from '../unclobbered-document.ts';

/** Returns the heights of what the boxes contain, in CSS pixels. */
export function measureBoxes(unclobbered: typeof unclobberedDocument, boxes: string): number[] {
  const heights: number[] = [];
  for (const box of unclobbered().querySelectorAll(boxes)) {
    heights.push(box.firstElementChild?.getBoundingClientRect().height ?? 0);
  }
  return heights;
}
