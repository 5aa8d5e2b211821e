/** The Tab key in a text area: it indents, and after Escape it leaves the text as it does everywhere else. */

/** `released` is a live region: it says that the next Tab leaves. */
export function startTabKey(text, released) {
  let isReleased = false;
  const release = (next) => {
    isReleased = next;
    released.textContent = next ? 'Tab leaves the text now.' : '';
  };
  text.addEventListener('keydown', (event) => {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    if (key === 'Escape') return release(true);
    if (key !== 'Tab') {
      // The keys that are held for another one are no key of their own.
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
