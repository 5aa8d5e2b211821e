/** The files of the page: its own, and those that it shares with the server's studio. */
import { type PageFile, pageFile, studioFiles } from '../../../studio/page-files.ts';

const folder = new URL('../../../../src/cli/commands/dev/page/', import.meta.url);

/** By URL path. */
export const pageFiles: ReadonlyMap<string, PageFile> = new Map([
  ['/', pageFile(folder, 'preview.html')],
  ...['preview.css', 'preview.js', 'data.js', 'design.js', 'golden.js', 'golden.css'].map(
    (name) => [`/${name}`, pageFile(folder, name)] as const,
  ),
  ...[...studioFiles].map(([name, file]) => [`/studio/${name}`, file] as const),
]);
