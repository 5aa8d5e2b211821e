import type { PageFields } from '../../overlay/page-fields.ts';
import type { unclobberedDocument } from '../unclobbered-document.ts';

/** Fills in the elements of these classes, as Chromium does in its own headers and footers. */
export function fillPageFields(
  unclobbered: typeof unclobberedDocument,
  { boxes, texts, attributes }: PageFields,
): void {
  for (const box of unclobbered().querySelectorAll(boxes)) {
    const fill = (name: string, text: string) => {
      for (const element of box.getElementsByClassName(name)) element.textContent = text;
    };
    for (const [name, text] of Object.entries(texts)) fill(name, text);
    for (const [name, attribute] of Object.entries(attributes)) {
      const text = box.getAttribute(attribute);
      if (text !== null) fill(name, text);
    }
  }
}
