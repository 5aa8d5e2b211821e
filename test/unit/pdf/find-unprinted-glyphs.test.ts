import { expect, it } from 'vitest';
import { findUnprintedGlyphs } from '../../../src/pdf/find-unprinted-glyphs.ts';
import { procedurePdf, triangle } from '../../support/pdf/fonts/procedure-pdf.ts';

const blank = '576 0 0 0 0 0 d1\n';
const texts = { 2: '\ue000', 3: ' ', 4: '\ue001' };

it('a font of drawings prints nothing for an icon whose drawing is empty', async () => {
  const found = await findUnprintedGlyphs(procedurePdf({ glyphs: { 2: blank, 3: blank, 4: blank }, texts }));
  expect(found).toEqual([{ font: 'Face-Regular', characters: ['\ue000', '\ue001'] }]);
});

it('drawings of any kind print', async () => {
  const image = '2555 0 d0\n2560 0 0 -2432 0 512 cm\n/Xg4 Do\n';
  const glyphs = { 2: triangle(500), 3: blank, 4: image };
  expect(await findUnprintedGlyphs(procedurePdf({ glyphs, texts }))).toEqual([]);
});
