/** The files of the page: its own, and those that it shares with the server's studio. */
import { builtPageFile, type PageFile, pageFile, studioFiles } from '#studio/page-files';

const page = 'cli/commands/dev/page';

/** By URL path. */
export const pageFiles: ReadonlyMap<string, PageFile> = new Map([
  ['/', pageFile(`${page}/preview.html`)],
  ...['preview.css', 'golden.css'].map((name) => [`/${name}`, pageFile(`${page}/${name}`)] as const),
  // Beside what it loads.
  ['/studio/preview.js', builtPageFile('studio/preview.js')],
  ...[...studioFiles].map(([name, file]) => [`/studio/${name}`, file] as const),
]);
