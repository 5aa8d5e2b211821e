/** Appearances for filled form fields whose producer left the drawing to the viewer. */
import {
  PDFArray,
  PDFBool,
  PDFButton,
  PDFCheckBox,
  PDFDict,
  PDFDocument,
  PDFDropdown,
  type PDFField,
  type PDFFont,
  type PDFForm,
  PDFName,
  PDFNumber,
  PDFOptionList,
  PDFRadioGroup,
  PDFSignature,
  PDFTextField,
  type PDFWidgetAnnotation,
} from '@cantoo/pdf-lib';
import { PdfError } from '../pdf-error.ts';
import type { DrawFields } from './clean-message.ts';
import { drawButton, isDrawnState } from './draw-button.ts';
import { FieldFonts } from './field-fonts.ts';
import { shownText } from './shown-text.ts';

export interface DrawnFields {
  readonly pdf: Uint8Array;
  /** Names of fields that have a value and no appearance stream that shows it. */
  readonly undrawn: readonly string[];
}

/**
 * With the standard fonts of PDF, as a viewer does. With `all`, throws `unsupported` for a value that they cannot draw,
 * of a field that has no appearance yet; with `needed`, such a field stays as it is.
 */
export async function drawFields(pdf: Uint8Array, which: DrawFields): Promise<DrawnFields> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const form = document.catalog.lookup(PDFName.of('AcroForm'));
  if (!(form instanceof PDFDict)) return { pdf, undrawn: [] };
  const needed = PDFName.of('NeedAppearances');
  const drawnByViewer = form.lookup(needed) === PDFBool.True;
  if (which === 'needed' && !drawnByViewer) return { pdf, undrawn: [] };
  const undrawn = drawAll(document, form, { drawnByViewer, keepsAppearances: which === 'needed' });
  const [first] = undrawn;
  if (which === 'all') {
    if (first)
      throw new PdfError('unsupported', `The form field ${first.name} cannot be drawn${first.reason}`);
    form.delete(needed);
  }
  return {
    pdf: await document.save({ updateFieldAppearances: false, addDefaultPage: false }),
    undrawn: undrawn.map(({ name }) => name),
  };
}

interface DrawOptions {
  readonly drawnByViewer: boolean;
  /** Whether an appearance that shows the field's value is left as it is. */
  readonly keepsAppearances: boolean;
}

function drawAll(document: PDFDocument, dict: PDFDict, { drawnByViewer, keepsAppearances }: DrawOptions) {
  const undrawnFields: { name: string; reason: string }[] = [];
  const form = document.getForm();
  const fonts = new FieldFonts(document, dict);
  for (const field of getFields(form)) {
    if (field instanceof PDFButton || field instanceof PDFSignature) continue;
    const widgets = field.acroField.getWidgets();
    if (field instanceof PDFCheckBox || field instanceof PDFRadioGroup) {
      const kind = field instanceof PDFCheckBox ? 'check box' : 'radio button';
      for (const widget of widgets) {
        if (!isButtonDrawn(widget, drawnByViewer)) drawButton(document, widget.dict, kind);
      }
      continue;
    }
    const undrawn = widgets.filter((widget) => !widget.getAppearances()?.normal);
    if (undrawn.length === 0 && !drawnByViewer) continue;
    const text = getText(field);
    if (showsValue(field, text, widgets)) continue;
    for (const widget of widgets) giveBorderStyle(widget);
    const restore = keepsAppearances ? fonts.lendTo(field) : undefined;
    // The plain text is also available without its rich-text formatting.
    if (field instanceof PDFTextField && field.isRichFormatted()) field.disableRichFormatting();
    const { font, characters } = keepsAppearances ? fonts.fontOf(field) : fonts.default;
    const unknown = text.match(/[^\r\n\t]/gu)?.find((c) => !characters.has(c.codePointAt(0) ?? 0));
    const isDrawn = unknown === undefined && draw(field, font);
    restore?.();
    // An existing appearance is the best available, unless it is empty: some producers write an empty placeholder.
    if (isDrawn || text === '' || widgets.every((widget) => shownText(widget.getAppearances()?.normal)))
      continue;
    const reason = unknown === undefined ? '.' : `: no font has the character ${unknown}.`;
    undrawnFields.push({ name: JSON.stringify(field.getName()), reason });
  }
  return undrawnFields;
}

/** A button whose appearances lack its state shows nothing, unless viewers are asked to draw it. */
function isButtonDrawn(widget: PDFWidgetAnnotation, drawnByViewer: boolean): boolean {
  const normal = widget.getAppearances()?.normal;
  if (!(normal instanceof PDFDict)) return normal !== undefined;
  return !drawnByViewer || isDrawnState(normal, widget.getAppearanceState() ?? PDFName.of('Off'));
}

/** Whether the appearance of each widget is up to date, as far as its operators say. */
function showsValue(field: PDFField, text: string, widgets: readonly PDFWidgetAnnotation[]): boolean {
  // A list shows all of its options, and marks those that are chosen.
  if (field instanceof PDFOptionList) return widgets.every((widget) => widget.getAppearances()?.normal);
  const withoutSpace = (value: string) => value.replace(/\s+/g, '');
  return widgets.every((widget) => {
    const appearance = widget.getAppearances()?.normal;
    return appearance && withoutSpace(shownText(appearance)) === withoutSpace(text);
  });
}

/**
 * The library draws no border for a widget without a border style. It then is one point wide, or as the older array says
 * (ISO 32000-2, 12.5.2 and 12.5.4).
 */
function giveBorderStyle(widget: PDFWidgetAnnotation): void {
  if (widget.getBorderStyle() || !widget.getAppearanceCharacteristics()?.getBorderColor()) return;
  const array = widget.dict.lookup(PDFName.of('Border'));
  const width = array instanceof PDFArray && array.size() > 2 ? array.lookup(2) : undefined;
  widget.getOrCreateBorderStyle().setWidth(width instanceof PDFNumber ? width.asNumber() : 1);
}

/** Returns no fields if one of them is broken. The caller checks whether a value is missing. */
function getFields(form: PDFForm): PDFField[] {
  try {
    return form.getFields();
  } catch {
    return [];
  }
}

/** Returns false if the library cannot draw the field, for example because it does not name its font. */
function draw(field: PDFField, font: PDFFont): boolean {
  try {
    field.defaultUpdateAppearances(font);
    return true;
  } catch {
    return false;
  }
}

function getText(field: PDFField): string {
  if (field instanceof PDFTextField) return field.getText() ?? '';
  if (field instanceof PDFDropdown) return field.getSelected().join('');
  return field instanceof PDFOptionList ? field.getOptions().join('') : '';
}
