/** Runs in the thread that reads and fills forms. */
import { withShaping } from '#pdf/fonts/shaping';
import { PdfError } from '#pdf/pdf-error';
import { type PdfFailure, toPdfFailure } from '#pdf/threads/pdf-failure';
import { serveTasks } from '#runtime/serve-tasks';
import { movable } from '#runtime/share-bytes';
import { drawForm } from './draw-form.ts';
import { fillFormFields } from './fill-form-fields.ts';
import type { DrawResult, DrawTask, FillResult, FormFillTask, ListResult, ListTask } from './form-task.ts';
import { listForm } from './list-form.ts';
import { openForm } from './open-form.ts';

type FormTask = ListTask | FormFillTask | DrawTask;
type FormResult = ListResult | FillResult | DrawResult;

function perform(task: FormTask): FormResult {
  if (task.kind === 'fill') return fillFormFields(task.pdf, task.data, task);
  if (task.kind === 'draw') return drawForm(task.pdf, task.which);
  return { fields: listForm(openForm(task.pdf, task.password).file) };
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
