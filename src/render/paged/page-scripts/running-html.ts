/**
 * The HTML of an element that is taken out of its place, within elements that give it what that place gave it: selectors
 * find the elements around it, and it inherits what it did (css-gcpm 3, 1.2.1). `properties`: inherited ones.
 */
export function runningHtml(document: Document, element: Element, properties: readonly string[]): string {
  /** Elements around it that selectors can ask for. */
  const maxDepth = 50;
  const maxAttributes = 2_000;
  const parent = element.parentElement;
  if (!parent) return '';
  const wrapper = document.createElement('pdfapi-running');
  const values = parent.computedStyleMap();
  const color = values.get('color')?.toString();
  for (const property of properties) {
    const value = values.get(property)?.toString();
    // A colour that follows `color` is computed as that of the element, but has to follow it in other elements too.
    const isDerived = property.endsWith('-color') && value === color;
    if (value !== undefined)
      wrapper.style.setProperty(property, isDerived ? 'currentcolor' : value, 'important');
  }
  wrapper.style.setProperty('display', 'contents', 'important');
  let open = wrapper.outerHTML.replace(/<\/[^<]*$/, '');
  let close = '</pdfapi-running>';
  let around: Element | null = parent;
  for (let depth = 0; around && depth < maxDepth; depth++, around = around.parentElement) {
    const isPage: boolean = /^(?:html|body)$/.test(around.localName);
    const name: string = isPage ? 'div' : around.localName;
    // Tables and the like would not hold any element.
    const isPlain = /^(?:div|section|article|main|header|footer|aside|nav|figure|[a-z][\w.]*-[-\w.]*)$/.test(
      name,
    );
    const copy = document.createElement(isPlain ? name : 'div');
    for (const { name: attribute, value } of around.attributes) {
      const isKept = /^(?:class|id|lang|dir|data-[-\w.]+)$/.test(attribute) && value.length < maxAttributes;
      if (isKept) copy.setAttribute(attribute, value);
    }
    copy.style.setProperty('display', 'contents', 'important');
    copy.style.setProperty('counter-reset', 'none', 'important');
    copy.style.setProperty('counter-increment', 'none', 'important');
    open = copy.outerHTML.replace(/<\/[^<]*$/, '') + open;
    close += `</${copy.localName}>`;
  }
  return open + element.outerHTML + close;
}
