/** What went wrong, with its place and the lines around it. */

export function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** `failure`: { message, place, excerpt, fields, hint }, or nothing. */
export function showFailure(card, failure) {
  card.hidden = !failure;
  const text = JSON.stringify(failure ?? null);
  if (card.dataset.shown === text) return;
  card.dataset.shown = text;
  if (!failure) return card.replaceChildren();
  const { message, place, excerpt = [], fields = [], hint } = failure;
  const parts = [element('p', {}, element('strong', {}, message))];
  if (place) {
    const column = place.column === null ? '' : `:${place.column}`;
    parts.push(element('p', { className: 'place' }, `${place.file}:${place.line}${column}`));
  }
  if (excerpt.length > 0) {
    const lines = excerpt.map((line) =>
      /^\s*│\s*\^$/.test(line) ? element('span', { className: 'caret' }, line) : line,
    );
    parts.push(element('pre', {}, ...lines.flatMap((line) => [line, '\n'])));
  }
  if (fields.length > 0) {
    const items = fields.map(({ field, text }) => element('li', {}, element('code', {}, field), ` ${text}`));
    parts.push(element('ul', {}, ...items));
  }
  if (hint) parts.push(element('p', { className: 'hint' }, hint));
  card.replaceChildren(...parts);
}

export function showWarnings(card, texts) {
  card.hidden = texts.length === 0;
  card.querySelector('summary').textContent = texts.length === 1 ? '1 warning' : `${texts.length} warnings`;
  card.querySelector('ul').replaceChildren(...texts.map((text) => element('li', {}, text)));
}
