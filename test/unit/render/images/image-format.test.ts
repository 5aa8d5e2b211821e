import { expect, it } from 'vitest';
import { extensionOf, formatOfExtension } from '../../../../src/render/images/image-format.ts';

it.each([
  ['.png', 'png'],
  ['.jpg', 'jpeg'],
  ['.JPEG', 'jpeg'],
  ['.WebP', 'webp'],
  ['.gif', undefined],
  ['.pdf', undefined],
  ['', undefined],
])('the extension %j means the format %s', (extension, format) => {
  expect(formatOfExtension(extension)).toBe(format);
});

it('a JPEG gets the shorter extension', () => {
  expect([extensionOf('jpeg'), extensionOf('webp')]).toEqual(['.jpg', '.webp']);
});
