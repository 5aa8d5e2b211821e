/** Escape lets the next Tab leave the editor, as people do who have no mouse. Any other key takes that back. */
import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

/** Milliseconds: as long as no other key is pressed. CodeMirror then takes it back by itself. */
const untilNextKey = 1e9;

/**
 * `released` is a live region that announces it. Keys that Escape closes something with, such as the search, come before
 * this, and what else Escape does after it.
 */
export function releaseTab(released: HTMLElement): Extension {
  const tell = (text: string) => {
    released.textContent = text;
  };
  const takeBack = () => tell('');
  return [
    keymap.of([
      {
        key: 'Escape',
        run(view) {
          view.setTabFocusMode(untilNextKey);
          tell('Tab now leaves the text.');
          // It also ends a selection.
          return false;
        },
      },
    ]),
    EditorView.domEventHandlers({
      keydown({ key }) {
        if (!['Escape', 'Tab', 'Shift', 'Control', 'Alt', 'Meta'].includes(key)) takeBack();
      },
      blur(_, view) {
        view.setTabFocusMode(false);
        takeBack();
      },
    }),
  ];
}
