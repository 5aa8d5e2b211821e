/**
 * Removes the modules that tsc wrote: programs, threads and pages load the bundles made of them. And compresses the scripts
 * for browsers, which the servers unpack when they are asked for one.
 */
import { readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { outputFolder } from './output-folder.ts';

/** Folders whose modules are loaded. */
const bundles = /^(?:bundle|threads|types|better-sqlite3|studio|reference|pdfjs)[\\/]/;
/** Modules of other folders: those that threads start with, and pdfme. */
const entries = /(?:-worker|[\\/]pdfme)\.js$/;
const forBrowsers = /^(?:studio|reference|pdfjs)[\\/].*\.m?js$/;

const names = readdirSync(outputFolder, { recursive: true, encoding: 'utf8' });
for (const name of names) {
  const file = join(outputFolder, name);
  if (name.endsWith('.js') && !bundles.test(name) && !entries.test(name)) rmSync(file);
  if (!forBrowsers.test(name)) continue;
  // The best quality takes a minute, and saves a tenth.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params }));
  rmSync(file);
}
// Folders within a folder come after it.
for (const entry of readdirSync(outputFolder, { recursive: true, withFileTypes: true }).reverse()) {
  const folder = join(entry.parentPath, entry.name);
  if (entry.isDirectory() && readdirSync(folder).length === 0) rmdirSync(folder);
}
