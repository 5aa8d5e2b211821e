/** Cells and buttons of tables. */
import { element } from '#studio/page/element';
import { messageOf } from '#studio/page/failure-card';
import { hasStatus } from './server.ts';

/** The heading labels the cell on narrow pages, where the cells are below each other. */
export function labelledCell(heading: string, content: Node | string, className = ''): HTMLElement {
  const made = element('td', { className }, content);
  made.dataset.heading = heading;
  return made;
}

/** Shows an error that a click ends with. */
export function whenClicked(button: HTMLElement, onClick: () => Promise<void>): HTMLElement {
  button.addEventListener('click', () =>
    onClick().catch((error) => {
      if (!hasStatus(error, 401)) alert(messageOf(error));
    }),
  );
  return button;
}
