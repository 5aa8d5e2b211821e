/** Runs in the thread that checks a PDF. */
import { PdfError } from '../pdf/pdf-error.ts';
import { serveTasks } from '../workers/serve-tasks.ts';
import { checkFile } from './check-conformance.ts';
import type { CheckOutcome, CheckTask } from './check-in-thread.ts';

function checkOrReport({ pdf, levels }: CheckTask): CheckOutcome {
  try {
    return { checked: checkFile(pdf, { levels }) };
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    return { error: { code: error.code, message: error.message } };
  }
}

serveTasks(checkOrReport);
