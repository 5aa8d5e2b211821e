/** The parts of pdfme in use. The build bundles them into one file, so that pdfme's packages need not be installed. */
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
