import type {} from '../../drawing/drawing-state.ts';
import type { PageFacts, PdfFacts } from '../../drawing/pdf-facts.ts';

export async function readPdfFacts(name: string): Promise<PdfFacts> {
  const pdf = (await drawing).documents.get(name);
  if (!pdf) throw new Error(`${name} is not open.`);
  const pages: PageFacts[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    // Loads the fonts.
    await page.getOperatorList();
    const { items } = await page.getTextContent();
    const fonts = new Set<string>();
    let text = '';
    for (const item of items) {
      if (!('str' in item)) continue;
      text += item.str + (item.hasEOL ? '\n' : '');
      const font = page.commonObjs.has(item.fontName) ? page.commonObjs.get(item.fontName) : undefined;
      if (font?.name) fonts.add(String(font.name).replace(/^[A-Z]{6}\+/, ''));
    }
    const links: string[] = [];
    const descriptions: string[] = [];
    for (const link of await page.getAnnotations()) {
      if (link.subtype !== 'Link') continue;
      const place = link.url ?? link.unsafeUrl ?? `#${JSON.stringify(link.dest ?? link.action ?? null)}`;
      // Numbers of objects are no property of the document.
      const target = place.replace(/"num":\d+,"gen":\d+/g, '');
      links.push(target);
      const description = link.contentsObj?.str;
      if (description) descriptions.push(`${target}: ${description}`);
    }
    const alternatives: string[] = [];
    const waiting: unknown[] = [await page.getStructTree()];
    while (waiting.length > 0) {
      const node = waiting.pop() as { role?: string; alt?: string; children?: readonly unknown[] } | null;
      if (node?.alt) alternatives.push(`${node.role}: ${node.alt}`);
      waiting.push(...[...(node?.children ?? [])].reverse());
    }
    pages.push({
      size: `${width.toFixed(1)} × ${height.toFixed(1)}${page.rotate ? `, turned ${page.rotate}°` : ''}`,
      lines: text.split('\n').map((line) => line.trim()),
      fonts: [...fonts].sort(),
      links,
      descriptions,
      alternatives,
    });
    page.cleanup();
  }
  const outline: string[] = [];
  const collect = (entries: readonly { title: string; items: readonly unknown[] }[], depth: number) => {
    for (const { title, items } of entries) {
      outline.push(`${'  '.repeat(depth)}${title}`);
      collect(items as typeof entries, depth + 1);
    }
  };
  collect((await pdf.getOutline()) ?? [], 0);
  const { info, metadata } = await pdf.getMetadata();
  const properties: Record<string, string> = {};
  for (const key of ['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Language']) {
    const value = (info as Record<string, unknown>)[key];
    if (typeof value === 'string' && value !== '') properties[key] = value;
  }
  const xmp: string = metadata?.getRaw() ?? '';
  const valueOf = (key: string) => new RegExp(`${key}(?:>|=")([^<"]*)`).exec(xmp)?.[1];
  const conformance: string[] = [];
  const [part, level, ua] = [valueOf('pdfaid:part'), valueOf('pdfaid:conformance'), valueOf('pdfuaid:part')];
  if (part !== undefined) conformance.push(`PDF/A-${part}${(level ?? '').toLowerCase()}`);
  if (ua !== undefined) conformance.push(`PDF/UA-${ua}`);
  if ((await pdf.getMarkInfo())?.Marked) conformance.push('tagged');
  const attached = (await pdf.getAttachments()) as Map<string, unknown> | Record<string, unknown> | null;
  const attachments: string[] = [];
  for (const [key, value] of attached instanceof Map ? attached : Object.entries(attached ?? {})) {
    const { content } = value as { readonly content?: Uint8Array };
    // FNV-1a: `crypto.subtle` is not for pages without HTTPS.
    let checksum = 0x811c9dc5;
    for (const byte of content ?? []) checksum = Math.imul(checksum ^ byte, 0x01000193);
    attachments.push(`${key}, ${content?.length ?? 0} bytes, ${(checksum >>> 0).toString(16)}`);
  }
  const fields: string[] = [];
  for (const [key, widgets] of Object.entries((await pdf.getFieldObjects()) ?? {})) {
    const values = (widgets as readonly { value?: unknown; type?: string }[]).map(
      ({ type, value }) => `${type}: ${JSON.stringify(value ?? null)}`,
    );
    fields.push(`${key} (${values.join('; ')})`);
  }
  return { pages, outline, metadata: properties, conformance, attachments, fields };
}
