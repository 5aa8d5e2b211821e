/** Documents whose pages are beyond the tolerance, each looked at, and why that is no defect of pdfapi. */

const scaledPicture =
  'pdf.js ends a picture at the fraction of a pixel where its page ends, and smooths its edges; poppler enlarges it to whole pixels';
const thinLines = 'poppler draws lines thinner than a pixel as one dark pixel, pdf.js as a lighter one';
const patternTiles =
  'pdf.js repeats one drawn tile of a pattern, poppler draws each at its fraction of a pixel';

/** Of a page: the share of its pixels that are far, in per cent, and the mean of the colour values. */
export interface Tolerance {
  readonly far: number;
  readonly mean: number;
}

/** Of the documents below. A document that differs by more than it did is a defect. */
const usual: Tolerance = { far: 2, mean: 12 };

/** Documents of few or large shapes of which one differs. */
const special: Readonly<Record<string, Tolerance>> = {
  'pikepdf-axial-radial-function-shadings': { far: 22, mean: 26 },
  'pikepdf-cmyk': { far: 2, mean: 18 },
  'pikepdf-indexed-and-masks': { far: 9, mean: 27 },
  'tiff2pdf-fax': { far: 2, mean: 26 },
  'weasyprint-svg': { far: 11, mean: 23 },
};

/** The tolerance of a document with a known difference. Undefined for the others. */
export const knownTolerance = (name: string): Tolerance | undefined =>
  knownDifferences[name] === undefined ? undefined : (special[name] ?? usual);

/** Whose images poppler makes in another size. */
export const otherSizes: ReadonlySet<string> = new Set(['pikepdf-user-unit-inherited-box']);

export const knownDifferences: Readonly<Record<string, string>> = {
  'gnuplot-chart': thinLines,
  'img2pdf-fax': scaledPicture,
  'img2pdf-jpeg': scaledPicture,
  'img2pdf-jpeg2000': scaledPicture,
  'img2pdf-palette': scaledPicture,
  'inkscape-patterns-masks': patternTiles,
  'matplotlib-chart-type3': patternTiles,
  'matplotlib-chart-type42': patternTiles,
  'matplotlib-heat-map': thinLines,
  'pikepdf-axial-radial-function-shadings':
    'pdf.js draws a shading by a function of both coordinates (type 1) darker than poppler and MuPDF',
  'pikepdf-blend-modes': 'the edges of overlapping areas; and the modes of saturation round differently',
  'pikepdf-cmyk': 'each program converts CMYK with its own formula',
  'pikepdf-fax-parameters': scaledPicture,
  'pikepdf-indexed-and-masks':
    'pictures of few pixels are enlarged: pdf.js smooths between the pixels of one with an index of colours, poppler does not',
  'pikepdf-jbig2': scaledPicture,
  'pikepdf-mesh-shadings': 'poppler paints triangles of a mesh up to a pixel beyond their edges',
  'pikepdf-patterns': patternTiles,
  'pikepdf-standard-fonts':
    'fonts that are not embedded: pdf.js brings its own, poppler takes those of the machine',
  'pikepdf-user-unit-inherited-box': 'pdftoppm ignores UserUnit, so that its image is half as large',
  'pillow-pages': scaledPicture,
  'pymupdf-rotated-crop-box':
    'a font that is not embedded, whose letters poppler takes from the machine, on a page full of text',
  'pymupdf-widgets':
    'poppler does not draw the mark of a check box whose appearance MuPDF and Ghostscript draw',
  'qpdf-pages-of-others': patternTiles,
  'r-cairo-chart': thinLines,
  'r-chart': thinLines,
  'reportlab-table-dashes': thinLines,
  'rsvg-patterns-masks': patternTiles,
  'tiff2pdf-colours': scaledPicture,
  'tiff2pdf-fax': scaledPicture,
  'typst-tiling-transparency':
    'a wedge of a conic gradient, which both approximate with the patches of a mesh',
  'weasyprint-columns-pictures': 'a page full of turned pictures and text, smoothed in different ways',
  'weasyprint-svg':
    'poppler leaves out a gradient that MuPDF and Ghostscript draw; pdf.js draws an area that a mask without content hides',
};
