/** Reads a PDF as a viewer does (pdf.js), with links, entries and labels resolved to pages. */
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface OutlineEntry {
  readonly title: string;
  /** From 0; undefined for an entry without a destination. */
  readonly page: number | undefined;
  readonly items: readonly OutlineEntry[];
}

export interface Viewed {
  readonly text: readonly string[];
  /** Box, rotation and unit of every page. */
  readonly geometry: readonly (readonly number[])[];
  /** Links of every page, in sequence: the target page or the URL. */
  readonly links: readonly (readonly (number | string | undefined)[])[];
  readonly outline: readonly OutlineEntry[];
  /** Tags of every page, in reading order. */
  readonly tags: readonly (readonly string[])[];
  readonly languages: readonly (string | undefined)[];
  /** The values of the widgets of each field, by its name. */
  readonly fields: Readonly<Record<string, readonly unknown[]>>;
  readonly attachments: Readonly<Record<string, string>>;
  readonly labels: readonly string[] | null;
  /** The visibility of each layer, by its name. */
  readonly layers: Readonly<Record<string, boolean>>;
  readonly info: Record<string, unknown>;
  readonly title: string | undefined;
}

export async function viewed(pdf: Uint8Array, password?: string): Promise<Viewed> {
  const task = getDocument({
    data: Uint8Array.from(pdf),
    ...(password === undefined ? {} : { password }),
    verbosity: VerbosityLevel.ERRORS,
    stopAtErrors: true,
  });
  try {
    return await view(await task.promise);
  } finally {
    await task.destroy();
  }
}

interface StructureNode {
  readonly role?: string;
  readonly lang?: string;
  readonly children?: readonly StructureNode[];
}

async function view(document: PDFDocumentProxy): Promise<Viewed> {
  const pageOf = async (target: unknown): Promise<number | undefined> => {
    const destination = typeof target === 'string' ? await document.getDestination(target) : target;
    const page = Array.isArray(destination) ? destination[0] : undefined;
    return page && typeof page === 'object' ? document.getPageIndex(page) : undefined;
  };
  const text: string[] = [];
  const geometry: number[][] = [];
  const links: (number | string | undefined)[][] = [];
  const tags: string[][] = [];
  const languages: (string | undefined)[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const content = await page.getTextContent();
    text.push(content.items.map((item) => ('str' in item ? item.str : '')).join(' '));
    geometry.push([...page.view, page.rotate, page.userUnit]);
    const annotations = (await page.getAnnotations()).filter(({ subtype }) => subtype === 'Link');
    links.push(await Promise.all(annotations.map(async ({ url, dest }) => url ?? (await pageOf(dest)))));
    const tree = (await page.getStructTree()) as StructureNode | null;
    tags.push(rolesIn(tree));
    languages.push(tree?.children?.[0]?.lang);
  }
  type Raw = { title: string; dest: unknown; items: Raw[] };
  const entries = async (raw: readonly Raw[]): Promise<OutlineEntry[]> =>
    Promise.all(
      raw.map(async ({ title, dest, items }) => ({
        title,
        page: await pageOf(dest),
        items: await entries(items),
      })),
    );
  const { info, metadata } = await document.getMetadata();
  return {
    text,
    geometry,
    links,
    outline: await entries(((await document.getOutline()) ?? []) as Raw[]),
    tags,
    languages,
    fields: await fieldsOf(document),
    attachments: await attachmentsOf(document),
    labels: await document.getPageLabels(),
    layers: await layersOf(document),
    info: info as Record<string, unknown>,
    title: metadata?.get('dc:title') as string | undefined,
  };
}

function rolesIn(node: StructureNode | null): string[] {
  if (!node) return [];
  return [...(node.role ? [node.role] : []), ...(node.children ?? []).flatMap(rolesIn)];
}

async function fieldsOf(document: PDFDocumentProxy): Promise<Record<string, unknown[]>> {
  const values: Record<string, unknown[]> = {};
  const fields = ((await document.getFieldObjects()) ?? []) as Iterable<[string, { value: unknown }[]]>;
  for (const [name, all] of fields) {
    const own = all.map(({ value }) => value).filter((value) => value !== undefined);
    if (own.length > 0) values[name] = own;
  }
  return values;
}

async function attachmentsOf(document: PDFDocumentProxy): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for (const [id] of (await document.getAttachments()) ?? []) {
    contents[id] = Buffer.from((await document.getAttachmentContent(id)) ?? []).toString('utf8');
  }
  return contents;
}

async function layersOf(document: PDFDocumentProxy): Promise<Record<string, boolean>> {
  const layers: Record<string, boolean> = {};
  for (const [, group] of (await document.getOptionalContentConfig()) as Iterable<
    [string, { name: string; visible: boolean }]
  >) {
    layers[group.name] = group.visible;
  }
  return layers;
}
