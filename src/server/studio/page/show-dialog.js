/** Shows a dialog that is made for one question. `onClose` is called when it is gone, answered or not. */
export function showDialog(dialog, onClose) {
  dialog.addEventListener('close', () => {
    dialog.remove();
    onClose();
  });
  document.body.append(dialog);
  dialog.showModal();
}
