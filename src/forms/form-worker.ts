/** Runs in the thread that reads and fills forms. */
import { rewriteFile } from '#pdf/copying/rewrite-file';
import { leavesDrawing } from '#pdf/document/form-fields';
import { withShaping } from '#pdf/fonts/shaping';
import { PdfError } from '#pdf/pdf-error';
import { PdfReader } from '#pdf/reading/reader';
import { ObjectEdits } from '#pdf/signing/object-edits';
import { hasLabel } from '#pdf/standards/claimed-standards';
import { type PdfFailure, toPdfFailure } from '#pdf/threads/pdf-failure';
import { IncrementalUpdate } from '#pdf/writing/incremental-update';
import { serveTasks } from '#runtime/serve-tasks';
import { movable } from '#runtime/share-bytes';
import { drawUndrawn } from './draw/draw-undrawn.ts';
import { fillFormFields } from './fill-form-fields.ts';
import { flattenForm } from './flatten/flatten-form.ts';
import { FormFonts } from './fonts/form-fonts.ts';
import type {
  DrawFields,
  DrawResult,
  DrawTask,
  FillResult,
  FlattenTask,
  FormFillTask,
  ListResult,
  ListTask,
} from './form-task.ts';
import { listForm } from './list-form.ts';
import { readFields } from './model/read-fields.ts';
import { openForm } from './open-form.ts';

type FormTask = ListTask | FormFillTask | DrawTask | FlattenTask;
type FormResult = ListResult | FillResult | DrawResult;

function perform(task: FormTask): FormResult {
  if (task.kind === 'fill') return fillFormFields(task.pdf, task.data, task);
  if (task.kind === 'draw') return drawForm(task.pdf, task.which);
  if (task.kind === 'flatten') {
    const { pdf, undrawn } = drawForm(task.pdf, 'each');
    const flat = flattenForm(pdf, 'all').pdf;
    return { pdf: Uint8Array.from(rewriteFile(new PdfReader(flat), { compact: false })), undrawn };
  }
  return { fields: listForm(openForm(task.pdf, task.password).file) };
}

/**
 * Draws the values of a form that viewers would draw; with `each`, those that a font can draw. With `all`, throws `unsupported` for a value that no font can
 * draw, of a field that has no appearance yet; with `needed`, such a field stays as it is. Throws `malformed`,
 * `too_large`.
 */
function drawForm(pdf: Uint8Array, which: DrawFields | 'each'): DrawResult {
  const file = new PdfReader(pdf);
  const update = new IncrementalUpdate(file);
  const edits = new ObjectEdits(file, update);
  const fonts = new FormFonts(file, update, { mustEmbed: hasLabel(file) });
  const isLeft = leavesDrawing(file);
  // An existing appearance is the best available, unless it is empty: some producers write an empty placeholder.
  const undrawn = drawUndrawn({ edits, fonts }, readFields(file)).filter(
    ({ hasAppearance }) => !hasAppearance,
  );
  const [first] = undrawn;
  if (which === 'all' && first) {
    const name = JSON.stringify(first.name);
    throw new PdfError('unsupported', `The form field ${name} cannot be drawn: ${first.problem}.`);
  }
  fonts.finish();
  if (which !== 'needed' && isLeft) edits.child(edits.catalog, 'AcroForm').delete('NeedAppearances');
  const names = undrawn.map(({ name }) => name);
  if (update.isEmpty) return { pdf: Uint8Array.from(pdf), undrawn: names };
  const updated = Buffer.concat([pdf, update.bytes(new Map())]);
  return { pdf: Uint8Array.from(rewriteFile(new PdfReader(updated), { compact: false })), undrawn: names };
}

async function performOrReport(task: FormTask): Promise<FormResult | PdfFailure> {
  try {
    return await withShaping(() => perform(task));
  } catch (error) {
    if (error instanceof PdfError) return toPdfFailure(error);
    // Any unexpected error was caused by the file.
    return { error: { code: 'malformed', message: 'The PDF is damaged and cannot be repaired.' } };
  }
}

serveTasks(performOrReport, { getTransfer: (result) => ('pdf' in result ? movable(result.pdf) : []) });
