/** Cells and buttons of the tables of webhooks. */
import { element } from '../failure-card.js';

/** The heading labels the cell on narrow pages, where the cells are below each other. */
export function tableCell(heading, content, className = '') {
  const made = element('td', { className }, content);
  made.dataset.heading = heading;
  return made;
}

/** Shows an error that a click ends with. */
export function whenClicked(button, onClick) {
  button.addEventListener('click', () =>
    onClick().catch((error) => {
      if (error.status !== 401) alert(error.message);
    }),
  );
  return button;
}
