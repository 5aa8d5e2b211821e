/** The template's own style sheets that a document links or imports. */
import { assetPath } from './document-address.ts';
import type { Assets } from './template.ts';

const maxSheets = 10;
const maxSheetBytes = 500_000;

const links = /<link\b[^<>]*?\bhref\s*=\s*["']?([^"'\s<>]+\.css)\b/gi;
const imports = /@import\s+(?:url\(\s*)?["']?([^"'\s()<>;]+)/gi;

/** Returns the texts of at most ten sheets. Those of other hosts are not read. */
export async function readLinkedStyles(html: string, styles: string, assets: Assets): Promise<string[]> {
  const { documentPath } = assets;
  const waiting = [
    ...addresses(html, links, documentPath),
    ...addresses(html, imports, documentPath),
    ...addresses(styles, imports, documentPath),
  ];
  const read = new Set<string>();
  const texts: string[] = [];
  for (let path = waiting.shift(); path !== undefined && read.size < maxSheets; path = waiting.shift()) {
    if (read.has(path)) continue;
    read.add(path);
    const text = await readSheet(path, assets);
    texts.push(text);
    waiting.push(...addresses(text, imports, path));
  }
  return texts;
}

function addresses(text: string, pattern: RegExp, base: string | undefined): string[] {
  const found: string[] = [];
  for (const [, address = ''] of text.matchAll(pattern)) {
    const path = assetPath(address, base);
    if (path) found.push(path);
    if (found.length === maxSheets) break;
  }
  return found;
}

async function readSheet(path: string, assets: Assets): Promise<string> {
  try {
    const file = await assets.read(path);
    return file ? Buffer.from(file.bytes).toString('utf8', 0, maxSheetBytes) : '';
  } catch {
    // An unreadable file is reported when the page requests it.
    return '';
  }
}
