/** Attaches files to a finished PDF, as the last step of a render does. */
import { type Attachment, setMetadata } from '../../../src/pdf/index.ts';

const date = new Date('2026-01-31T12:34:56Z');

/** Throws `PdfError`. */
export const attached = (pdf: Uint8Array, attachments: readonly Attachment[]): Uint8Array =>
  setMetadata(pdf, {}, { date, attachments });
