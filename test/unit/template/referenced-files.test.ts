/** The files that are sent to a server with a document. */
import { expect, it } from 'vitest';
import { quotedPaths, readReferencedFiles } from '../../../src/template/assets/referenced-files.ts';
import { memoryTree } from '../../../src/template/load/memory-tree.ts';
import { treeAssets } from '../../../src/template/load/tree-assets.ts';

async function read(htmls: readonly string[], files: Readonly<Record<string, string>>) {
  const content = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
  const { files: found, missing } = await readReferencedFiles(htmls, treeAssets(memoryTree(content)));
  return { paths: [...found.keys()], missing };
}

it('includes files loaded by style sheets and scripts, in a stable sequence', async () => {
  const files = {
    'z.css': '@import "a.css"; @import url(css/b.css);',
    'a.css': '@import "z.css"; p { background: url(bg.png) }',
    'css/b.css': '@font-face { src: url(../f.woff2) format("woff2"), url(../f.eot) }',
    'js/main.js': "import './part.js'; image.src = 'shown.png'; fetch('data.json')",
    'js/part.js': 'const unknown = `missing.png`',
    'bg.png': '',
    'f.woff2': '',
    'f.eot': '',
    'shown.png': '',
    'lazy.png': '',
    'unused.png': '',
    'data.json': '{}',
  };
  const html =
    '<link rel=stylesheet href=z.css><script src="js/main.js"></script><img data-src="lazy.png" src="data:,">';
  const { paths, missing } = await read([html, '<img src="bg.png">'], files);
  expect(paths).toEqual([
    'a.css',
    'bg.png',
    'css/b.css',
    'f.woff2',
    'js/main.js',
    'js/part.js',
    'lazy.png',
    'shown.png',
    'z.css',
  ]);
  expect(missing).toEqual([]);
});

it('names each unavailable file once, in sequence, with its reason', async () => {
  const { paths, missing } = await read(
    ['<img src="b.png"><img src="b.png"><img src="a.tiff"><link rel=icon href=i.ico>', '<img src=".x.png">'],
    { 'a.tiff': '', '.x.png': '' },
  );
  expect(paths).toEqual([]);
  expect(missing).toEqual([
    { path: 'b.png', reason: 'there is no such file' },
    { path: 'a.tiff', reason: expect.stringContaining('but not .tiff') },
    { path: '.x.png', reason: 'hidden files are never used' },
  ]);
});

it('resolves strings against the document and the script', () => {
  const script = "import './b.js'; x = \"img/a%20b.png?v=1\"; y = 'https://example.org/c.png'; z = 'a b.png'";
  expect(quotedPaths(script, 'js/main.js')).toEqual(['b.js', 'js/b.js', 'img/a b.png', 'js/img/a b.png']);
});
