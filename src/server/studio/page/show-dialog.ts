/** Shows a dialog that was created for one question. `onClose` is called when it closes, with or without a choice. */
export function showDialog(dialog: HTMLDialogElement, onClose: () => void): void {
  const title = dialog.querySelector('.dialog-title');
  if (title) {
    title.id ||= 'dialog-title';
    dialog.setAttribute('aria-labelledby', title.id);
  }
  dialog.addEventListener('close', () => {
    dialog.remove();
    onClose();
  });
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * Closes a dialog and removes it at once. Its `close` event arrives with the next frame only, and by then the next
 * question may be shown.
 */
export function closeDialog(dialog: HTMLDialogElement): void {
  dialog.close();
  dialog.remove();
}
