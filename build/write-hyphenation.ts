/**
 * Writes what Chromium hyphenates with (`hyphens: auto`), which is not in its package: the patterns of each language in a file, in
 * one archive that is unpacked beside the browser.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { packTar } from 'modern-tar';
import { compileHyphenation, type HyphenationPatterns } from './compile-hyphenation.ts';
import { hyphenationLanguages, patternLicences } from './hyphenation-languages.ts';
import { outputFolder } from './output-folder.ts';

const require = createRequire(import.meta.url);

/** A letter → what follows it: the index of levels that end there, further letters, or both. */
type Branch = number | Tree | readonly (number | Tree)[];
interface Tree {
  readonly [letter: string]: Branch;
}
/** The positions of the hyphens in a word as it is written with them. */
type Exceptions = Readonly<Record<string, readonly number[]>>;

const target = join(outputFolder, 'hyphen-data');
mkdirSync(target, { recursive: true });
writeFileSync(join(target, 'hyphen-data.tar.br'), await readArchive());
writeFileSync(join(target, 'LICENSES.txt'), notices());

/** Compiling takes some seconds, so the archive is kept as long as nothing that it is made of changes. */
async function readArchive(): Promise<Uint8Array> {
  const hash = createHash('sha256').update(readFileSync(require.resolve('hyphen/package.json')));
  for (const name of ['write-hyphenation', 'compile-hyphenation', 'hyphenation-languages']) {
    hash.update(readFileSync(new URL(`${name}.ts`, import.meta.url)));
  }
  const folder = join('node_modules', '.cache', 'pdfapi-compressed');
  const known = join(folder, `${hash.digest('hex')}.br`);
  if (existsSync(known)) return readFileSync(known);
  const archive = await packArchive();
  mkdirSync(folder, { recursive: true });
  writeFileSync(known, archive);
  return archive;
}

async function packArchive(): Promise<Buffer> {
  const entries = Object.entries(hyphenationLanguages).map(([language, { patterns = language }]) => {
    const body = compileHyphenation(readPatterns(patterns));
    return {
      header: { name: `hyph-${language}.hyb`, size: body.length, mode: 0o644, mtime: new Date(0) },
      body,
    };
  });
  const tar = await packTar(entries);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: tar.length,
  };
  return brotliCompressSync(tar, { params });
}

function readPatterns(name: string): HyphenationPatterns {
  const [levels, tree, exceptions] = require(`hyphen/patterns/${name}.js`) as [number[][], Tree, Exceptions?];
  const patterns = new Map<string, number[]>();
  const read = (branch: Branch, text: string): void => {
    if (typeof branch === 'number') {
      // The levels do not count the start of the word.
      const start = text.startsWith('.') ? [0] : [];
      const given = [...start, ...(levels[branch] ?? [])];
      patterns.set(
        text,
        Array.from({ length: text.length + 1 }, (_, i) => given[i] ?? 0),
      );
    } else if (Array.isArray(branch)) {
      for (const each of branch) read(each, text);
    } else {
      for (const [letter, next] of Object.entries(branch as Tree)) read(next, text + letter);
    }
  };
  read(tree, '');
  const words = Object.entries(exceptions ?? {}).map(
    ([word, hyphens]) => [word, hyphens.map((position, i) => position - i)] as const,
  );
  return { patterns, exceptions: new Map(words) };
}

function notices(): string {
  const origin =
    'Hyphenation patterns of hyph-utf8 (https://www.hyphenation.org/tex), by way of the package hyphen. They were compiled into another format, and are otherwise unchanged.';
  const languages = Object.entries(hyphenationLanguages).map(
    ([language, { copyright, licence }]) => `hyph-${language}.hyb: Copyright (C) ${copyright} (${licence})`,
  );
  const licences = Object.entries(patternLicences).map(([name, text]) => `${name}\n\n${text}`);
  const { name, version } = JSON.parse(readFileSync(require.resolve('hyphen/package.json'), 'utf8'));
  const own = `${name} ${version}\n\n${readFileSync(require.resolve('hyphen/LICENSE'), 'utf8').trim()}`;
  return `${[origin, languages.join('\n'), ...licences, own].join(`\n\n${'='.repeat(80)}\n\n`)}\n`;
}
