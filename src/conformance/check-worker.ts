/** Runs in the thread that checks a PDF. */
import { reportPdfErrors } from '#pdf/threads/pdf-failure';
import { serveTasks } from '#runtime/serve-tasks';
import { checkFile } from './check-conformance.ts';
import type { CheckTask } from './check-in-thread.ts';

serveTasks(reportPdfErrors(({ pdf, ...options }: CheckTask) => checkFile(pdf, options)));
