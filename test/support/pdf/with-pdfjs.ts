/** Reads a PDF with pdf.js, a reader that is independent of this project, as a viewer does. */
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface Seen {
  readonly info: Record<string, unknown>;
  /** XMP properties by qualified name; undefined if there is no XMP. */
  readonly xmp: Map<string, unknown> | undefined;
  readonly text: readonly string[];
  readonly links: readonly string[];
  readonly outline: unknown;
  readonly structure: readonly unknown[];
  readonly destinations: readonly string[];
}

export async function seenByPdfjs(pdf: Uint8Array): Promise<Seen> {
  const task = getDocument({
    data: Uint8Array.from(pdf),
    verbosity: VerbosityLevel.ERRORS,
    stopAtErrors: true,
  });
  const document = await task.promise;
  try {
    return await see(document);
  } finally {
    await task.destroy();
  }
}

async function see(document: PDFDocumentProxy): Promise<Seen> {
  const { info, metadata } = await document.getMetadata();
  const text: string[] = [];
  const links: string[] = [];
  const structure: unknown[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const content = await page.getTextContent();
    text.push(content.items.map((item) => ('str' in item ? item.str : '')).join(' '));
    for (const { url, dest, rect } of await page.getAnnotations())
      links.push(JSON.stringify(comparable([url, dest, rect])));
    structure.push(comparable(await page.getStructTree()));
  }
  const destinations = Object.keys((await document.getDestinations()) ?? {}).sort();
  return {
    info: info as Record<string, unknown>,
    xmp: metadata ? new Map(metadata) : undefined,
    text,
    links,
    outline: comparable(await document.getOutline()),
    structure,
    destinations,
  };
}

/**
 * Removes what may change when a file is rewritten: the numbers of objects, and the names of table cells, which are
 * numbered by their first occurrence instead.
 */
function comparable(value: unknown): unknown {
  const names = new Map<string, string>();
  const text = (JSON.stringify(value) ?? 'null')
    .replace(/"num":\d+/g, '"num":0')
    .replace(/\d+R_mc|_id_\d+R/g, 'R')
    .replace(/"node\d{8}"/g, (name) => {
      if (!names.has(name)) names.set(name, `"cell ${names.size}"`);
      return names.get(name) ?? '';
    });
  return JSON.parse(text);
}
