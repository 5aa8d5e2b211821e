/** What the pipeline uses of headers and footers that are laid over. It is loaded only for documents that have some. */
export { mergeFindings } from './merge-findings.ts';
export { printWithOverlay } from './print-with-overlay.ts';
