/** What of pdfme is used: the build bundles it into one file, so that its packages are never installed with ours. */
export {
  applyInternalLinkAnnotations,
  getDynamicTemplate,
  mm2pt,
  registerInternalLinkAnchor,
  resetInternalLinkAnnotations,
} from '@pdfme/common';
export * as pdfLib from '@pdfme/pdf-lib';
export * as schemas from '@pdfme/schemas';
export { getDynamicLayoutForSchema } from '@pdfme/schemas/dynamicLayout';
export * as fontkit from 'fontkit';
