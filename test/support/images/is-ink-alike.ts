/** Where a page is not white: a measure of what is drawn that does not depend on how a renderer smooths edges. */
import type { Pixels } from './read-png.ts';

type Box = readonly [left: number, top: number, right: number, bottom: number];

/**
 * The smallest box around all pixels within another one that are not nearly white, in pixels from the left and top. Zeros if there
 * is none.
 */
function inkOf({ width, height, data }: Pixels, within: Box = [0, 0, width, height]): Box {
  const channels = data.length / (width * height);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = within[1]; y < within[3]; y++) {
    for (let x = within[0]; x < within[2]; x++) {
      const at = (y * width + x) * channels;
      if ([0, 1, 2].every((channel) => (data[at + channel] ?? 0) > 200)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = y + 1;
    }
  }
  return right === 0 ? [0, 0, 0, 0] : [left, top, right, bottom];
}

/** Whether two drawers have drawn the same text in the same size at nearly the same place: some centre letters, others lines. */
export function isInkAlike(a: Pixels, b: Pixels, within: Box): boolean {
  const [first, second] = [inkOf(a, within), inkOf(b, within)];
  return (
    first[3] > 0 && first.every((side, i) => Math.abs(side - (second[i] ?? 0)) <= (i % 2 === 0 ? 1 : 12))
  );
}
