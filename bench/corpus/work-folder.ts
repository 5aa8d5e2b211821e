/** Puts a page with its files and libraries into a folder, as users keep them. */
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CorpusPage } from './corpus-page.ts';

/** The libraries that are not installed. */
export const missingLibraries = ({ libraries = [] }: CorpusPage, installed: string): string[] =>
  libraries.filter((path) => !existsSync(join(installed, 'node_modules', path)));

/** Writes `page.html` and everything that it refers to below `folder`. Returns the path of the page. */
export function writePage(page: CorpusPage, folder: string, installed: string): string {
  mkdirSync(folder, { recursive: true });
  for (const path of page.libraries ?? []) {
    place(join(installed, 'node_modules', path), join(folder, 'lib', path));
  }
  for (const [path, text] of Object.entries(page.files ?? {})) writeFileSync(join(folder, path), text);
  const html = join(folder, 'page.html');
  writeFileSync(html, page.html);
  return html;
}

/** Japanese fonts consist of thousands of files, so they are linked if possible. */
function place(from: string, to: string): void {
  if (statSync(from).isDirectory()) {
    for (const name of readdirSync(from)) place(join(from, name), join(to, name));
    return;
  }
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
