import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderTree } from '../../../src/template/load/folder-tree.ts';
import { treeAssets } from '../../../src/template/load/tree-assets.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';

const folderOf = () =>
  temporaryFolder({
    'logo.PNG': 'png',
    'styles.css': 'css',
    'template.html': 'html',
    'template.json': '{}',
    'data.json': '{}',
    'schema.json': '{}',
    '.env.png': 'hidden',
    '.git/a.png': 'hidden',
    'assets/a b.svg': 'svg',
    'fonts/f.woff2': 'font',
    'partials/p.svg': 'partial',
    'key.pem': 'secret',
  });

const assetsOf = (folder: string) => treeAssets(folderTree(folder), ['partials']);

describe('assets of a folder', () => {
  it.each([
    ['logo.PNG', 'image/png'],
    ['styles.css', 'text/css; charset=utf-8'],
    ['assets/a b.svg', 'image/svg+xml'],
    ['./fonts/f.woff2', 'font/woff2'],
  ])('include %s', async (path, type) => {
    expect(await assetsOf(folderOf()).read(path)).toMatchObject({ type });
  });

  it.each([
    'nothing.png',
    'template.html',
    'template.json',
    'data.json',
    'schema.json',
    'key.pem',
    '.env.png',
    '.git/a.png',
    'partials/p.svg',
    'PARTIALS/p.svg',
    'assets/../partials/p.svg',
    '../x.png',
    'assets/../logo.PNG',
    '/etc/x.png',
    'assets//a b.svg',
    'assets\\a b.svg',
    'logo.PNG\0.png',
    '',
    '.',
    'assets',
  ])('exclude %j', async (path) => {
    expect(await assetsOf(folderOf()).read(path)).toBeUndefined();
  });

  it('are inside the folder even behind symbolic links', async () => {
    const outside = temporaryFolder({ 'x.png': 'outside' });
    const folder = folderOf();
    symlinkSync(join(outside, 'x.png'), join(folder, 'out.png'));
    symlinkSync(outside, join(folder, 'out'));
    symlinkSync(join(folder, 'data.json'), join(folder, 'data.png'));
    symlinkSync(join(folder, '.env.png'), join(folder, 'env.png'));
    symlinkSync('logo.PNG', join(folder, 'inside.png'));
    const assets = assetsOf(folder);
    for (const path of ['out.png', 'out/x.png', 'data.png', 'env.png'])
      expect(await assets.read(path)).toBeUndefined();
    expect(await assets.read('inside.png')).toMatchObject({ type: 'image/png' });
  });

  it('are found in a folder that is itself a link', async () => {
    const folder = folderOf();
    const link = join(temporaryFolder(), 'link');
    symlinkSync(folder, link);
    expect(await assetsOf(link).read('logo.PNG')).toBeDefined();
  });

  it('are regular files, because a pipe would never end', async () => {
    const folder = folderOf();
    expect(spawnSync('mkfifo', [join(folder, 'pipe.png')]).status).toBe(0);
    expect(await assetsOf(folder).read('pipe.png')).toBeUndefined();
  });
});

describe('the reason why a file may not be used', () => {
  it.each([
    ['nothing.png', 'there is no such file'],
    ['.env.png', 'hidden files are never used'],
    ['../x.png', 'it is outside the folder'],
    ['partials/p.svg', 'partials/ contains templates to include, not files to show'],
    ['key.pem', 'a document uses styles, scripts, images and fonts, but not .pem'],
    ['assets', 'it is a folder'],
    ['out.png', 'it is a link to a place outside the folder'],
    ['env.png', 'it is a link, and for its target, hidden files are never used'],
    ['data.png', 'a document uses styles, scripts, images and fonts, but not .json'],
  ])('%s', async (path, reason) => {
    const folder = folderOf();
    symlinkSync(join(temporaryFolder({ 'x.png': 'x' }), 'x.png'), join(folder, 'out.png'));
    symlinkSync('.env.png', join(folder, 'env.png'));
    symlinkSync('data.json', join(folder, 'data.png'));
    expect(await assetsOf(folder).explain?.(path)).toBe(reason);
  });
});
