import { describe, expect, it } from 'vitest';
import { explainAbove, writtenAbove } from '../../../src/template/assets/references-above.ts';

describe('references above the folder', () => {
  it.each<[string, string, string | undefined, string | undefined]>([
    ['<link href="../a.css">', 'a.css', undefined, '../a.css'],
    ["<img src='../../img/a.png?v=2'>", 'img/a.png', undefined, '../../img/a.png'],
    ['<img src=../a.png>', 'a.png', undefined, '../a.png'],
    ['<img srcset="b.png 1x, ../a.png 2x">', 'a.png', undefined, '../a.png'],
    ['<img src="../a b.png">', 'a b.png', undefined, '../a b.png'],
    ['<img src="../a%20b.png">', 'a b.png', undefined, '../a%20b.png'],
    ['p { background: url(../../a.png) }', 'a.png', 'css/x.css', '../../a.png'],
    ["fetch('../data.json')", 'data.json', undefined, '../data.json'],
  ])('%s means %s', (text, path, file, written) => expect(writtenAbove(text, path, file)).toBe(written));

  it.each<[string, string, string | undefined]>([
    ['<link href="a.css">', 'a.css', undefined],
    ['<link href="../b.css">', 'a.css', undefined],
    ['p { background: url(../a.png) }', 'a.png', 'css/x.css'],
    ['<p>../a.css', 'a.css', undefined],
  ])('%s does not mean %s', (text, path, file) => expect(writtenAbove(text, path, file)).toBeUndefined());

  it('are searched for in bounded time', () => {
    const text = '<a href="../x">'.repeat(100_000);
    expect(writtenAbove(`${text}<img src="../a.png">`, 'a.png')).toBeUndefined();
  });
});

describe('the reason for a missing file', () => {
  it('stays unchanged unless the file does not exist', async () => {
    const assets = { read: async () => undefined, explain: async () => 'hidden files are never used' };
    const explained = explainAbove(assets, ['<img src="../.a.png">'], () => 'above');
    expect(await explained.explain?.('.a.png')).toBe('hidden files are never used');
  });
});
