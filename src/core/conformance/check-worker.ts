/** Runs in the thread that checks a PDF. */
import { reportPdfErrors } from '../pdf/threads/pdf-failure.ts';
import { serveTasks } from '../workers/serve-tasks.ts';
import { checkFile } from './check-conformance.ts';
import type { CheckTask } from './check-in-thread.ts';

serveTasks(reportPdfErrors(({ pdf, levels }: CheckTask) => checkFile(pdf, { levels })));
