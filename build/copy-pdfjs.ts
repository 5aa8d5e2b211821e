/**
 * Copies pdf.js, which the preview and `browser/drawing` draw PDFs with, so that users need not install 70 MB for a
 * few files. `prune.ts` compresses the scripts.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { outputFolder } from './output-folder.ts';

const source = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const target = join(outputFolder, 'pdfjs');

mkdirSync(target, { recursive: true });
// The legacy build also runs in browsers that are a few years old.
for (const name of ['legacy/build/pdf.min.mjs', 'legacy/build/pdf.worker.min.mjs', 'LICENSE']) {
  copyFileSync(join(source, name), join(target, name.replace('legacy/build/', '')));
}

/** The predefined character maps of ISO 32000-1, table 118, beside the two identities, which pdf.js has itself. */
const characterMaps = [
  ...horizontalAndVertical(
    'GB-EUC GBpc-EUC GBK-EUC GBKp-EUC GBK2K UniGB-UCS2 UniGB-UTF16 B5pc HKscs-B5 ETen-B5 ETenms-B5 CNS-EUC UniCNS-UCS2 UniCNS-UTF16 90ms-RKSJ 90msp-RKSJ Add-RKSJ EUC Ext-RKSJ UniJIS-UCS2 UniJIS-UCS2-HW UniJIS-UTF16 KSC-EUC KSCms-UHC KSCms-UHC-HW UniKS-UCS2 UniKS-UTF16',
  ),
  ...'83pv-RKSJ-H 90pv-RKSJ-H KSCpc-EUC-H H V'.split(' '),
];

function horizontalAndVertical(names: string): string[] {
  return names.split(' ').flatMap((name) => [`${name}-H`, `${name}-V`]);
}

/**
 * The standard fonts for PDFs that do not embed theirs, the character maps that PDFs may refer to by name, and decoders
 * of JPEG 2000 and JBIG2. In one file, because each file takes 4 KB on the disk: a line of JSON with their sizes, and
 * their bytes.
 */
const paths = [
  ...readdirSync(join(source, 'standard_fonts'))
    .filter((name) => /\.(?:pfb|ttf)$/.test(name))
    .map((name) => `standard_fonts/${name}`),
  ...characterMaps.map((name) => `cmaps/${name}.bcmap`),
  'wasm/openjpeg.wasm',
  'wasm/jbig2.wasm',
];
const contents = paths.map((path) => readFileSync(join(source, path)));
const sizes = Object.fromEntries(paths.map((path, index) => [path, contents[index]?.length]));
const packed = Buffer.concat([Buffer.from(`${JSON.stringify(sizes)}\n`), ...contents]);
const params = {
  [constants.BROTLI_PARAM_QUALITY]: 11,
  [constants.BROTLI_PARAM_LGWIN]: 24,
  [constants.BROTLI_PARAM_SIZE_HINT]: packed.length,
};
writeFileSync(join(target, 'resources.br'), brotliCompressSync(packed, { params }));

/** Their licences, which must be with them. */
const licences = ['standard_fonts/LICENSE_FOXIT', 'standard_fonts/LICENSE_LIBERATION', 'cmaps/LICENSE']
  .concat(['OPENJPEG', 'PDFJS_OPENJPEG', 'JBIG2', 'PDFJS_JBIG2'].map((name) => `wasm/LICENSE_${name}`))
  .map((path) => `${path}\n\n${readFileSync(join(source, path), 'utf8')}`);
writeFileSync(join(target, 'resources.LICENSES.txt'), licences.join(`\n${'='.repeat(80)}\n`));
