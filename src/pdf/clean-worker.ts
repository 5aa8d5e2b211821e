/** Runs in the thread that cleans a PDF. */

import { serveTasks } from '#runtime/serve-tasks';
import { movable } from '#runtime/share-bytes';
import { rewriteFile } from './copying/rewrite-file.ts';
import { leavesDrawing } from './document/form-fields.ts';
import { getAllPages, getPages, noPages } from './document/page-tree.ts';
import { isDict, isNamed, type PdfDict, PdfRef, PdfStream, type PdfValue } from './object.ts';
import { PdfError, type PdfErrorCode } from './pdf-error.ts';
import { PdfReader } from './reading/reader.ts';
import type {
  CleanedForm,
  CleanResult,
  CleanTask,
  PdfWarning,
  PdfWarningCode,
} from './repair/clean-message.ts';
import { mendPages } from './repair/mend-pages.ts';
import { assertStaticForm } from './repair/static-form.ts';
import { toPdfFailure } from './threads/pdf-failure.ts';

const messages = {
  signed: 'The PDF was signed. Its signatures would not be valid for the changed file and were removed.',
  restricted: 'The author of the PDF restricted its use.',
  repaired: 'The PDF was damaged and has been repaired.',
  xfa: 'The PDF was also an XFA form. Only its pages and their fields were kept.',
} as const satisfies Partial<Readonly<Record<PdfWarningCode, string>>>;

type Codes = Set<keyof typeof messages>;

function clean(task: CleanTask): CleanResult {
  const codes: Codes = new Set();
  const { form, wasEncrypted, pdf } = rewritten(task, codes);
  checkPages(new PdfReader(pdf));
  const warnings = [...codes].map((code): PdfWarning => ({ code, message: messages[code] }));
  return { pdf: Uint8Array.from(pdf), wasEncrypted, form, warnings };
}

interface Rewritten {
  readonly pdf: Uint8Array;
  readonly form: CleanedForm | undefined;
  readonly wasEncrypted: boolean;
}

/**
 * Rewrites everything reachable from the catalog, using the file's own cross-reference table or, if that is damaged,
 * one rebuilt from its contents.
 */
function rewritten(task: CleanTask, codes: Codes): Rewritten {
  const { pdf, password = '' } = task;
  const strict = ifUndamaged(() => rewrite(new PdfReader(pdf, { password }), task, codes, checkPages));
  if (!('damage' in strict)) return strict;
  const options = { password, repair: true };
  const repaired = ifUndamaged(() => rewrite(new PdfReader(pdf, options), task, codes, checkPages));
  if (!('damage' in repaired)) {
    codes.add('repaired');
    return repaired;
  }
  // A reference to an object that an undamaged file does not have means null (ISO 32000-2, 7.3.10), as in every viewer.
  const incomplete = ifUndamaged(() => rewrite(new PdfReader(pdf, { password }), task, codes, getAllPages));
  if (!('damage' in incomplete)) return incomplete;
  if (repaired.damage.message !== noPages || strict.damage.message === noPages) throw repaired.damage;
  // A repair drops the objects that cannot be read, with the reason why they cannot be.
  throw new PdfError('malformed', `${noPages} ${strict.damage.message}`, { cause: strict.damage });
}

const damages: ReadonlySet<string> = new Set<PdfErrorCode>(['malformed', 'unsupported', 'not_pdf']);

/** Throws all other errors. */
function ifUndamaged(action: () => Rewritten): Rewritten | { readonly damage: PdfError } {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof PdfError) || !damages.has(error.code)) throw error;
    return { damage: error };
  }
}

/** `check` throws `malformed` for a file that lost some of its pages. */
function rewrite(
  file: PdfReader,
  { password, needsOwner }: CleanTask,
  codes: Codes,
  check: (file: PdfReader) => void,
): Rewritten {
  const isRestricted = file.access !== undefined && !isPermittedEverything(file.access);
  if (needsOwner && isRestricted) throw new PdfError('encrypted', needsOwnerMessage(password));
  assertStaticForm(file);
  check(file);
  mendPages(file);
  const form = isDict(file.get(file.catalog, 'AcroForm'))
    ? { leavesDrawing: leavesDrawing(file) }
    : undefined;
  const isSigned = takeOutSignatures(file);
  const hadXfa = takeOutXfa(file);
  const pdf = rewriteFile(file, { compact: false });
  if (file.isEncrypted && password === undefined) codes.add('restricted');
  if (isSigned) codes.add('signed');
  if (hadXfa) codes.add('xfa');
  return { pdf, form, wasEncrypted: file.isEncrypted };
}

/** Resource dictionaries map kind → name → object. */
const resourceKinds = ['Font', 'XObject', 'ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'Properties'];

/** Throws `malformed` if the file has no pages or a page refers to something missing. */
function checkPages(file: PdfReader): void {
  for (const [i, { dict, inherited }] of getAllPages(file).entries()) {
    const resources = inherited.get('Resources');
    if (!hasContent(file, dict.get('Contents')) || (isDict(resources) && !hasAllResources(file, resources))) {
      throw new PdfError('malformed', `The PDF is damaged: parts of page ${i + 1} are missing.`);
    }
  }
}

function hasContent(file: PdfReader, contents: PdfValue | undefined): boolean {
  const resolved = file.resolve(contents);
  if (Array.isArray(resolved)) return resolved.every((item) => file.resolve(item) instanceof PdfStream);
  return resolved instanceof PdfStream || !(contents instanceof PdfRef);
}

function hasAllResources(file: PdfReader, resources: PdfDict): boolean {
  return resourceKinds.every((kind) => {
    for (const value of file.dict(resources, kind)?.values() ?? []) {
      if (value instanceof PdfRef && file.resolve(value) === null) return false;
    }
    return true;
  });
}

/** Bits 3 to 6 and 9 to 12 of `/P` (ISO 32000-2, table 22). */
const allPermissions = 0b1111_0011_1100;

const isPermittedEverything = ({ isOwner, permissions }: NonNullable<PdfReader['access']>): boolean =>
  isOwner || (permissions & allPermissions) === allPermissions;

const needsOwnerMessage = (password: string | undefined): string =>
  `The author of the PDF restricted its use, and only the owner password lifts that. ${
    password === undefined ? 'It opens without a password' : 'This is the user password'
  }.`;

function cleanOrReport(task: CleanTask): CleanResult {
  try {
    return clean(task);
  } catch (error) {
    if (error instanceof PdfError) return toPdfFailure(error);
    // Any unexpected error was caused by the file.
    return { error: { code: 'malformed', message: 'The PDF is damaged and cannot be repaired.' } };
  }
}

/**
 * Removes signatures and the entries that mark a file as signed; fields and their appearances stay. Changes the file in
 * memory and returns whether it was signed. Throws `malformed`, `too_large`.
 */
function takeOutSignatures(file: PdfReader): boolean {
  const { catalog } = file;
  let signed = false;
  for (const key of ['Perms', 'DSS']) if (catalog.delete(key)) signed = true;
  for (const field of getFields(file)) {
    if (isNamed(file.get(field, 'FT'), 'Sig') && field.delete('V')) signed = true;
  }
  if (signed) file.dict(catalog, 'AcroForm')?.set('SigFlags', 0);
  return signed;
}

/** Yields every field once: those of the form and their descendants, and those listed only on a page. */
function* getFields(file: PdfReader): Generator<PdfDict> {
  const form = file.dict(file.catalog, 'AcroForm');
  const waiting: PdfValue[] = [...((form && file.array(form, 'Fields')) ?? [])];
  const seen = new Set<PdfValue>();
  for (const { dict } of getPages(file)) {
    const annotations = file.array(dict, 'Annots') ?? [];
    // The pages of a hostile file can share one long list.
    if (seen.has(annotations)) continue;
    seen.add(annotations);
    for (const item of annotations) waiting.push(item);
  }
  while (waiting.length > 0) {
    const field = file.resolve(waiting.pop());
    if (!isDict(field) || seen.has(field)) continue;
    seen.add(field);
    yield field;
    for (const kid of file.array(field, 'Kids') ?? []) waiting.push(kid);
  }
}

/**
 * Removes XFA, the XML version of a form that its fields duplicate. Changes the file in memory and returns whether it
 * had XFA.
 */
function takeOutXfa(file: PdfReader): boolean {
  return file.dict(file.catalog, 'AcroForm')?.delete('XFA') ?? false;
}

serveTasks(cleanOrReport, { getTransfer: (result) => ('pdf' in result ? movable(result.pdf) : []) });
