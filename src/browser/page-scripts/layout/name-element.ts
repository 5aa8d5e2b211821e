/**
 * Returns a selector by which an author finds the element, such as `table.items` or `main.report p`, with the start of
 * its text if it has neither an id nor a class. The selector need not be unique.
 */
export function nameElement(element: Element, maxCharacters: number): string {
  // Called on the prototypes: `<input name="id">` would otherwise shadow that of its form.
  const { getAttribute } = Element.prototype;
  const parentOf = (node: Node): Element | null => Reflect.get(Node.prototype, 'parentElement', node);
  const plain = (each: Element): string => {
    const tag: string = Reflect.get(Element.prototype, 'localName', each);
    const id = getAttribute.call(each, 'id')?.trim();
    if (id) return `${tag}#${id}`;
    const classes = (getAttribute.call(each, 'class') ?? '').trim().split(/\s+/).filter(Boolean);
    return [tag, ...classes.slice(0, 2)].join('.');
  };
  const names = [plain(element)];
  let parent = parentOf(element);
  while (parent && names.length < 3 && !/[#.]/.test(names[0] ?? '')) {
    if (/^(?:body|html)$/i.test(Reflect.get(Element.prototype, 'localName', parent))) break;
    names.unshift(plain(parent));
    parent = parentOf(parent);
  }
  // Elements of SVG and MathML have no text as it is laid out.
  const text: unknown =
    element instanceof HTMLElement
      ? Reflect.get(HTMLElement.prototype, 'innerText', element)
      : Reflect.get(Node.prototype, 'textContent', element);
  const start = String(text ?? '')
    .slice(0, 1_000)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 30);
  if (start && !/[#.]/.test(names.at(-1) ?? '')) names.push(`("${start}${start.length === 30 ? '…' : ''}")`);
  const name = names.join(' ').toWellFormed();
  return name.length > maxCharacters ? `${name.slice(0, maxCharacters)}…` : name;
}
