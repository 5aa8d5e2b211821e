/** Runs in the thread that reads and fills forms. */
import { PdfError } from '../pdf/pdf-error.ts';
import { type PdfFailure, toPdfFailure } from '../pdf/threads/pdf-failure.ts';
import { serveTasks } from '../workers/serve-tasks.ts';
import type { ListResult, ListTask } from './form-task.ts';
import { listForm } from './list-form.ts';
import { openForm } from './open-form.ts';

type FormTask = ListTask;

function perform(task: FormTask): ListResult {
  const { file } = openForm(task.pdf, task.password);
  return { fields: listForm(file) };
}

function performOrReport(task: FormTask): ListResult | PdfFailure {
  try {
    return perform(task);
  } catch (error) {
    if (error instanceof PdfError) return toPdfFailure(error);
    // Any unexpected error was caused by the file.
    return { error: { code: 'malformed', message: 'The PDF is damaged and cannot be repaired.' } };
  }
}

serveTasks(performOrReport);
