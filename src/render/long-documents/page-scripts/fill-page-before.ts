/**
 * Lets the last of these blocks fill a page of its own, so that what follows begins the next page as it does in the whole
 * document: by a break that is not forced, after which Chromium leaves out the margin of a block. It keeps that after a forced
 * one (CSS Fragmentation 3, section 5.2).
 */
export function fillPageBefore(blocks: readonly HTMLElement[]): void {
  const block = blocks.findLast((each) => getComputedStyle(each).display !== 'none');
  if (!block) return;
  const own = {
    display: 'block',
    contain: 'size',
    overflow: 'clip',
    'box-sizing': 'border-box',
    // A block that follows does not fit into what remains, except for one that is not to be seen.
    height: 'calc(100vh - 2px)',
    'min-height': '0',
    'max-height': 'none',
    margin: '0',
    padding: '0',
    border: '0',
    'break-before': 'page',
    'break-after': 'auto',
    'break-inside': 'auto',
  };
  for (const [property, value] of Object.entries(own)) block.style.setProperty(property, value, 'important');
  for (const inside of block.querySelectorAll<HTMLElement>('*')) {
    for (const property of ['break-before', 'break-after'])
      inside.style?.setProperty(property, 'auto', 'important');
  }
}
