/** Finds every fault of a template that shows without printing. */
import { Failure } from '#contract/errors';
import { isCaseFile } from '#contract/templates';
import { checkBase } from '../base-pdf.ts';
import { readDataSchema } from '../data/data-schema.ts';
import { type Data, parseDataFile } from '../data/parse-data-file.ts';
import { readSampleData } from '../data/sample-data.ts';
import { jsonPlace } from '../json/json-places.ts';
import { type ReadTemplate, readTemplate } from '../load/read-template.ts';
import { readTreeText } from '../load/read-text.ts';
import type { CheckResult, Warning } from '../model/check-result.ts';
import type { FileTree } from '../model/file-tree.ts';
import { rejectFileType } from '../model/file-types.ts';
import { resolvePaper } from '../model/page-settings.ts';
import { isAlwaysTemplateFile } from '../model/template-files.ts';
import { checkAssets } from './check-assets.ts';
import { checkEditor, checkEditorValues } from './check-editor.ts';
import { checkInvoice } from './check-invoice.ts';
import { checkNames } from './check-names.ts';
import { checkPartials } from './check-partials.ts';
import { type CheckedRows, checkRows } from './check-rows.ts';
import { checkTranslations } from './check-translations.ts';
import { checkTwig } from './check-twig.ts';
import { checkVariables } from './check-variables.ts';

export interface CheckOptions {
  /**
   * Only what leaves nothing to render is a fault: a render warns of files that are missing, and reads no other data than
   * that which it is given. Default: false.
   */
  readonly forPreview?: boolean | undefined;
}

/** Returns every fault in the result and throws none. */
export async function checkTemplate(
  tree: FileTree,
  { forPreview = false }: CheckOptions = {},
): Promise<CheckResult> {
  const errors: Failure[] = [];
  const warnings: Warning[] = [];
  const keep = (error: unknown): undefined => {
    if (!(error instanceof Failure)) throw error;
    errors.push(error);
  };
  const editor = await checkEditor(tree).catch(keep);
  if (editor) warnings.push(...editor.warnings);
  if (editor?.errors.length) return { errors: editor.errors, warnings };
  const read = await readTemplate(tree).catch(keep);
  if (!read) return { errors: errors.slice(0, 1), warnings };

  await checkPaper(tree, read).catch(keep);
  errors.push(...(await checkFileTypes(tree)));
  const given = await readSampleData(tree).catch(keep);
  const cases = forPreview ? [] : (await tree.list('cases')).filter(isCaseFile);
  for (const path of cases) await readCase(tree, path).catch(keep);
  const rows = await checkRows(tree, read, given);
  errors.push(...rows.errors);
  warnings.push(...rows.warnings);
  try {
    warnings.push(...(await checkParts(tree, read, { given, rows, errors, keep, forPreview })));
  } finally {
    await rows[Symbol.asyncDispose]();
  }
  return { errors, warnings };
}

interface CheckedData {
  /** `data.json`. */
  readonly given: Data | undefined;
  readonly rows: CheckedRows;
  readonly errors: Failure[];
  readonly keep: (error: unknown) => undefined;
  readonly forPreview: boolean;
}

/** Adds what it finds to the errors, and returns warnings. */
async function checkParts(
  tree: FileTree,
  read: ReadTemplate,
  { given, rows: { sample, lists }, errors, keep, forPreview }: CheckedData,
): Promise<Warning[]> {
  const warnings: Warning[] = [];
  errors.push(...checkTwig(read, sample));
  warnings.push(...checkPartials(read, errors), ...checkTranslations(read));
  if (errors.length === 0) errors.push(...(await checkEditorValues(read, sample)));
  if (errors.length === 0 && sample) {
    const doubts = await checkInvoice(read, sample).catch(keep);
    // A render warns of them itself.
    if (doubts && !forPreview) warnings.push(...doubts);
  }
  if (read.template.basePdf) await checkBase(read.template.basePdf).catch(keep);
  const { failures, warnings: missing, used } = await checkAssets(tree, read);
  if (forPreview) warnings.push(...missing);
  else errors.push(...failures);
  await checkSample(tree, given, lists).catch(keep);
  warnings.push(...(await checkNames(tree, used)));
  if (errors.length === 0) warnings.push(...(await checkVariables(tree, read, sample)));
  return warnings;
}

/** Other data than `data.json`, which is chosen in the preview and tested. */
async function readCase(tree: FileTree, path: string): Promise<void> {
  const text = await readTreeText(tree, path);
  if (text !== undefined) parseDataFile(tree.label(path), text);
}

/** Checks the types of the files that a push would send. */
async function checkFileTypes(tree: FileTree): Promise<Failure[]> {
  return (await tree.list()).flatMap((path) => {
    const fault = isAlwaysTemplateFile(path) ? rejectFileType(path) : undefined;
    if (fault === undefined) return [];
    const message = `${JSON.stringify(path)} cannot be a file of a template: ${fault}.`;
    return [new Failure('invalid_template', message, { hint: 'Remove it, or move it out of the folder.' })];
  });
}

async function checkPaper(tree: FileTree, { template }: ReadTemplate): Promise<void> {
  if (template.kind === 'editor') return;
  try {
    resolvePaper(template.page);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const text = (await readTreeText(tree, 'template.json')) ?? '';
    const location = { file: tree.label('template.json'), text, ...jsonPlace(text, ['margins']) };
    throw new Failure('invalid_template', error.message, { location, cause: error });
  }
}

/** For the check of `data.json` against `schema.json`. */
const maxSampleCheckMs = 5_000;

/** The schema is read without sample data too, for what is wrong with the schema itself. */
async function checkSample(
  tree: FileTree,
  sample: Data | undefined,
  lists: readonly string[],
): Promise<void> {
  const text = sample && (await readTreeText(tree, 'data.json'));
  try {
    const schema = await readDataSchema(tree);
    if (sample) schema?.validate(sample.plain, maxSampleCheckMs, lists);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'invalid_data' || text === undefined) throw error;
    const { message, hint, errors = {} } = error;
    const [field = ''] = Object.keys(errors);
    const location = { file: tree.label('data.json'), text, ...jsonPlace(text, field.split('.')) };
    throw new Failure('invalid_data', message, { errors, location, hint, cause: error });
  }
}
