/**
 * Filled fields of a base are transferred by their appearances. Some producers leave appearances to the viewer. They
 * must then be generated first, because the values would otherwise be missing.
 */
import { leavesDrawing } from '../document/form-fields.ts';
import type { Page } from '../document/page-tree.ts';
import { getName, isDict, isNamed, type PdfDict, PdfStream, PdfString, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import type { PdfReader } from '../reading/reader.ts';
import { currentAppearance, isSeen } from './annotation-appearance.ts';

/** Real forms nest fields up to five levels deep. */
const maxFieldDepth = 32;

/** Flags of buttons that are not check boxes (ISO 32000-2, table 229). */
const radio = 1 << 15;
const pushButton = 1 << 16;

/** Appearance characteristics of a field that a viewer draws whatever its value is. */
const frame = ['BC', 'BG'];

/** Bytes of an annotation for the reading budget: pages of a hostile file can share one long list. */
const typicalLength = 16;

/** Throws `unsupported` if a visible value has no reliable appearance. */
export function checkFieldAppearances(file: PdfReader, pages: readonly Page[]): void {
  if (!file.dict(file.catalog, 'AcroForm')) return;
  const drawnByViewer = leavesDrawing(file);
  for (const page of pages) {
    const annotations = file.array(page.dict, 'Annots') ?? [];
    file.spend(annotations.length * typicalLength);
    for (const item of annotations) {
      const widget = file.resolve(item);
      if (!isDict(widget) || !isNamed(file.get(widget, 'Subtype'), 'Widget') || !isSeen(file, widget))
        continue;
      if (isUndrawn(file, widget, drawnByViewer)) {
        throw new PdfError('unsupported', 'A form field of the base PDF has a value that is not drawn.');
      }
    }
  }
}

function isUndrawn(file: PdfReader, widget: PdfDict, drawnByViewer: boolean): boolean {
  const appearance = file.dict(widget, 'AP') && file.get(file.dict(widget, 'AP') ?? new Map(), 'N');
  switch (getName(inherited(file, widget, 'FT'))) {
    case 'Tx':
    case 'Ch': {
      const isDrawn = appearance instanceof PdfStream;
      return (
        (!isDrawn && hasFrame(file, widget)) ||
        (hasText(inherited(file, widget, 'V')) && (drawnByViewer || !isDrawn))
      );
    }
    case 'Btn': {
      const flags = inherited(file, widget, 'Ff');
      const kind = typeof flags === 'number' ? flags : 0;
      if ((kind & pushButton) !== 0 || currentAppearance(file, widget)) return false;
      // Without an appearance for its state a button shows nothing, unless viewers are asked to draw it.
      if ((appearance instanceof PdfStream || isDict(appearance)) && !drawnByViewer) return false;
      if (hasFrame(file, widget)) return true;
      // The value of a radio group does not identify the selected button; only the buttons' own states do.
      const value = (kind & radio) === 0 ? getName(inherited(file, widget, 'V')) : undefined;
      return (getName(file.get(widget, 'AS')) ?? value ?? 'Off') !== 'Off';
    }
    default:
      return false;
  }
}

function hasFrame(file: PdfReader, widget: PdfDict): boolean {
  const traits = file.dict(widget, 'MK');
  return traits !== undefined && frame.some((key) => (file.array(traits, key) ?? []).length > 0);
}

function inherited(file: PdfReader, widget: PdfDict, key: string): PdfValue {
  let field: PdfDict | undefined = widget;
  for (let level = 0; field && level < maxFieldDepth; level++) {
    const value = file.get(field, key);
    if (value !== null) return value;
    field = file.dict(field, 'Parent');
  }
  return null;
}

function hasText(value: PdfValue): boolean {
  if (value instanceof PdfString) return value.bytes !== '';
  return value instanceof PdfStream || (Array.isArray(value) && value.length > 0);
}
