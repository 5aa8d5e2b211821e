/** A folder on disk and the same files in memory give the same template. */
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkTemplate } from '../../../src/template/check/check-template.ts';
import { checkTemplateFiles } from '../../../src/template/check/check-template-files.ts';
import { collectTemplateFiles } from '../../../src/template/load/collect-template-files.ts';
import { folderTree } from '../../../src/template/load/folder-tree.ts';
import { memoryTree } from '../../../src/template/load/memory-tree.ts';
import { readTemplate } from '../../../src/template/load/read-template.ts';
import { writeTemplateFiles } from '../../../src/template/load/write-template-files.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';

const examples = join(import.meta.dirname, '../../../templates-examples');
const text = (files: Readonly<Record<string, string>>) =>
  new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]));

describe('a template in memory', () => {
  it.each(readdirSync(examples))('equals the one in its folder: %s', async (name) => {
    const folder = join(examples, name);
    const files = await collectTemplateFiles(folder);
    const [onDisk, inMemory] = await Promise.all([
      readTemplate(folderTree(folder)),
      readTemplate(memoryTree(files, name)),
    ]);
    const plain = ({ template }: typeof onDisk) => ({ ...template, assets: undefined });
    expect(plain(inMemory)).toEqual(plain(onDisk));
    expect(inMemory.filename).toBe(`${name}.pdf`);
    const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const path of [...all, '../x.png', '.a.png']) {
      const read = await onDisk.template.assets.read(path);
      // Only a file of a folder has a place.
      expect(await inMemory.template.assets.read(path)).toEqual(read && { ...read, file: undefined });
    }
    expect(await checkTemplateFiles(files)).toEqual([]);
  });

  it('names its files by their path within the template', async () => {
    const errors = await checkTemplateFiles(
      text({ 'template.html': '<p>', 'header.html': '\n{{ 1|nofilter }}', 'partials/a.html': '{% if %}' }),
    );
    expect(errors.map(({ location }) => `${location?.file}:${location?.line}`)).toEqual([
      'header.html:2',
      'partials/a.html:1',
    ]);
  });

  it('is reported as an error without template.html', async () => {
    expect(await checkTemplateFiles(text({ 'index.html': '' }))).toMatchObject([
      {
        code: 'invalid_template',
        message: 'The template has none of template.html, template.md and editor.json.',
      },
    ]);
  });

  it('is invalid if it is not text, without being a disk error', async () => {
    const files = new Map([...text({ 'template.html': '' }), ['header.html', new Uint8Array([0xff, 0xfa])]]);
    expect(await checkTemplateFiles(files)).toMatchObject([
      { code: 'invalid_template', message: 'Cannot read header.html: it is not UTF-8 text.' },
    ]);
  });

  it('gives the same findings as the folder', async () => {
    const files = {
      'template.html': '<img src="gone.png">{{ a|nofilter }}',
      'template.json': '{ "margins": { "left": 300 } }',
      'data.json': '{"a":1}',
      'schema.json': '{"required":["b"]}',
      'style.css': '',
    };
    const folder = temporaryFolder(files);
    const found = async (tree: Parameters<typeof checkTemplate>[0]) => {
      const { errors, warnings } = await checkTemplate(tree);
      return [...errors, ...warnings].map(({ message }) => message.replaceAll(`${folder}/`, ''));
    };
    expect(await found(memoryTree(text(files)))).toEqual(await found(folderTree(folder)));
    expect(await found(memoryTree(text(files)))).toHaveLength(5);
  });
});

describe('a push', () => {
  it('sends the sorted files of the template and nothing else', async () => {
    const outside = temporaryFolder({ 'secret.png': 'secret', 'deep/x.png': 'x' });
    const folder = temporaryFolder({
      'template.html': 'T',
      'README.md': 'R',
      'notes.txt': 'no',
      'key.pem': 'no',
      '.env': 'no',
      '.git/config': 'no',
      'node_modules/a/a.js': 'no',
      'logo.png': 'L',
      'img/photo.jpg': 'P',
      'img/photo.psd': 'no',
      'partials/a.html': 'A',
      'partials/.b.html': 'no',
      'fonts/OFL.txt': 'O',
      'assets/x.csv': 'X',
    });
    symlinkSync(join(outside, 'secret.png'), join(folder, 'out.png'));
    symlinkSync(outside, join(folder, 'out'));
    symlinkSync('logo.png', join(folder, 'same.png'));
    symlinkSync('img', join(folder, 'pictures'));
    symlinkSync('..', join(folder, 'assets', 'up'));
    symlinkSync('../.env', join(folder, 'assets', 'env'));
    expect(spawnSync('mkfifo', [join(folder, 'assets', 'pipe.png')]).status).toBe(0);
    const files = await collectTemplateFiles(folder);
    expect([...files.keys()]).toEqual([
      'README.md',
      'assets/x.csv',
      'fonts/OFL.txt',
      'img/photo.jpg',
      'logo.png',
      'partials/a.html',
      'pictures/photo.jpg',
      'same.png',
      'template.html',
    ]);
    expect(Buffer.from(files.get('same.png') ?? []).toString()).toBe('L');
  });

  it('limits number and size and names the largest file', async () => {
    const many = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`assets/${index}.svg`, 'x']));
    const folder = temporaryFolder({ 'template.html': '', ...many, 'assets/large.svg': 'xxxxx' });
    await expect(collectTemplateFiles(folder)).rejects.toMatchObject({
      code: 'invalid_template',
      message: 'A template may have at most 2000 files, but this one has more.',
    });
    const large = temporaryFolder({ 'template.html': 'x', 'a.png': 'x', 'b.png': Buffer.alloc(20_000_000) });
    await expect(collectTemplateFiles(large)).rejects.toMatchObject({
      message: 'The files of a template may have at most 20 MB, but these have more.',
      hint: 'The largest is b.png (20 MB).',
    });
  });

  it('is rejected before reading if a single file is too large', async () => {
    const folder = temporaryFolder({ 'template.html': '', 'assets/film.mp4': '' });
    // A sparse file: it takes no disk space and exceeds the maximum size of a buffer.
    truncateSync(join(folder, 'assets/film.mp4'), 5_000_000_000);
    await expect(collectTemplateFiles(folder)).rejects.toMatchObject({
      hint: 'The largest is assets/film.mp4 (5000 MB).',
    });
  });

  it('is rejected if a name is not portable', async () => {
    const folder = temporaryFolder({ 'template.html': '', 'assets/a:b.svg': '' });
    await expect(collectTemplateFiles(folder)).rejects.toMatchObject({
      code: 'invalid_template',
      message: expect.stringContaining('"assets/a:b.svg"'),
    });
  });

  it('sends nothing if there is no template', async () => {
    await expect(collectTemplateFiles(temporaryFolder({ 'a.html': '' }))).rejects.toMatchObject({
      code: 'template_not_found',
    });
    await expect(collectTemplateFiles('/nowhere')).rejects.toMatchObject({ code: 'template_not_found' });
  });
});

describe('a pull', () => {
  it('writes exactly what was pushed', async () => {
    const files = await collectTemplateFiles(join(examples, 'invoice'));
    const folder = join(temporaryFolder(), 'new/mine');
    const { written, left } = await writeTemplateFiles(folder, files);
    expect(written).toEqual([...files.keys()]);
    expect(left).toEqual([]);
    expect(await collectTemplateFiles(folder)).toEqual(files);
    expect(readdirSync(join(folder, '..'))).toEqual(['mine']);
  });

  it('fills an empty folder without replacing it', async () => {
    const folder = temporaryFolder();
    const { ino } = statSync(folder);
    await writeTemplateFiles(folder, text({ 'template.html': 'T' }));
    expect(statSync(folder).ino).toBe(ino);
    expect(readdirSync(folder)).toEqual(['template.html']);
  });

  it.each([
    '',
    '/etc/passwd',
    '../x',
    'a/../../x',
    'a/..',
    './a',
    'a//b',
    'a\\..\\b',
    'C:/x',
    'a:b',
    'a\0b',
    'a\nb',
    '.git/hooks/x',
    'a/.env',
    'CON',
    'a/nul.html',
    'com1.svg',
    'a.',
    'a ',
    `${'x'.repeat(256)}.svg`,
  ])('never writes %j', async (path) => {
    const parent = temporaryFolder();
    const files = text({ 'template.html': 'T', [path]: 'x' });
    await expect(writeTemplateFiles(join(parent, 'mine'), files)).rejects.toMatchObject({
      code: 'invalid_template',
      message: expect.stringContaining(JSON.stringify(path)),
    });
    expect(readdirSync(parent)).toEqual([]);
    expect(await checkTemplateFiles(files)).toHaveLength(1);
  });

  it('rejects a file and a folder with one name', async () => {
    const files = text({ 'template.html': '', assets: 'x', 'assets/a.svg': 'x' });
    expect(await checkTemplateFiles(files)).toMatchObject([
      { message: expect.stringContaining('"assets" is both a file and a folder') },
    ]);
  });

  it('keeps a non-empty folder unless overwriting is requested', async () => {
    const folder = temporaryFolder({
      'template.html': 'mine',
      'partials/old.html': 'mine',
      'notes.txt': 'mine',
    });
    const files = text({ 'template.html': 'new', 'assets/a.svg': 'new' });
    await expect(writeTemplateFiles(folder, files)).rejects.toMatchObject({
      code: 'file_exists',
      exitCode: 2,
    });
    expect(readFileSync(join(folder, 'template.html'), 'utf8')).toBe('mine');
    const { left } = await writeTemplateFiles(folder, files, { overwrite: true });
    expect(readFileSync(join(folder, 'template.html'), 'utf8')).toBe('new');
    expect(left).toEqual(['partials/old.html']);
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('never follows a link out of the folder', async () => {
    const outside = temporaryFolder({ 'a.svg': 'theirs', 't.html': 'theirs' });
    const folder = temporaryFolder({ 'template.html': 'mine' });
    symlinkSync(outside, join(folder, 'assets'));
    const files = text({ 'template.html': 'new', 'assets/a.svg': 'new' });
    await expect(writeTemplateFiles(folder, files, { overwrite: true })).rejects.toMatchObject({
      code: 'file_unwritable',
    });
    expect(readFileSync(join(outside, 'a.svg'), 'utf8')).toBe('theirs');
    expect(readFileSync(join(folder, 'template.html'), 'utf8')).toBe('mine');

    const linked = temporaryFolder();
    symlinkSync(join(outside, 't.html'), join(linked, 'template.html'));
    await writeTemplateFiles(linked, text({ 'template.html': 'new' }), { overwrite: true });
    expect(readFileSync(join(outside, 't.html'), 'utf8')).toBe('theirs');
    expect(readFileSync(join(linked, 'template.html'), 'utf8')).toBe('new');
  });

  it('leaves nothing behind if it fails', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), 'x');
    await expect(
      writeTemplateFiles(join(folder, 'file', 'x'), text({ 'template.html': '' })),
    ).rejects.toMatchObject({
      code: 'file_unwritable',
    });
    mkdirSync(join(folder, 'mine'));
    writeFileSync(join(folder, 'mine', 'assets'), 'a file');
    const files = text({ 'template.html': '', 'assets/a.svg': '' });
    await expect(writeTemplateFiles(join(folder, 'mine'), files, { overwrite: true })).rejects.toMatchObject({
      code: 'file_unwritable',
    });
    mkdirSync(join(folder, 'mine', 'z.svg'));
    const late = text({ 'template.html': '', 'z.svg': '' });
    await expect(writeTemplateFiles(join(folder, 'mine'), late, { overwrite: true })).rejects.toMatchObject({
      message: `Cannot write ${join(folder, 'mine', 'z.svg')}: it is a folder.`,
    });
    expect(readdirSync(folder).sort()).toEqual(['file', 'mine']);
    expect(readdirSync(join(folder, 'mine'))).toEqual(['assets', 'z.svg']);
  });
});
