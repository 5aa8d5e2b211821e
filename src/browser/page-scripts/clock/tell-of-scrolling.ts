import type { ClockContext } from './clock-context.ts';

/** Calls a function after so many milliseconds of the page's time. */
export type PutOff = (callback: () => void, ms: number) => void;

/**
 * Shows what scripts show once the window is scrolled to it: the page gets one `scroll` event, while its window claims to be as
 * high as the document. Only what scripts measure of the window changes, and only for a moment: neither the layout nor the place
 * to which it is scrolled does.
 *
 * @returns A function that does it, if the page listens and is higher than its window.
 */
export function tellOfScrolling({ like, apply, addEventListener }: ClockContext): (putOff: PutOff) => void {
  const { Event, Object, EventTarget } = window;
  const { dispatchEvent } = EventTarget.prototype;
  const { defineProperty, getOwnPropertyDescriptor } = Object;
  // Longer than the delays with which scripts thin out such events, up to a quarter of a second.
  const lastsMs = 300;
  let isHeard = false;
  EventTarget.prototype.addEventListener = like(addEventListener, (args, self) => {
    if (args[0] === 'scroll' && (self === window || self === document || self === undefined)) isHeard = true;
    apply(addEventListener, (self ?? window) as EventTarget, args as Parameters<typeof addEventListener>);
  });
  return (putOff) => {
    const root = document.documentElement as HTMLElement | null;
    if (!root || !(isHeard || window.onscroll || document.onscroll)) return;
    const height = root.scrollHeight;
    if (height <= window.innerHeight) return;
    const own = getOwnPropertyDescriptor(window, 'innerHeight');
    const measured = {
      __proto__: null,
      configurable: true,
      writable: true,
      value: height,
    } as PropertyDescriptor;
    defineProperty(window, 'innerHeight', measured);
    defineProperty(root, 'clientHeight', measured);
    putOff(() => {
      if (own) defineProperty(window, 'innerHeight', own);
      Reflect.deleteProperty(root, 'clientHeight');
    }, lastsMs);
    // As of a window: it begins at the document.
    apply(dispatchEvent, document, [new Event('scroll', { bubbles: true })]);
  };
}
