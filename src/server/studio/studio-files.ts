/** The files of the studio's pages. */
import { type PageFile, pageFile, studioFiles } from '../../studio/page-files.ts';

const folder = new URL('../../../src/server/studio/page/', import.meta.url);
const own = [
  'studio.html',
  'studio.css',
  'ask-for-name.js',
  'confirm-delete.js',
  'edit.js',
  'file-tabs.js',
  'findings.js',
  'history.js',
  'import-pdfme.js',
  'list.js',
  'new-template.js',
  'preview-pane.js',
  'server.js',
  'show-dialog.js',
  'sign-in.js',
  'studio.js',
  'tab-key.js',
];

export const studioPageFiles: ReadonlyMap<string, PageFile> = new Map([
  ...studioFiles,
  ...own.map((name) => [name, pageFile(folder, name)] as const),
]);
