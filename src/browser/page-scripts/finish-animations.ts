/**
 * Finishes animations and returns whether it finished any. On paper, elements that slide or fade in have already
 * arrived. Infinite animations stay as they are.
 */
export function finishAnimations(animations: readonly Animation[]): boolean {
  let some = false;
  // By index, because a page may have replaced the array iterator.
  for (let i = 0; i < animations.length; i++) {
    const animation = animations[i];
    if (animation?.playState !== 'running' || animation.effect?.getComputedTiming().endTime === Infinity)
      continue;
    try {
      animation.finish();
      some = true;
    } catch {
      // Its playback rate is 0, or it runs backwards.
    }
  }
  return some;
}
