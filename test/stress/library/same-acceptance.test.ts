/** What one operation accepts, every other does too, before and after a PDF is protected. */
import { afterAll, describe, expect, it } from 'vitest';
import {
  arrangePdf,
  fillForm,
  listFormFields,
  mergePdfs,
  openRenderer,
  signPdf,
  unlockPdf,
} from '../../../src/index.ts';
import { verifySignatures } from '../../../src/render/sealing/verify-signatures.ts';
import { buildPdf, streamObject } from '../../support/pdf/build-pdf.ts';
import { fixture } from '../../support/pdf/fixture.ts';
import { viewed } from '../../support/pdf/merge/viewed.ts';
import { makeIdentity } from '../../support/signing/make-identity.ts';

/** A form of one page, whose entries can be replaced. */
const form = (objects: Readonly<Record<number, string>> = {}, contents = '4 0 R', page = '3 0 R') =>
  buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R>>',
    2: `<</Type/Pages/Count 1/Kids[${page}]/MediaBox[0 0 200 100]>>`,
    3: `<</Type/Page/Parent 2 0 R/Contents ${contents}/Annots[7 0 R]/Resources<</Font<</F 8 0 R>>/XObject<</X 99 0 R>>>>>>`,
    4: streamObject('', 'BT /F 12 Tf 20 80 Td (Page) Tj ET'),
    5: '<</Note(no stream)>>',
    6: '<</Fields[7 0 R]/DA(/Helv 10 Tf 0 g)>>',
    7: '<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/Rect[10 10 110 30]/F 4>>',
    8: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...objects,
  });

const accepted: readonly (readonly [string, Buffer, string])[] = [
  ['a null in its contents', form({}, '[4 0 R null]'), 'Page'],
  ['a stream that is not there', form({}, '[9 0 R 4 0 R]'), 'Page'],
  ['a null in place of a stream', form({ 9: 'null' }, '[9 0 R 4 0 R]'), 'Page'],
  ['a dictionary in its contents', form({}, '[5 0 R 4 0 R]'), 'Page'],
  ['a dictionary as its contents', form({}, '5 0 R'), ''],
  ['contents that are not there', form({}, '9 0 R'), ''],
  ['a picture that is not there', form(), 'Page'],
  [
    'one of its fields also in XML',
    form({ 6: '<</Fields[7 0 R]/XFA(<xml/>)/DA(/Helv 10 Tf 0 g)>>' }),
    'Page',
  ],
];

const refused: readonly (readonly [string, Buffer])[] = [
  ['XML alone', form({ 6: '<</Fields[]/XFA(<xml/>)>>' })],
  [
    'pages that a viewer has to make',
    form({ 1: '<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R/NeedsRendering true>>' }),
  ],
  ['pages to be made, and no form', form({ 1: '<</Type/Catalog/Pages 2 0 R/NeedsRendering true>>' })],
];

const password = 'word';
const { identity } = makeIdentity();
const key = Buffer.from(
  [identity.key.export({ format: 'pem', type: 'pkcs8' }), identity.certificate].map(String).join(''),
);
const protection = { userPassword: password };
const operations = {
  pages: async (pdf: Uint8Array) => await arrangePdf(pdf, { password }),
  merge: async (pdf: Uint8Array) => await mergePdfs([{ pdf, password }, fixture('plain')]),
  stamp: async (pdf: Uint8Array) =>
    await mergePdfs([{ pdf, password }], { stamp: { pdf: fixture('plain') } }),
  fill: async (pdf: Uint8Array) => await fillForm(pdf, { name: 'Ada' }, { password, flatten: true }),
  unlock: async (pdf: Uint8Array) => await unlockPdf(pdf, { password }),
};

const renderer = await openRenderer();
afterAll(() => renderer.close());

/** The size of each image of a PDF. */
async function draw(pdf: Uint8Array): Promise<number[][]> {
  const sizes: number[][] = [];
  for await (const { image, width, height } of renderer.images(pdf, { dpi: 36, password })) {
    sizes.push([width, height, image.length]);
  }
  return sizes;
}

describe.each(accepted)('a file with %s', (_, pdf, text) => {
  it.each(Object.entries(operations))(
    'is accepted by %s, before and after it is protected',
    async (__, run) => {
      const before = (await viewed((await run(pdf)).pdf)).text[0];
      const { pdf: locked } = await arrangePdf(pdf, { protection });
      const after = (await viewed((await run(locked)).pdf)).text[0];
      expect(before).toContain(text);
      expect(after).toBe(before);
    },
  );

  it('is drawn, and its fields are listed, before and after it is protected', async () => {
    const { pdf: locked } = await arrangePdf(pdf, { protection });
    expect(await draw(locked)).toEqual(await draw(pdf));
    expect(await listFormFields(locked, { password })).toEqual(await listFormFields(pdf));
  });

  it('is signed, and a protected one after it is unlocked', async () => {
    const { pdf: signed } = await signPdf(pdf, { key });
    expect(verifySignatures(signed).signatures).toMatchObject([{ valid: true }]);
    const { pdf: locked } = await arrangePdf(pdf, { protection });
    await expect(signPdf(locked, { key })).rejects.toMatchObject({ hint: expect.stringContaining('unlock') });
    const { pdf: open } = await unlockPdf(locked, { password });
    expect((await signPdf(open, { key })).warnings).toEqual([]);
  });
});

it('a form of XML alone is not drawn', async () => {
  const xml = { 5: streamObject('', '<xml/>'), 6: '<</Fields[]/XFA 5 0 R>>' };
  await expect(draw(form(xml))).rejects.toThrow(/dynamic XFA form/);
});

describe.each(refused)('a form of %s', (_, pdf) => {
  it.each(Object.entries(operations))('is refused by %s with what to do', async (__, run) => {
    await expect(run(pdf)).rejects.toThrow(/dynamic XFA form: .* Save it as a static PDF form first\.$/);
  });

  it('is not signed or listed', async () => {
    for (const run of [() => signPdf(pdf, { key }), () => listFormFields(pdf)]) {
      await expect(run()).rejects.toThrow(/dynamic XFA form/);
    }
  });

  it('is refused as a stamp', async () => {
    await expect(mergePdfs([fixture('plain')], { stamp: { pdf } })).rejects.toThrow(/dynamic XFA form/);
  });
});
