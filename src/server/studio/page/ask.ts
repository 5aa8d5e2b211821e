/** A dialog with one question: fields, a button that does it, and one that does not. */
import { element } from '#studio/page/element';
import { messageOf } from '#studio/page/failure-card';
import { errorDetails } from './server.ts';
import { closeDialog, showDialog } from './show-dialog.ts';

interface Question<Result> {
  /** The id or the class by which style sheets select the dialog. */
  readonly look: { readonly id: string } | { readonly className: string };
  readonly title: string;
  readonly children: readonly HTMLElement[];
  /** The text of the button. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly onSubmit: () => Promise<Result>;
}

/**
 * Resolves to what `onSubmit` resolves to, or to undefined if the dialog was closed. An error that it throws is shown
 * in the dialog, which stays open.
 */
export async function askInDialog<Result>({
  look,
  title,
  children,
  action,
  isDangerous = false,
  onSubmit,
}: Question<Result>): Promise<Result | undefined> {
  const { promise, resolve } = Promise.withResolvers<Result | undefined>();
  const failure = element('p', { className: 'error', hidden: true });
  failure.role = 'alert';
  // A dangerous dialog focuses Cancel: one press of Enter must not do what cannot be undone.
  const cancel = element('button', { type: 'button', autofocus: isDangerous }, 'Cancel');
  const submit = element('button', { className: isDangerous ? 'danger' : 'primary' }, action);
  const form = element(
    'form',
    { className: 'choice' },
    element('h2', { className: 'dialog-title' }, title),
    ...children,
    failure,
    element('div', { className: 'actions' }, cancel, submit),
  );
  const dialog = element('dialog', look, form);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    submit.disabled = true;
    try {
      resolve(await onSubmit());
      closeDialog(dialog);
    } catch (error) {
      const fields = Object.values(errorDetails(error).errors ?? {}).flat();
      failure.textContent = [messageOf(error), ...fields].join(' ');
      failure.hidden = false;
    } finally {
      submit.disabled = false;
    }
  });
  cancel.addEventListener('click', () => closeDialog(dialog));
  showDialog(dialog, () => resolve(undefined));
  return await promise;
}

/** Shows something that needs no decision. Resolves when the dialog was closed. */
export async function showInDialog({
  look,
  title,
  children,
}: Pick<Question<never>, 'look' | 'title' | 'children'>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const close = element('button', { type: 'button', className: 'primary' }, 'Close');
  const dialog = element(
    'dialog',
    look,
    element(
      'div',
      { className: 'choice' },
      element('h2', { className: 'dialog-title' }, title),
      ...children,
      element('div', { className: 'actions' }, close),
    ),
  );
  close.addEventListener('click', () => closeDialog(dialog));
  showDialog(dialog, resolve);
  return await promise;
}
