/**
 * Brings animations to their end: what moves into its place, or fades in, has done so on paper. What never ends stays
 * as it is. The text of a function to be called in a page, with a list of animations; says whether one was moved.
 * Walks the list by its numbers, because a page may have replaced the iterator of arrays.
 */
export const finishAnimations = `(animations) => {
  let some = false;
  for (let i = 0; i < animations.length; i++) {
    const animation = animations[i];
    if (animation.playState !== 'running' || animation.effect?.getComputedTiming().endTime === Infinity) continue;
    try {
      animation.finish();
      some = true;
    } catch { /* it stands still, or runs backwards */ }
  }
  return some;
}`;
