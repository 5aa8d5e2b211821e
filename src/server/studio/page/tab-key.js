/** Handles the Tab key in a text area: it indents; after Escape it moves the focus as usual. */

/** `released` is a live region that announces that the next Tab leaves the text area. */
export function startTabKey(text, released) {
  let isReleased = false;
  const release = (next) => {
    isReleased = next;
    released.textContent = next ? 'Tab now leaves the text.' : '';
  };
  text.addEventListener('keydown', (event) => {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    if (key === 'Escape') return release(true);
    if (key !== 'Tab') {
      // Modifier keys do not count as a key press of their own.
      if (!['Shift', 'Control', 'Alt', 'Meta'].includes(key)) release(false);
      return;
    }
    if (isReleased || shiftKey || ctrlKey || altKey || metaKey) return;
    event.preventDefault();
    text.setRangeText('  ', text.selectionStart, text.selectionEnd, 'end');
    text.dispatchEvent(new Event('input'));
  });
  text.addEventListener('blur', () => release(false));
}
