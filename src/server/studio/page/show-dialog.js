/** Shows a dialog that is made for one question. `onClose` is called when it is gone, answered or not. */
export function showDialog(dialog, onClose) {
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
