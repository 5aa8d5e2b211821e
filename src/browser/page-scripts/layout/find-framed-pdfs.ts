import type { nameElement } from './name-element.ts';

/** A frame whose document is a PDF. */
export interface FramedPdf {
  readonly name: string;
  readonly address: string;
}

/** Finds frames that would show PDFs, which browsers do not print. */
export function findFramedPdfs(
  document: Document,
  getName: typeof nameElement,
  { maxFound, maxNameCharacters }: { readonly maxFound: number; readonly maxNameCharacters: number },
): FramedPdf[] {
  const found: FramedPdf[] = [];
  for (const element of document.querySelectorAll('iframe[src], embed[src], object[data]')) {
    if (found.length >= maxFound) break;
    const written = (element.getAttribute('src') ?? element.getAttribute('data') ?? '').trim();
    const type = element.getAttribute('type') ?? '';
    const isPdf =
      /^data:application\/pdf\b/i.test(written) ||
      /^application\/pdf\b/i.test(type) ||
      /\.pdf(?:[?#]|$)/i.test(written.slice(0, 2_000));
    const { width, height } = element.getBoundingClientRect();
    if (!isPdf || width < 3 || height < 3 || !element.checkVisibility()) continue;
    const address = URL.canParse(written, document.baseURI)
      ? new URL(written, document.baseURI).href
      : written;
    found.push({ name: getName(element, maxNameCharacters), address: address.slice(0, 2_000) });
  }
  return found;
}
