/** Ctrl+S, which saves in the page instead of the page. */
import { within } from './element.ts';

const isSaveKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key === 's' && (ctrlKey || metaKey) && !altKey && !shiftKey;

/** Calls `onPress` at each press. A button is named after the key. */
export function listenForSaveKey(button: HTMLButtonElement, onPress: (event: KeyboardEvent) => void): void {
  document.addEventListener('keydown', (event) => {
    if (isSaveKey(event)) onPress(event);
  });
  if (/Mac|iP/.test(navigator.platform)) within(button, 'kbd').textContent = '⌘ S';
}
