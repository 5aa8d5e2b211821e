/** The line between two parts of a page: dragged, or moved with the arrow keys. */

/** `property` of the page's style is the width of the left part; the browser keeps it as `remembered`. Percent. */
export function startSplitter(splitter, { property, remembered, least = 15, most = 75 }) {
  function set(percent) {
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
    const steps = { ArrowLeft: -2, ArrowRight: 2, Home: -100, End: 100 };
    if (key in steps) set(Number(splitter.ariaValueNow) + steps[key]);
  });
  const before = Number(localStorage.getItem(remembered));
  if (before) set(before);
}
