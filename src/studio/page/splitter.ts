/** The line between two parts of a page: dragged, or moved with the arrow keys. */

interface SplitterOptions {
  /** The property of the page's style that is the width of the left part. */
  readonly property: string;
  /** The name under which the browser keeps it. */
  readonly remembered: string;
  /** Percent. */
  readonly least?: number;
  readonly most?: number;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -2, ArrowRight: 2, Home: -100, End: 100 };

export function startSplitter(
  splitter: HTMLElement,
  { property, remembered, least = 15, most = 75 }: SplitterOptions,
): void {
  function set(percent: number) {
    const width = Math.round(Math.min(most, Math.max(least, percent)) * 10) / 10;
    document.documentElement.style.setProperty(property, `${width}%`);
    splitter.ariaValueNow = String(width);
    localStorage.setItem(remembered, String(width));
  }

  splitter.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    splitter.focus();
    splitter.setPointerCapture(event.pointerId);
  });
  splitter.addEventListener('pointermove', (event) => {
    if (splitter.hasPointerCapture(event.pointerId)) set((event.clientX / innerWidth) * 100);
  });
  splitter.addEventListener('keydown', ({ key }) => {
    const step = steps[key];
    if (step !== undefined) set(Number(splitter.ariaValueNow) + step);
  });
  const before = Number(localStorage.getItem(remembered));
  if (before) set(before);
}
