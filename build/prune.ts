/**
 * Removes the modules that tsc wrote: programs, threads and pages load the bundles made of them. And compresses the scripts
 * for browsers, which the servers unpack when they are asked for one.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { outputFolder } from './output-folder.ts';

/** Folders whose modules are loaded, and the scripts of its pages. */
const bundles =
  /^(?:bundle|threads|types|better-sqlite3|reference|pdfjs|studio[\\/](?:designer|code-editor|preview|studio)\.js$)/;
/** Modules of other folders: those that threads start with, and pdfme. */
const entries = /(?:-worker|[\\/]pdfme)\.js$/;
const forBrowsers =
  /^(?:studio[\\/](?:designer|code-editor|preview|studio)|(?:reference|pdfjs)[\\/].*)\.m?js$/;

/** Scripts that were compressed before, by their content: the best quality takes a minute for all, and few ever change. */
const compressed = join('node_modules', '.cache', 'pdfapi-compressed');

const names = readdirSync(outputFolder, { recursive: true, encoding: 'utf8' });
for (const name of names) {
  if (name.endsWith('.js') && !bundles.test(name) && !entries.test(name)) rmSync(join(outputFolder, name));
}
mkdirSync(compressed, { recursive: true });
await Promise.all(names.filter((name) => forBrowsers.test(name)).map(compress));
// Folders within a folder come after it.
for (const entry of readdirSync(outputFolder, { recursive: true, withFileTypes: true }).reverse()) {
  const folder = join(entry.parentPath, entry.name);
  if (entry.isDirectory() && readdirSync(folder).length === 0) rmdirSync(folder);
}

async function compress(name: string): Promise<void> {
  const file = join(outputFolder, name);
  const script = readFileSync(file);
  const known = join(compressed, `${createHash('sha256').update(script).digest('hex')}.br`);
  writeFileSync(`${file}.br`, readIfAny(known) ?? (await compressAnew(script, known)));
  rmSync(file);
}

async function compressAnew(script: Buffer, known: string): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: script.length,
  };
  const small = await promisify(brotliCompress)(script, { params });
  writeFileSync(known, small);
  return small;
}

function readIfAny(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
