/** Runs in the thread that verifies the signatures of a PDF. */
import { reportPdfErrors } from '#pdf/threads/pdf-failure';
import { serveTasks } from '#runtime/serve-tasks';
import type { VerifyTask } from './verify-in-thread.ts';
import { verifySignatures } from './verify-signatures.ts';

serveTasks(reportPdfErrors(({ pdf, trusted }: VerifyTask) => verifySignatures(pdf, { trusted })));
