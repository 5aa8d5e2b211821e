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
  'template-variables.js',
  'thumbnails.js',
  'webhooks/ask.js',
  'webhooks/show-secret.js',
  'webhooks/webhook-form.js',
  'webhooks/webhook-list.js',
  'webhooks/webhook-page.js',
  'webhooks/webhook-table.js',
  'webhooks/webhooks.css',
];

export const studioPageFiles: ReadonlyMap<string, PageFile> = new Map([
  ...studioFiles,
  ...own.map((name) => [name, pageFile(folder, name)] as const),
]);
