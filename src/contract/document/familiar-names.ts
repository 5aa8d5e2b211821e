/** What other programs call the options of a document, for errors about a name that pdfapi does not have. */

interface FamiliarName {
  /** Spellings in lower case and without dashes, underscores and spaces; one letter is a flag of wkhtmltopdf as it is. */
  readonly names: string;
  /** The field of a request that does the same. */
  readonly field?: string;
  /** The flag that does the same. */
  readonly flag?: string;
  /** A sentence on the value of the flag, where that of the field is another. */
  readonly flagNote?: string;
  /** A sentence on how it is given here, or on what takes its place. */
  readonly note?: string;
}

const lengths =
  'Width and height are one text, such as 100mmx150mm, and a width alone is as high as its contents.';
const ofFile = 'It takes a file of HTML, not a text.';
const numbers = 'Its HTML has page numbers with {{ page.number }} of {{ page.count }}.';

/** The programs: Puppeteer, Playwright, Gotenberg, wkhtmltopdf, WeasyPrint, Prince, and services over HTTP. */
const familiarNames: readonly FamiliarName[] = [
  { names: 'landscape portrait orientation O', field: 'orientation', flag: '--landscape' },
  { names: 'papersize pagesize paperformat size', field: 'format', flag: '--format' },
  {
    names: 'width height paperwidth paperheight pagewidth pageheight singlepage',
    field: 'format',
    flag: '--format',
    note: lengths,
  },
  { names: 'margin pagemargin', field: 'margins', flag: '--margin' },
  { names: 'margintop topmargin T', field: 'margins.top', flag: '--margin-top' },
  { names: 'marginright rightmargin R', field: 'margins.right', flag: '--margin-right' },
  { names: 'marginbottom bottommargin B', field: 'margins.bottom', flag: '--margin-bottom' },
  { names: 'marginleft leftmargin L', field: 'margins.left', flag: '--margin-left' },
  { names: 'headertemplate headerhtml', field: 'header', flag: '--header' },
  { names: 'footertemplate footerhtml', field: 'footer', flag: '--footer' },
  {
    names: 'headerleft headercenter headerright',
    field: 'header',
    flag: '--header',
    flagNote: ofFile,
    note: numbers,
  },
  {
    names: 'footerleft footercenter footerright',
    field: 'footer',
    flag: '--footer',
    flagNote: ofFile,
    note: numbers,
  },
  { names: 'displayheaderfooter', note: 'A header or footer is printed if there is one.' },
  { names: 'printbackground background nobackground', note: 'Backgrounds are always printed.' },
  {
    names: 'prefercsspagesize',
    note: 'What @page says in the CSS applies if neither a format nor margins are given.',
  },
  { names: 'scale zoom', note: 'Write the scale in the CSS: html { zoom: 0.8 }.' },
  {
    names: 'emulatedmediatype mediatype media printmediatype emulatescreenmedia',
    note: 'The styles for print apply: write @media all for @media screen.',
  },
  {
    names: 'javascriptdelay windowstatus waitdelay delay waitforexpression waitfor waituntil waitforselector',
    note: 'Printing waits for fonts, images and, if a script sets it, the promise window.pdfapiReady.',
  },
  { names: 'disablejavascript', flag: '--no-scripts' },
  { names: 'enablejavascript', note: 'Scripts run unless --no-scripts is given.' },
  {
    names: 'enablelocalfileaccess allow',
    flag: '--assets',
    note: 'Files in the folder of the page are read without it.',
  },
  {
    names: 'userstylesheet stylesheet css',
    note: 'Styles belong to the HTML: <link rel="stylesheet"> or <style>.',
  },
  {
    names: 'cookie cookies customheader extrahttpheaders useragent username',
    note: 'A page behind a login is fetched by another program, such as curl, and given as HTML.',
  },
  { names: 'encoding charset', note: 'Text is UTF-8, or what its <meta charset> says.' },
  { names: 'pageranges nativepageranges pagerange', field: 'pages', flag: '--pages' },
  { names: 'pdfformat pdfvariant pdfprofile', field: 'pdfa', flag: '--pdfa' },
  { names: 'password userpassword openpassword', field: 'protection.user_password', flag: '--password-file' },
  { names: 'ownerpassword', field: 'protection.owner_password', flag: '--owner-password-file' },
  {
    names: 'toc tableofcontents',
    note: 'A table of contents is a list of links in the HTML, whose page numbers are CSS: target-counter().',
  },
  { names: 'cover', note: 'A cover is the first page of the HTML, or the first document of a merge.' },
  { names: 'outline generatedocumentoutline bookmarks', note: 'Headings are bookmarks of every PDF.' },
  { names: 'tagged generatetaggedpdf', note: 'Every PDF has accessibility tags.' },
  {
    names: 'failonhttpstatuscodes failonconsoleexceptions failonresourceloadingfailed loaderrorhandling',
    flag: '--strict',
  },
  { names: 'title author subject keywords', field: 'metadata', flag: '--meta' },
  { names: 'language', field: 'lang', flag: '--lang' },
  { names: 'tz timezone timezoneid', field: 'time_zone', flag: '--time-zone' },
  { names: 'outputfilename name', field: 'filename', flag: '--output' },
  { names: 'variables context payload params templatedata mergefields', field: 'data', flag: '--data' },
  { names: 'options settings pdfoptions', field: 'config' },
  { names: 'content source htmlcontent body', field: 'html' },
  { names: 'url', note: 'The server fetches no pages: send their HTML.' },
];

/**
 * Returns what pdfapi has for the option of another program, or undefined.
 *
 * @example
 * familiarName('paperWidth')?.field; // 'format'
 * familiarName('--javascript-delay')?.note; // 'Printing waits for …'
 */
export function familiarName(name: string): Omit<FamiliarName, 'names'> | undefined {
  const word = name.slice(0, 40).replace(/[-_ ]/g, '');
  const wanted = word.length === 1 ? word : word.toLowerCase();
  return familiarNames.find(({ names }) => names.split(' ').includes(wanted));
}
