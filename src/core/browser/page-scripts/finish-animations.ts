/**
 * The source of a function for the page that takes a list of animations, finishes them and returns whether it finished
 * any: elements that slide or fade in have done so on paper. Infinite animations stay as they are. It iterates by index
 * because a page may have replaced the array iterator.
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
