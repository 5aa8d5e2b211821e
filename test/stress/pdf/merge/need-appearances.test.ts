/** Forms that leave it to viewers to draw their fields, merged with forms that do not. */
import { PDFBool, PDFDocument, PDFHexString, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { cleanForm } from '../../../../src/forms/index.ts';
import { needsCleaning } from '../../../../src/pdf/document/needs-cleaning.ts';
import { mergeFiles } from '../../../../src/pdf/merge/merge-files.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { filled } from '../../../support/forms/filled.ts';
import { isInkAlike } from '../../../support/images/is-ink-alike.ts';
import { popplerImage } from '../../../support/images/poppler-image.ts';
import type { Pixels } from '../../../support/images/read-png.ts';
import { hasPoppler, hasQpdf, run } from '../../../support/pdf/installed.ts';
import { readPdf } from '../../../support/read-pdf.ts';

interface FormOptions {
  readonly needsAppearances: boolean;
  readonly value: string;
  /** By default, the appearance shows the value. */
  readonly appearance?: 'outdated' | 'none' | 'box';
  readonly font?: StandardFonts;
}

/** Creates a page with one text field. */
async function form({ needsAppearances, value, appearance, font }: FormOptions): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const used = await document.embedFont(font ?? StandardFonts.Helvetica);
  const page = document.addPage([300, 200]);
  const form = document.getForm();
  const field = form.createTextField('name');
  field.setText(appearance === 'outdated' ? 'Before' : value);
  field.addToPage(page, { x: 50, y: 60, width: 200, height: 80, font: used });
  field.setFontSize(20);
  field.defaultUpdateAppearances(used);
  const [widget] = field.acroField.getWidgets();
  if (appearance === 'outdated') field.acroField.dict.set(PDFName.of('V'), PDFHexString.fromText(value));
  if (appearance === 'none') widget?.dict.delete(PDFName.of('AP'));
  if (appearance === 'box') {
    // An appearance that no viewer would generate.
    const box = document.context.flateStream('1 0 0 rg 0 0 200 80 re f', {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, 200, 80],
    });
    widget?.setNormalAppearance(document.context.register(box));
  }
  const dict = form.acroForm.dict;
  dict.set(PDFName.of('NeedAppearances'), needsAppearances ? PDFBool.True : PDFBool.False);
  const fonts = document.context.obj({ F: used.ref });
  dict.set(PDFName.of('DR'), document.context.obj({ Font: fonts }));
  widget?.dict.delete(PDFName.of('DA'));
  field.acroField.dict.set(PDFName.of('DA'), PDFString.of('/F 20 Tf 0 g'));
  return await document.save({ updateFieldAppearances: false });
}

const drawn = async (pdf: Uint8Array) => (await cleanForm(pdf, { draw: 'needed' })).pdf;
const box = () => form({ needsAppearances: false, value: 'Ada', appearance: 'box' });

const pageOf = async (pdf: Uint8Array, page: number): Promise<Pixels> => {
  const { width, height, pixels } = await (await readPdf(pdf)).picture(page);
  return { width, height, data: Buffer.from(pixels), density: undefined };
};

/** Within the border of the field. */
const inside = [53, 63, 247, 137] as const;

function needAppearances(pdf: Uint8Array): unknown {
  const file = new PdfReader(pdf);
  const dict = file.dict(file.catalog, 'AcroForm');
  return dict && file.get(dict, 'NeedAppearances');
}

it('omits NeedAppearances if another form has its own appearances, in any order', async () => {
  const needy = await form({ needsAppearances: true, value: 'Grace', appearance: 'none' });
  expect(needsCleaning(needy)).toBe(true);
  expect(needsCleaning(await box())).toBe(false);
  for (const parts of [
    [needy, await box()],
    [await box(), needy],
  ]) {
    expect(needAppearances(mergeFiles(parts))).toBeNull();
  }
  expect(needAppearances(mergeFiles([needy, needy]))).toBe(true);
});

it('keeps NeedAppearances beside documents without a form', async () => {
  const needy = await form({ needsAppearances: true, value: 'Grace' });
  const plain = await PDFDocument.create();
  plain.addPage();
  expect(needAppearances(mergeFiles([needy, await plain.save()]))).toBe(true);
});

describe('a form that leaves its fields to viewers', () => {
  it.each(['none', 'outdated'] as const)(
    'gets an appearance that shows the value: %s',
    async (appearance) => {
      const needy = await drawn(await form({ needsAppearances: true, value: 'Grace', appearance }));
      expect(needAppearances(needy)).toBe(true);
      const merged = mergeFiles([await box(), needy]);
      const expected = await form({ needsAppearances: false, value: 'Grace' });
      expect(isInkAlike(await pageOf(merged, 2), await pageOf(expected, 1), inside)).toBe(true);
      // The same drawer.
      const empty = await form({ needsAppearances: true, value: '', appearance: 'none' });
      expect(await pageOf(merged, 2)).toEqual(await pageOf(filled(empty, { name: 'Grace' }).pdf, 1));
      expect((await (await readPdf(merged)).picture(1)).at(50, 40)).toEqual([255, 0, 0]);
    },
  );

  it('keeps an appearance that shows its value already', async () => {
    const current = await form({ needsAppearances: true, value: 'Grace' });
    const streams = (pdf: Uint8Array) => {
      const file = new PdfReader(pdf);
      const fields = file.array(file.dict(file.catalog, 'AcroForm') ?? new Map(), 'Fields') ?? [];
      const field = file.resolve(fields[0]) as Map<string, never>;
      const widget = file.resolve(file.array(field, 'Kids')?.[0] ?? null) as Map<string, never>;
      const stream = file.get(file.dict(widget, 'AP') ?? new Map(), 'N') as { data: Uint8Array };
      return Buffer.from(stream.data).toString('base64');
    };
    expect(streams(await drawn(current))).toBe(streams(current));
  });

  it('keeps the font of its fields, and is drawn in the matching standard font', async () => {
    const font = StandardFonts.TimesRomanBold;
    const pdf = await form({ needsAppearances: true, value: 'Grace', appearance: 'none', font });
    const cleaned = await drawn(pdf);
    const file = new PdfReader(cleaned);
    const [item] = file.array(file.dict(file.catalog, 'AcroForm') ?? new Map(), 'Fields') ?? [];
    expect(file.string(file.resolve(item ?? null) as never, 'DA')?.bytes).toBe('/F 20 Tf 0 g');
    const expected = await form({ needsAppearances: false, value: 'Grace', font });
    const merged = mergeFiles([await box(), cleaned]);
    expect(isInkAlike(await pageOf(merged, 2), await pageOf(expected, 1), inside)).toBe(true);
    const empty = await form({ needsAppearances: true, value: '', appearance: 'none', font });
    expect(await pageOf(merged, 2)).toEqual(await pageOf(filled(empty, { name: 'Grace' }).pdf, 1));
  });

  it('is accepted with a warning if no standard font has a character of a value', async () => {
    const pdf = await form({ needsAppearances: true, value: 'Ada', appearance: 'none' });
    const document = await PDFDocument.load(pdf);
    const { dict } = document.getForm().getTextField('name').acroField;
    dict.set(PDFName.of('V'), PDFHexString.fromText('漢字'));
    const { warnings } = await cleanForm(await document.save({ updateFieldAppearances: false }), {
      draw: 'needed',
    });
    expect(warnings.map(({ code }) => code)).toEqual(['undrawn']);
  });
});

it.runIf(hasPoppler && hasQpdf)('looks the same in poppler, and passes the qpdf check', async () => {
  const needy = await form({ needsAppearances: true, value: 'Grace', appearance: 'outdated' });
  const other = await box();
  const merged = mergeFiles([await drawn(needy), other]);
  const expected = await form({ needsAppearances: false, value: 'Grace' });
  expect(isInkAlike(popplerImage(merged, 1, 72), popplerImage(expected, 1, 72), inside)).toBe(true);
  expect(popplerImage(merged, 2, 72)).toEqual(popplerImage(other, 1, 72));
  expect(run('qpdf', ['--check', '{}'], merged)).toContain('No syntax or stream encoding errors found');
});
