/**
 * The source of a function for the page that takes a list of animations, finishes them and returns whether it finished
 * any. On paper, elements that slide or fade in have already arrived. Infinite animations stay as they are. The
 * function iterates by index because a page may have replaced the array iterator.
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
