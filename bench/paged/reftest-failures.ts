/** Why reference tests fail, by suite and name. */
const gradient =
  'a gradient of Chromium whose colours meet at the edge of a page paints the first pixels of that page in the other colour';
const flexNames = 'Chromium breaks between items of a flex container whose pages have different names';
const oldReference =
  'its reference has no margin on the page, although the test has one: they are of different versions';
const insets =
  'the areas that a printer cannot reach are not known while a PDF is made, so env(safe-printable-inset-…) is 0';
const vertical =
  'Chromium, which draws these boxes itself, begins a line of vertical writing that is too long at the other end';

export const reftestFailures: Readonly<Record<string, string>> = {
  'css-page/body-background-slr-print.html': gradient,
  'css-page/body-background-srl-print.html': gradient,
  'css-page/body-background-vlr-print.html': gradient,
  'css-page/body-background-vrl-print.html': gradient,
  'css-page/margin-boxes/dimensions-007-print.html':
    'Chromium, which draws these boxes itself, rounds a width down by which a letter goes to the next line',
  'css-page/margin-boxes/dimensions-013-print.html': vertical,
  'css-page/margin-boxes/dimensions-014-print.html': vertical,
  'css-page/monolithic-overflow-032-print.tentative.html':
    'Chromium paints the border below what is higher than a page at another place than the reference',
  'css-page/page-background-003-print.html':
    'it depends on the height of a picture, support/cat.png, which was not there: one of another size was taken',
  'css-page/page-name-abspos-002-print.html':
    'Chromium breaks between blocks with different names of pages within a positioned element, too',
  'css-page/page-name-flex-001-print.html': flexNames,
  'css-page/page-name-flex-002-print.html': flexNames,
  'css-page/page-name-flex-004-print.html': flexNames,
  'css-page/page-name-zero-height-001-print.html':
    'Chromium breaks before and after a block without height whose page has another name',
  'css-page/remote-origin-iframe-print.html':
    'it needs the server of the web platform tests, which fills in other origins',
  'css-page/tentative/safe-printable-inset-001-print.html': insets,
  'css-page/tentative/safe-printable-inset-002-print.html': insets,
  'css-page/tentative/safe-printable-inset-003-print.html': insets,
  'css-gcpm/running-001.xht':
    'content with a string before element() is printed, as WeasyPrint prints it, and not invalid',
  'css-gcpm/running-002.tentative.xht':
    'an element that is not displayed does not run; the test is tentative, because the specification says nothing of it',
  'css-gcpm/string-set-006.html': oldReference,
  'css-gcpm/string-set-011.html': oldReference,
  'css-gcpm/string-set-013.xht':
    'two lines of pictures that do not fit on one page are kept together by orphans and widows, as css-break-3 says, so that there is a third page',
  'css-gcpm/string-set-016.tentative.xht':
    'an element that is positioned at the foot of a page is not the first on it; the test is tentative',
  'css-gcpm/string-set-018.tentative.xht':
    'an empty element in the first line is where the letters of that line are, below a high picture; the test is tentative',
  'css-gcpm/using-strings-002.html': oldReference,
};
