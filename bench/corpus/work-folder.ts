/** A page with its files and libraries in a folder of its own, as a person would have them. */
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CorpusPage } from './corpus-page.ts';

/** Libraries that are not installed. */
export const missingLibraries = ({ libraries = [] }: CorpusPage, installed: string): string[] =>
  libraries.filter((path) => !existsSync(join(installed, 'node_modules', path)));

/** Writes `page.html` and all that it names below `folder`; returns its path. */
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

/** Fonts of Japanese are thousands of files: they are linked where that is possible. */
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
