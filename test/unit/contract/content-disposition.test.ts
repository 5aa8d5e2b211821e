import { expect, it } from 'vitest';
import { contentDisposition } from '../../../src/contract/files/content-disposition.ts';

it.each([
  ['report-1.pdf', 'attachment; filename="report-1.pdf"'],
  ['Müller.pdf', `attachment; filename="Muller.pdf"; filename*=UTF-8''M%C3%BCller.pdf`],
  ['李小龍.pdf', `attachment; filename="___.pdf"; filename*=UTF-8''%E6%9D%8E%E5%B0%8F%E9%BE%8D.pdf`],
  // Neither a quote nor a line break may end the value.
  [`a"'\r\n(*).pdf`, `attachment; filename="a_______.pdf"; filename*=UTF-8''a%22%27%0D%0A%28%2A%29.pdf`],
])('%j is sent as %s', (name, header) => {
  expect(contentDisposition(name)).toBe(header);
});
