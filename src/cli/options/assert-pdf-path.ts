/**
 * A PDF with the extension of another format cannot be opened, and a script that asked for an image would not notice.
 */
import { extname } from 'node:path';
import { Failure } from '#contract/errors';

/** Maps an extension to the description of its files, for the formats that other tools write from HTML. */
const otherFormats: ReadonlyMap<string, string> = new Map([
  ...kind('an image', 'png jpg jpeg webp gif bmp tif tiff svg avif heic ico'),
  ...kind('a web page', 'html htm xhtml mhtml mht'),
  ...kind('an office document', 'doc docx odt rtf xls xlsx ods ppt pptx odp'),
  ...kind('an e-book', 'epub mobi azw3'),
  ...kind('a text file', 'txt md csv json xml css js'),
  ...kind('another page format', 'ps eps xps djvu'),
]);

function kind(what: string, extensions: string): [string, string][] {
  return extensions.split(' ').map((extension) => [`.${extension}`, what]);
}

/**
 * Rejects a path whose extension belongs to a known format other than PDF. Any other extension is accepted, and so is
 * none. `option` is the option that named the path. Throws `usage`.
 *
 * @example
 * assertPdfPath('-o', 'out.png'); // throws: -o out.png names an image, and pdfapi writes PDF.
 */
export function assertPdfPath(option: string, path: string): void {
  const extension = extname(path);
  const what = otherFormats.get(extension.toLowerCase());
  if (what === undefined) return;
  const meant = `${path.slice(0, -extension.length)}.pdf`;
  throw new Failure('usage', `${option} ${path} names ${what}, but pdfapi writes only PDF.`, {
    hint:
      what === 'an image'
        ? `Write: ${option} ${meant}; images of its pages (PNG, JPEG, WebP): pdfapi image ${meant}`
        : `Write: ${option} ${meant}`,
  });
}

/** Rejects a PDF as the path of XML. Throws `usage`. */
export function assertXmlPath(option: string, path: string): void {
  if (extname(path).toLowerCase() !== '.pdf') return;
  throw new Failure('usage', `${option} ${path} names a PDF, but --xml-only writes XML.`, {
    hint: `Write: ${option} ${path.slice(0, -4)}.xml; or leave --xml-only out.`,
  });
}
