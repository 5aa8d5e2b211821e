/** Fills the form of a PDF. */
import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '#contract/json';
import { rewriteFile } from '#pdf/copying/rewrite-file';
import { inherited, leavesDrawing } from '#pdf/document/form-fields';
import { listUnlistedFields } from '#pdf/document/list-unlisted-fields';
import { countPagesInTree } from '#pdf/document/page-tree';
import { PdfName, type PdfRef } from '#pdf/object';
import { PdfError } from '#pdf/pdf-error';
import { protectPdf } from '#pdf/protection/protect-pdf';
import { PdfReader } from '#pdf/reading/reader';
import { findSeal } from '#pdf/signing/find-seal';
import { ObjectEdits } from '#pdf/signing/object-edits';
import { getCertification } from '#pdf/signing/read-certification';
import { locks, readLocks } from '#pdf/signing/read-locks';
import { getSignatureFields } from '#pdf/signing/signature-fields';
import { hasLabel } from '#pdf/standards/claimed-standards';
import { IncrementalUpdate } from '#pdf/writing/incremental-update';
import { listNames } from '#runtime/list-names';
import { currentSetting } from './data/current-setting.ts';
import { FieldProblems } from './data/field-problems.ts';
import { type FieldSetting, toSetting } from './data/field-setting.ts';
import { matchData } from './data/match-data.ts';
import { drawField, setValue } from './draw/draw-field.ts';
import { drawUndrawn } from './draw/draw-undrawn.ts';
import { flattenForm } from './flatten/flatten-form.ts';
import { FormFonts } from './fonts/form-fonts.ts';
import type { FillResult, FormFillOptions } from './form-task.ts';
import { keptProtection } from './kept-protection.ts';
import { hasFlag } from './model/field-kind.ts';
import { type ReadField, readFields } from './model/read-fields.ts';
import { openForm } from './open-form.ts';

/**
 * Returns the filled PDF, or everything that is wrong with the data. A signed PDF gets an incremental update, so that its
 * signatures stay valid; another one is rewritten, so that earlier values are gone.
 *
 * Throws `encrypted`, `malformed`, `too_large`, and `unsupported` where signatures or XFA do not permit it.
 */
export function fillFormFields(pdf: Uint8Array, data: JsonObject, options: FormFillOptions): FillResult {
  const opened = openForm(pdf, options.password);
  const warnings: string[] = [];
  const protection = keptProtection(opened.file, options, warnings);
  const signed = readSignedForm(opened.file);
  assertMayFill(opened.file, signed, {
    ...options,
    isWhole: !opened.wasRepaired && opened.file.bytes.length === pdf.length,
  });
  if (opened.wasRepaired) warnings.push('The PDF was damaged and has been repaired.');
  // The list of fields of a signed form may not change.
  const isListed = signed !== undefined || !listUnlistedFields(opened.file);
  // An update can neither encrypt nor repair.
  const isPlain = isListed && !opened.wasRepaired && !opened.file.isEncrypted;
  const file = isPlain ? opened.file : new PdfReader(rewriteFile(opened.file, { compact: false }));
  const filled = fill(file, data, { signed, warnings });
  if ('problems' in filled) return filled;
  let bytes: Uint8Array = filled.pdf;
  if (options.flatten) {
    const flat = flattenForm(bytes);
    bytes = flat.pdf;
    if (flat.pagesWithoutButtons.length > 0) warnings.push(withoutButtons(flat.pagesWithoutButtons));
  }
  if (!signed) bytes = rewriteFile(new PdfReader(bytes), { compact: false });
  const pages = countPagesInTree(new PdfReader(bytes));
  if (protection) bytes = protectPdf(bytes, protection);
  return { pdf: Uint8Array.from(bytes), pages, warnings };
}

const withoutButtons = (pages: readonly number[]): string =>
  `Buttons that are seen but not printed were left out: ${pages.length === 1 ? 'page' : 'pages'} ${listed(pages)}.`;

interface FillContext {
  readonly signed: SignedForm | undefined;
  readonly warnings: string[];
}

function fill(
  file: PdfReader,
  data: JsonObject,
  { signed, warnings }: FillContext,
): { readonly pdf: Uint8Array } | Extract<FillResult, { problems: unknown }> {
  const fields = readFields(file);
  const problems = new FieldProblems();
  const update = new IncrementalUpdate(file);
  const edits = new ObjectEdits(file, update);
  const fonts = new FormFonts(file, update, { mustEmbed: hasLabel(file) });
  const values = matchData(fields, data, problems);
  const context = { edits, fonts };
  for (const [field, value] of values) {
    const setting = checked(file, field, value, { signed, problems });
    // A value that a signed PDF has already is not appended again.
    if (!setting || (signed && isShown(file, field, setting))) continue;
    setValue(context, field, setting);
    const { problems: found, isCut } = drawField(context, field, setting);
    for (const rule of found) problems.add(field.name, rule);
    if (isCut) warnings.push(`The text of the field ${field.name} does not fit in its place.`);
  }
  if (problems.size > 0) return { problems: problems.toObject() };
  if (signed && update.isEmpty) {
    warnings.push('The signed PDF has these values already, and stays as it is.');
    return { pdf: file.bytes };
  }
  const others = fields.filter((field) => !values.has(field) && !(signed && reasonToKeep(signed, field)));
  for (const { name, problem } of drawUndrawn(context, others)) {
    warnings.push(`The field ${name} could not be drawn: ${problem}.`);
  }
  fonts.finish();
  finishForm(edits, signed !== undefined, warnings);
  warnings.push(...remarks(file, fields, values));
  return { pdf: Buffer.concat([file.bytes, update.bytes(new Map())]) };
}

function checked(
  file: PdfReader,
  field: ReadField,
  value: Json,
  { signed, problems }: { readonly signed: SignedForm | undefined; readonly problems: FieldProblems },
): FieldSetting | undefined {
  const reason = signed && reasonToKeep(signed, field);
  if (reason !== undefined) {
    problems.add(field.name, reason);
    return undefined;
  }
  const setting = toSetting(file, field, value);
  if (!('rule' in setting)) return setting;
  problems.add(field.name, setting.rule);
  return undefined;
}

/** Why a field of a signed form may not change, as it reads on after its name. */
function reasonToKeep(signed: SignedForm, { name, isListed }: ReadField): string | undefined {
  const lock = signed.lockOf(name);
  if (lock !== undefined) return `is locked by the signature ${lock}`;
  return isListed ? undefined : 'is in no list of the form, to which a signed PDF cannot add it';
}

/** Whether the field has this value, and each of its places an appearance. */
function isShown(file: PdfReader, field: ReadField, setting: FieldSetting): boolean {
  const isDrawn = field.widgets.every(({ dict }) => file.dict(dict, 'AP'));
  return isDrawn && !leavesDrawing(file) && isDeepStrictEqual(currentSetting(file, field), setting);
}

/** Viewers have nothing left to draw, and no XML contradicts the fields. */
function finishForm(edits: ObjectEdits, isSigned: boolean, warnings: string[]): void {
  const { file } = edits;
  const known = file.dict(file.catalog, 'AcroForm');
  const form = () => edits.child(edits.catalog, 'AcroForm');
  if (known?.has('NeedAppearances')) form().delete('NeedAppearances');
  if (isSigned) return;
  if (known?.has('XFA')) {
    form().delete('XFA');
    warnings.push('The PDF was also an XFA form. Only its pages and their fields were kept.');
  }
  // Adobe Reader rejects changes of files with extended rights that it did not make itself.
  if (file.catalog.has('Perms')) edits.catalog.delete('Perms');
}

/** Warns of required fields that are empty, and of values that a script of the form would have to calculate. */
function remarks(
  file: PdfReader,
  fields: readonly ReadField[],
  values: ReadonlyMap<ReadField, Json>,
): string[] {
  const isEmpty = (field: ReadField) => {
    const value = values.has(field) ? values.get(field) : inherited(file, field.chain, 'V');
    const isOff = value instanceof PdfName && value.value === 'Off';
    return value === null || value === '' || value === false || value === undefined || isOff;
  };
  const fillable = (field: ReadField) => field.kind !== 'signature' && field.kind !== 'button';
  const empty = fields.filter((field) => hasFlag(field, 'required') && fillable(field) && isEmpty(field));
  const form = file.dict(file.catalog, 'AcroForm');
  const calculated = new Set(((form && file.array(form, 'CO')) ?? []).map((item) => item as PdfRef));
  const stale = fields.filter(
    (field) => !values.has(field) && field.objects.some(({ ref }) => ref && calculated.has(ref)),
  );
  return [
    ...(empty.length > 0 ? [`Required fields are empty: ${names(empty)}.`] : []),
    ...(stale.length > 0
      ? [`Fields that a script of the form calculates were not calculated: ${names(stale)}.`]
      : []),
  ];
}

/** Names that a warning lists. */
const maxNames = 10;

const names = (fields: readonly ReadField[]): string => listed(fields.map(({ name }) => name));

const listed = (items: readonly (string | number)[]): string => listNames(items, maxNames);

function assertMayFill(
  file: PdfReader,
  signed: SignedForm | undefined,
  { flatten, isWhole }: FormFillOptions & { readonly isWhole: boolean },
): void {
  const reason = signed && reasonAgainst(file, signed, { flatten, isWhole });
  if (reason !== undefined) throw new PdfError('unsupported', reason);
}

function reasonAgainst(
  file: PdfReader,
  { sealedBy }: SignedForm,
  { flatten, isWhole }: { readonly flatten: boolean | undefined; readonly isWhole: boolean },
): string | undefined {
  if (flatten)
    return 'The PDF is signed: without its fields, its signatures would not be valid. Fill it without flattening it.';
  if (sealedBy !== undefined) {
    return `The signature ${sealedBy} permits no changes: the filled PDF would break it.`;
  }
  if (!isWhole) return 'The PDF is signed and damaged: repairing it would break its signatures.';
  if (file.isEncrypted)
    return 'The PDF is signed and encrypted, and cannot be filled without breaking its signatures.';
  const form = file.dict(file.catalog, 'AcroForm');
  return form?.has('XFA')
    ? 'The PDF is signed and also an XFA form: filled fields would contradict its XML, which cannot change.'
    : undefined;
}

/** The limits that the signatures of a PDF set to filling its form (ISO 32000-2, 12.8.2.2 and 12.8.2.4). */
interface SignedForm {
  /** The field of a signature that permits no change at all. */
  readonly sealedBy: string | undefined;
  /** The field of a signature that locks this field; undefined if it may be filled. */
  lockOf(field: string): string | undefined;
}

/** Undefined for a PDF without signatures. Throws `malformed`, `too_large`. */
function readSignedForm(file: PdfReader): SignedForm | undefined {
  if (!getSignatureFields(file).some(({ value }) => value) && !getCertification(file)) return undefined;
  const found = readLocks(file);
  return {
    sealedBy: findSeal(file),
    lockOf: (field) => found.find((lock) => locks(lock, field))?.signature,
  };
}
