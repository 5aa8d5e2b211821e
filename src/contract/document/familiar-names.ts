/** What other programs call the options of a document, for errors about a name that pdfapi does not have. */
import { familiarNotes } from './familiar-notes.ts';

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

const styled = 'Lines, fonts and distances are CSS of that HTML.';
const ofArgument = 'The HTML is the argument of the command: a file, or - for stdin.';

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
  {
    names: 'printbackground background nobackground',
    field: 'backgrounds',
    flag: '--no-backgrounds',
    note: 'Backgrounds are printed unless it says no.',
  },
  { names: 'prefercsspagesize', field: 'prefer_css_page_size', flag: '--prefer-css-page-size' },
  { names: 'scale zoom', field: 'scale', flag: '--scale' },
  {
    names: 'emulatedmediatype mediatype media printmediatype emulatescreenmedia',
    field: 'media',
    flag: '--media',
    note: 'It is print or screen.',
  },
  { names: 'emulatedmediafeatures colorscheme', field: 'media_features', flag: '--media-feature' },
  {
    names: 'viewport viewportsize windowsize viewportwidth viewportheight',
    field: 'viewport',
    flag: '--viewport',
  },
  {
    names: 'javascriptdelay waitdelay delay',
    field: 'wait_for.delay',
    flag: '--wait-for-delay',
    note: 'It is in milliseconds.',
  },
  { names: 'waitforexpression waitforfunction', field: 'wait_for.expression', flag: '--wait-for-expression' },
  {
    names: 'windowstatus',
    field: 'wait_for.expression',
    flag: '--wait-for-expression',
    note: 'Its value is window.status === "ready", for example.',
  },
  { names: 'waitforselector', field: 'wait_for.selector', flag: '--wait-for' },
  {
    names: 'waituntil networkidle waitfornetworkidle skipnetworkidleevent skipnetworkalmostidleevent',
    field: 'wait_for.network_idle',
    flag: '--wait-for-network-idle',
  },
  { names: 'waitfor', field: 'wait_for', flag: '--wait-for' },
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
  { names: 'cookie cookies', field: 'cookies', flag: '--cookie' },
  { names: 'customheader extrahttpheaders headers httpheaders', field: 'headers', flag: '--request-header' },
  { names: 'useragent', field: 'user_agent', flag: '--user-agent' },
  { names: 'username httpcredentials basicauth auth', field: 'basic_auth', flag: '--basic-auth-file' },
  { names: 'encoding charset', note: 'Text is UTF-8, or what its <meta charset> says.' },
  { names: 'pageranges nativepageranges pagerange', field: 'pages', flag: '--pages' },
  { names: 'pdfformat pdfvariant pdfprofile', field: 'pdfa', flag: '--pdfa' },
  {
    names: 'password userpassword openpassword',
    field: 'protection.user_password',
    flag: '--password-file',
    note: 'That of a web page is with the name of its user: basic_auth, --basic-auth-file.',
  },
  { names: 'ownerpassword', field: 'protection.owner_password', flag: '--owner-password-file' },
  {
    names: 'toc tableofcontents',
    note: 'A table of contents is a list of links in the HTML, whose page numbers are CSS: target-counter().',
  },
  { names: 'cover', note: 'A cover is the first page of the HTML, or the first document of a merge.' },
  { names: 'outline generatedocumentoutline bookmarks', note: 'Headings are bookmarks of every PDF.' },
  {
    names: 'defaultheader headerline noheaderline headerspacing headerfontname headerfontsize',
    field: 'header',
    flag: '--header',
    note: styled,
  },
  {
    names: 'footerline nofooterline footerspacing footerfontname footerfontsize',
    field: 'footer',
    flag: '--footer',
    note: styled,
  },
  { names: 'replace', field: 'data', flag: '--set', note: 'Headers and footers print {{ name }}.' },
  { names: 'B', field: 'margins.bottom', flag: '--margin-bottom' },
  { names: 'nativepages', field: 'pages', flag: '--pages' },
  { names: 'nativepdfa profile', field: 'pdfa', flag: '--pdfa' },
  { names: 'nativepdfua', field: 'pdfua', flag: '--pdfua' },
  { names: 'pdflang', field: 'lang', flag: '--lang' },
  { names: 'emulatetimezone', field: 'time_zone', flag: '--time-zone' },
  {
    names:
      'pdftitle pdfauthor pdfsubject pdfkeywords pdfcreator xmpmetadata pdfxmp pdfxmpmetadata custommetadata',
    field: 'metadata',
    flag: '--meta',
    note: 'XMP has the same properties.',
  },
  {
    names: 'encrypt keybits',
    field: 'protection',
    flag: '--password-file',
    note: 'Encryption is always AES-256.',
  },
  {
    names:
      'disallowprint disallowcopy disallowannotate disallowmodify allowcopyforaccessibility allowassembly allowprinting ' +
      'allowcopying allowmodifying allowannotating allowfillingforms allowassembling',
    field: 'protection.permissions',
    flag: '--permit',
    note: 'It lists what remains permitted.',
  },
  {
    names: 'watermarksource watermarkexpression watermarkpages watermarkoptions watermark',
    field: 'stamp',
    flag: '--under',
  },
  {
    names: 'stampsource stampexpression stamppages stampoptions',
    field: 'stamp',
    flag: '--stamp',
  },
  {
    names: 'facturxxml facturxconformancelevel facturxdocumenttype facturxversion',
    field: 'e_invoice',
    flag: '--e-invoice',
    note: 'Its XML says which profile and kind of document it is.',
  },
  { names: 'attachment a attachments attachmentrelationship embeds embedsmetadata', flag: '--attach' },
  { names: 'baseurl u', flag: '--base-url' },
  { names: 'disablepdftagging', flag: '--no-tags' },
  { names: 'enableforms pdfforms', field: 'forms', flag: '--forms' },
  { names: 'disableforms', note: 'Controls are drawn, and form fields only with --forms.' },
  { names: 'n setjavascriptenabled javascriptenabled', flag: '--no-scripts' },
  { names: 'javascript', note: 'Scripts run unless --no-scripts is given.' },
  { names: 'setviewport', field: 'viewport', flag: '--viewport' },
  {
    names: 'httpheader referrer referer setextrahttpheaders',
    field: 'headers',
    flag: '--request-header',
    note: 'Only the origin of the page gets it.',
  },
  {
    names:
      'authuser authpassword authserver authscheme authmethod noauthpreemptive httpuser httppassword authenticate',
    field: 'basic_auth',
    flag: '--basic-auth-file',
    note: 'Only the origin of the page gets it.',
  },
  { names: 'cookiejar cookiefile addcookies setcookie storagestate', field: 'cookies', flag: '--cookie' },
  { names: 'setuseragent', field: 'user_agent', flag: '--user-agent' },
  { names: 'emulatemedia emulatemediatype m noprintmediatype', field: 'media', flag: '--media' },
  {
    names: 'emulatemediafeatures reducedmotion forcedcolors',
    field: 'media_features',
    flag: '--media-feature',
  },
  { names: 'waitforloadstate', field: 'wait_for.network_idle', flag: '--wait-for-network-idle' },
  {
    names: 'waitwindowstatus',
    field: 'wait_for.expression',
    flag: '--wait-for-expression',
    note: 'For example window.status === "ready".',
  },
  {
    names: 'virtualtimebudget',
    field: 'wait_for.delay',
    flag: '--wait-for-delay',
    note: 'Timers of the next three seconds are run without waiting.',
  },
  {
    names: 'ignoreresourcehttpstatusdomains failonconsolemessagetypes failonhttperrors failmissingresources',
    field: 'fail_on',
    flag: '--fail-on',
    note: 'For all warnings, --strict of commands.',
  },
  { names: 'documenturl', field: 'url', flagNote: 'The address is the argument of pdfapi html.' },
  {
    names: 'clip selector optimizeforspeed',
    field: 'screenshot',
    flag: '--screenshot',
    note: 'It shows the page as the screen does.',
  },
  {
    names: 'disablelocalfileaccess nolocalfiles fileroot remap allowedprotocols',
    flag: '--assets',
    note: 'A page reads files of its own folder only, or of this one.',
  },
  {
    names: 'nonetwork allowlist',
    flag: '--allow-host',
    note: 'A page reaches public hosts only, and those of this option.',
  },
  {
    names: 'nopdfcompression uncompressedpdf nocompress noobjectstreams optimizesize optimize',
    flag: '--no-compact',
    note: 'Without it, PDFs are made smaller as far as nothing is lost.',
  },
  {
    names:
      'loadmediaerrorhandling ignoreresourceerrors ignoreconsolemessages failmissingglyphs faildroppedcontent ' +
      'failincorrectreferences failstrippedtransparency failpdfprofileerror failpdftagerror failinvalidlicense failsafe',
    flag: '--strict',
    note: 'Without it, what is missing is a warning.',
  },
  { names: 'strict', flag: '--strict', note: 'Warnings are in the header Pdfapi-Warning.' },
  { names: 'stopslowscripts nostopslowscripts httptimeout t', flag: '--timeout' },
  {
    names: 'debug debugjavascript nodebugjavascript loglevel log structuredlog nostructuredlog',
    flag: '--verbose',
    note: 'It shows the messages of the console.',
  },
  { names: 'nowarncss nowarncssunknown nowarncssunsupported', flag: '--quiet' },
  {
    names:
      'rasteroutput rasterformat rasterpages rasterdpi rasterthreads rasterbackground rasterjpegquality type ' +
      'documenttype',
    field: 'output',
    flag: '--image',
    note: 'The result is a PDF, or images of its pages.',
  },
  {
    names: 'hosted hostedexpiresat hosteddownloadlimit',
    field: 'output',
    flag: '--url',
    note: 'A server signs addresses of PDFs, for url_expiry minutes.',
  },
  { names: 'path printtopdf', field: 'filename', flag: '--output' },
  { names: 'documentcontent setcontent', field: 'html', flagNote: ofArgument },
  { names: 'princeoptions', field: 'config', flagNote: 'Each of them is an option of its own.' },
  { names: 'tagged generatetaggedpdf', note: 'Every PDF has accessibility tags.' },
  {
    names:
      'failonhttpstatuscodes failonresourcehttpstatuscodes failonconsoleexceptions failonresourceloadingfailed loaderrorhandling',
    field: 'fail_on',
    flag: '--fail-on',
  },
  { names: 'omitbackground transparent', flag: '--omit-background', field: 'screenshot.omit_background' },
  { names: 'fullpage', flag: '--full-page', field: 'screenshot.full_page' },
  { names: 'title author subject keywords metadata', field: 'metadata', flag: '--meta' },
  { names: 'language', field: 'lang', flag: '--lang' },
  { names: 'tz timezone timezoneid', field: 'time_zone', flag: '--time-zone' },
  { names: 'outputfilename name', field: 'filename', flag: '--output' },
  { names: 'variables context payload params templatedata mergefields', field: 'data', flag: '--data' },
  { names: 'options settings pdfoptions', field: 'config' },
  { names: 'content source htmlcontent body', field: 'html' },
  {
    names: 'address link website webpage pageurl goto',
    field: 'url',
    note: 'It is the address of a web page.',
  },
];

/**
 * Returns what pdfapi has for the option of another program, or undefined.
 *
 * @example
 * familiarName('paperWidth')?.field; // 'format'
 * familiarName('--javascript-delay')?.flag; // '--wait-for-delay'
 */
export function familiarName(name: string): Omit<FamiliarName, 'names'> | undefined {
  const word = name.slice(0, 40).replace(/[-_ ]/g, '');
  const wanted = word.length === 1 ? word : word.toLowerCase();
  return everyName.find(({ names }) => names.split(' ').includes(wanted));
}

const everyName: readonly FamiliarName[] = [
  ...familiarNames,
  ...Object.entries(familiarNotes).map(([names, note]) => ({ names, note })),
];
