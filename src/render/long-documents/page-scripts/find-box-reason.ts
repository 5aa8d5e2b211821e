/** Returns why what is in an element is not divided into pages as that of a plain block is: a clause. `name`: of what is in it. */
export function findBoxReason(element: Element | null, name: string): string | undefined {
  for (let at = element; at; at = at.parentElement) {
    const { display, float, position, columnCount, columnWidth, transform, overflow, contain, zoom } =
      getComputedStyle(at);
    const isPlain =
      (display === 'block' || display === 'flow-root') &&
      float === 'none' &&
      /static|relative/.test(position) &&
      columnCount === 'auto' &&
      columnWidth === 'auto' &&
      transform === 'none' &&
      (overflow === 'visible' || at === document.documentElement || at === document.body) &&
      contain === 'none' &&
      zoom === '1';
    if (!isPlain) return `the ${name} is within a box of another kind than a block`;
  }
  return undefined;
}
