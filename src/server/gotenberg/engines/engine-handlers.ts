/** The routes below /forms/pdfengines. */
import type { GotenbergHandler } from '../answer.ts';

/** Path below /forms/pdfengines, such as `merge` → its handler. */
export const engineHandlers: Readonly<Record<string, GotenbergHandler>> = {};
