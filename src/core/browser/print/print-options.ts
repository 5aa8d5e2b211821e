/** Converts a job to the parameters of `Page.printToPDF`. */
import type { Protocol } from 'devtools-protocol';
import { defaultMargin, type Margins } from '../../../contract/page.ts';
import type { PrintJob } from '../browser.ts';
import type { HeaderFooterHtml } from '../header-footer/header-footer.ts';
import type { CssPageMargins } from '../page-scripts/prepare-to-print.ts';

const millimetresPerInch = 25.4;

export function printOptions(
  { paper, tags }: PrintJob,
  cssMargins: CssPageMargins,
  marginHtml: HeaderFooterHtml | undefined,
): Protocol.Page.PrintToPDFRequest {
  const usual = (side: keyof Margins) => paper.defaultMargins?.[side] ?? defaultMargin;
  const inches = (side: keyof Margins) => (paper.margins[side] ?? usual(side)) / millimetresPerInch;
  const length = (side: keyof Margins) => {
    const given = paper.margins[side];
    return given === undefined ? (cssMargins[side] ?? `${usual(side)}mm`) : `${given}mm`;
  };
  const lengths = {
    top: length('top'),
    right: length('right'),
    bottom: length('bottom'),
    left: length('left'),
  };
  return {
    printBackground: true,
    // Always true: an explicit size has become a rule that nothing in the document overrides.
    preferCSSPageSize: true,
    paperWidth: paper.width / millimetresPerInch,
    paperHeight: paper.height / millimetresPerInch,
    marginTop: inches('top'),
    marginRight: inches('right'),
    marginBottom: inches('bottom'),
    marginLeft: inches('left'),
    generateTaggedPDF: tags,
    generateDocumentOutline: true,
    ...(marginHtml ? { displayHeaderFooter: true, ...marginHtml.templates(lengths) } : {}),
  };
}
