import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeHtml } from '../../../src/template/load/decode-html.ts';
import { readHtmlBytes, readHtmlFile } from '../../../src/template/load/read-html-file.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';

describe('an HTML file', () => {
  it('is named after its file and finds its assets in its folder', async () => {
    const folder = temporaryFolder({ 'my.page.html': '<p>', 'a.png': 'x' });
    const { template, filename, sources } = await readHtmlFile(join(folder, 'my.page.html'));
    expect(filename).toBe('my.page.pdf');
    expect(await template.assets.read('a.png')).toBeDefined();
    expect(sources.locate({ part: 'template', template: null, line: 1 })?.file).toBe(
      join(folder, 'my.page.html'),
    );
  });

  it('may have its assets in another folder', async () => {
    const folder = temporaryFolder({ 'p.html': '<p>', 'files/a.png': 'x' });
    const { template } = await readHtmlFile(join(folder, 'p.html'), join(folder, 'files'));
    expect(await template.assets.read('a.png')).toBeDefined();
  });

  it.each([
    ['pages/p.html', '.', 'pages/p.html'],
    ['pages/p.html', 'pages', 'p.html'],
    ['pages/p.html', 'other', undefined],
    ['link/p.html', '.', 'pages/p.html'],
  ])('%s with its assets in %s is at %s', async (file, assets, place) => {
    const folder = temporaryFolder({ 'pages/p.html': '<p>', 'other/x.png': '' });
    symlinkSync('pages', join(folder, 'link'));
    const { template } = await readHtmlFile(join(folder, file), join(folder, assets));
    expect(template.assets.documentPath).toBe(place);
  });

  it('from a pipe is called document and has no assets unless a folder is given', async () => {
    const folder = temporaryFolder({ 'a.png': 'x' });
    const bytes = Buffer.from('<p>');
    expect((await readHtmlBytes('stdin', bytes)).filename).toBe('document.pdf');
    const { assets } = (await readHtmlBytes('stdin', bytes)).template;
    expect(await assets.read('a.png')).toBeUndefined();
    expect(await assets.explain?.('a.png')).toContain('--assets');
    expect(await (await readHtmlBytes('stdin', bytes, folder)).template.assets.read('a.png')).toBeDefined();
  });

  it('is rejected if it is empty', async () => {
    await expect(readHtmlBytes('stdin', Buffer.from(' \n'))).rejects.toThrow(
      'stdin is empty: there is no HTML to print.',
    );
  });

  it('is reported by name if it does not exist', async () => {
    await expect(readHtmlFile('/nowhere.html')).rejects.toMatchObject({
      exitCode: 9,
      message: 'Cannot read /nowhere.html: no such file.',
    });
  });
});

describe('encodings', () => {
  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from('<p>é')],
    ['UTF-8 with a mark', Buffer.from('\ufeff<p>é')],
    ['UTF-16', Buffer.from('\ufeff<p>é', 'utf16le')],
    ['what the file says', Buffer.concat([Buffer.from('<meta charset="iso-8859-2">'), Buffer.from([0xe9])])],
    ['what a browser takes', Buffer.from([0x3c, 0x70, 0x3e, 0xe9])],
  ])('%s', (_, bytes) => {
    expect(decodeHtml(bytes).at(-1)).toBe('é');
  });
});
