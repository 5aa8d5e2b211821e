/**
 * Waits for what only the browser's event loop can do between the calls of the page's clock: frames, in which observers
 * are notified and animations end, and tasks that the page has deferred.
 */
import { finishAnimations } from './finish-animations.ts';

/**
 * A part of `pageClock`. It defines `observed`, `finishAnimations`, `idle`, and `task`, which runs a call in a task of
 * its own.
 */
export const eventLoopTurns = `
  // Observers call only in frames of the browser's own: where there are some, two are waited for, before all timers
  // and after the last one.
  for (const { prototype } of [ResizeObserver, IntersectionObserver]) {
    const { observe } = prototype;
    prototype.observe = like(observe, (args, self) => {
      clock.observers = clock.unseen = true;
      return apply(observe, self, args);
    });
  }
  const finish = ${finishAnimations};
  // Their events come with a frame of the browser's own.
  const finishAnimations = async () => {
    const some = finish(apply(getAnimations, document, []));
    if (some) await twoFrames();
    return some;
  };
  const twoFrames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

  const observed = async () => {
    if (!clock.unseen) return;
    clock.unseen = false;
    await twoFrames();
  };

  const { port1, port2 } = new MessageChannel();
  const post = port2.postMessage.bind(port2);
  let current;
  port1.onmessage = () => current();
  const task = (run) => new Promise((done) => {
    // Done first: what the call throws is the page's, and reported as such.
    current = () => { done(); run(); };
    post(0);
  });

  // When the page has done all that it can do now, in pieces or as a whole. One that never has is waited for once.
  // Resolves to whether it never has.
  const idle = () => new Promise((done) => {
    const timer = setTimeout(() => {
      clock.unrest = 0;
      done(true);
    }, clock.unrest);
    if (postTask) apply(postTask, scheduler, [() => { clearTimeout(timer); done(false); }, { priority: 'background' }]);
  });
`;
