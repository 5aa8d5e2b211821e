/** How much the pictures in the rows of a table take, as far as they are files of the document. */
import { assetPath } from '#template/model/document-address';
import type { Assets } from '#template/model/template';

const elements = /<(?:img|image|input|source|embed|object|video)\b([^<>]*)/gi;
const addresses = /\s(?:src|href|data|poster|srcset)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/** In bytes, each file once. Ends as soon as it is more than `max`. */
export async function sumPictureFiles(html: string, assets: Assets, max: number): Promise<number> {
  const seen = new Set<string>();
  let sum = 0;
  for (const [, attributes = ''] of html.matchAll(elements)) {
    for (const [, a, b, c] of attributes.matchAll(addresses)) {
      for (const address of addressesIn((a ?? b ?? c ?? '').replaceAll('&amp;', '&'))) {
        const path = assetPath(address, assets.documentPath);
        if (!path || seen.has(path)) continue;
        seen.add(path);
        sum += await readSize(path, assets);
        if (sum > max) return sum;
      }
    }
  }
  return sum;
}

/** An address, or several with sizes (`srcset`). */
function addressesIn(value: string): string[] {
  if (/^\s*data:/i.test(value)) return [];
  return value.split(',').map((each) => each.trim().split(/\s/, 1)[0] ?? '');
}

async function readSize(path: string, assets: Assets): Promise<number> {
  try {
    return (await assets.read(path))?.bytes.length ?? 0;
  } catch {
    // An unreadable file is reported when the page requests it.
    return 0;
  }
}
