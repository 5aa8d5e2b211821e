/** The types of files that a template may consist of: documents, styles, scripts, pictures, fonts and data. */
import { extname } from 'node:path';
import { findContentType } from './content-types.ts';

/** Beside what documents load: sources of documents and styles, data, profiles of colours, and what comes with fonts. */
const others = [
  ...['.twig', '.html', '.htm', '.xhtml', '.md', '.txt', '.pdf', '.scss', '.less'],
  ...['.json', '.geojson', '.map', '.csv', '.tsv', '.ndjson', '.jsonl', '.xml', '.yaml', '.yml'],
  ...['.tif', '.tiff', '.icc', '.icm', '.eot'],
];

/** Licences and the like have no extension, or the number of a version for one: `OFL`, `LICENSE-2.0`. */
const notices =
  /(?:^|[-_ ])(?:licen[cs]e|ofl|copying|copyright|notice|authors|contributors|readme|changelog|fontlog)(?:[-_ ].*)?$/i;

/**
 * Returns what is wrong with the type of a file, or undefined. Versions that were stored before this rule may have any:
 * they are printed and listed as before, and pulled without such files.
 *
 * @example
 * rejectFileType('assets/setup.exe'); // 'a template has documents, …, but not .exe'
 */
export function rejectFileType(path: string): string | undefined {
  const extension = extname(path).toLowerCase();
  const isNotice = /^(?:\.\d*)?$/.test(extension) && notices.test(path.split('/').at(-1) ?? '');
  if (isNotice || others.includes(extension) || findContentType(path) !== undefined) return undefined;
  return `a template has documents, styles, scripts, pictures, fonts and data, but not ${extension || 'files without an extension'}`;
}
