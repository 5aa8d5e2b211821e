/**
 * Every flag that wkhtmltopdf 0.12.6 documents, one row each, and what becomes of it: parsing, help, `docs/wkhtmltopdf.md` and the
 * warnings are derived from these rows.
 */

/**
 * - `done`: as there.
 * - `mapped`: done in another way, which the note explains.
 * - `ignored`: taken, without an effect; a warning gives the note.
 * - `refused`: an error gives the note, because a PDF without it would not be what was wanted.
 */
type Treatment = 'done' | 'mapped' | 'ignored' | 'refused';

type Rows = Readonly<Record<string, readonly [treatment: Treatment, note: string]>>;

const vector = 'a PDF has text and drawings as vectors';
const forms = 'form fields are drawn as a browser draws them';

const globals: Rows = {
  '--collate': ['done', 'copies one after the other (default)'],
  '--no-collate': ['done', 'all copies of a page one after the other'],
  '--cookie-jar <path>': [
    'refused',
    'files of cookies are neither read nor written: give each with --cookie',
  ],
  '--copies <number>': ['done', 'how often the PDF has each page (default: 1)'],
  '-d, --dpi <dpi>': ['ignored', `${vector}, and a CSS pixel is 1/96 inch`],
  '-H, --extended-help': ['done', 'lists all flags'],
  '-g, --grayscale': [
    'mapped',
    'pages are shown in grey, by a layer over them; their colours stay in the file',
  ],
  '-h, --help': ['done', 'shows the flags that are often used'],
  '--htmldoc': ['mapped', 'lists all flags as text'],
  '--image-dpi <integer>': ['ignored', 'pictures keep their pixels'],
  '--image-quality <integer>': ['ignored', 'pictures keep their quality'],
  '--license': ['mapped', 'names the licence of pdfapi'],
  '--log-level <level>': ['done', 'none, error, warn or info (default)'],
  '-l, --lowquality': ['ignored', `${vector}; the file is made small without loss`],
  '--manpage': ['mapped', 'lists all flags as text'],
  '-B, --margin-bottom <length>': [
    'done',
    'bottom margin (default: 10mm, or as high as the footer of --footer-html)',
  ],
  '-L, --margin-left <length>': ['done', 'left margin (default: 10mm)'],
  '-R, --margin-right <length>': ['done', 'right margin (default: 10mm)'],
  '-T, --margin-top <length>': [
    'done',
    'top margin (default: 10mm, or as high as the header of --header-html)',
  ],
  '--no-pdf-compression': ['ignored', 'PDFs are always compressed'],
  '-O, --orientation <orientation>': ['done', 'Landscape or Portrait (default)'],
  '--output-format <format>': ['mapped', 'pdf; ps is refused'],
  '--page-height <length>': ['done', 'height of the paper, with --page-width'],
  '-s, --page-size <size>': ['done', 'A0 to A9, B0 to B10, Letter, Legal and the others of Qt (default: A4)'],
  '--page-width <length>': ['done', 'width of the paper, with --page-height'],
  '-q, --quiet': ['done', 'no progress and no warnings: like --log-level error'],
  '--read-args-from-stdin': [
    'done',
    'each line of stdin is a conversion, with these arguments before its own',
  ],
  '--readme': ['mapped', 'lists all flags as text'],
  '--title <text>': ['done', 'title of the PDF (default: that of the first page that has one)'],
  '--use-xserver': ['ignored', 'no X server is needed'],
  '-V, --version': ['done', 'the version of wkhtmltopdf whose flags these are, and that of pdfapi'],
};

const outlines: Rows = {
  '--dump-default-toc-xsl': [
    'refused',
    'the table of contents is not made with XSLT; its flags change its looks',
  ],
  '--dump-outline <file>': ['done', 'writes the outline as XML'],
  '--outline': ['done', 'an outline of the headings (default)'],
  '--no-outline': ['done', 'no outline'],
  '--outline-depth <level>': ['done', 'levels of the outline (default: 4)'],
};

const pages: Rows = {
  '--allow <path>': ['done', 'a file or folder that pages may load from (repeatable)'],
  '--background': ['done', 'print backgrounds (default)'],
  '--no-background': ['done', 'print no backgrounds'],
  '--bypass-proxy-for <host>': ['ignored', 'there is no proxy'],
  '--cache-dir <path>': ['ignored', 'nothing is kept from page to page'],
  '--checkbox-checked-svg <path>': ['ignored', forms],
  '--checkbox-svg <path>': ['ignored', forms],
  '--cookie <name> <value>': ['done', 'a cookie for the address of the page (repeatable)'],
  '--custom-header <name> <value>': [
    'done',
    'a header for requests to the origin of the page, and to no other (repeatable)',
  ],
  '--custom-header-propagation': ['mapped', 'headers go with every request to the origin of the page'],
  '--no-custom-header-propagation': ['mapped', 'headers go with every request to the origin of the page'],
  '--debug-javascript': ['done', 'shows what scripts write to the console'],
  '--no-debug-javascript': ['done', 'does not (default)'],
  '--default-header': [
    'done',
    'the address on the left, [page]/[topage] on the right, a line, and 2cm of margin',
  ],
  '--encoding <encoding>': ['done', 'encoding of HTML files that name none and are not UTF-8'],
  '--disable-external-links': ['mapped', 'a script takes the addresses of links out of the page'],
  '--enable-external-links': ['done', 'links to other pages (default)'],
  '--disable-forms': ['done', 'form fields are drawn, and cannot be filled in (default)'],
  '--enable-forms': ['done', 'form fields of the page are fields of the PDF'],
  '--images': ['done', 'show pictures (default)'],
  '--no-images': ['mapped', 'pictures are hidden by a style sheet'],
  '--disable-internal-links': ['mapped', 'a script takes the addresses of links out of the page'],
  '--enable-internal-links': ['done', 'links within the page (default)'],
  '-n, --disable-javascript': ['done', 'no script of the page runs'],
  '--enable-javascript': ['done', 'scripts run (default)'],
  '--javascript-delay <msec>': [
    'mapped',
    'milliseconds to wait; without it, the page is printed when it is ready',
  ],
  '--keep-relative-links': ['done', 'links with relative addresses stay relative (default)'],
  '--resolve-relative-links': ['ignored', 'addresses of local files would lead nowhere on another machine'],
  '--load-error-handling <handler>': ['done', 'abort (default), ignore or skip a page that does not load'],
  '--load-media-error-handling <handler>': [
    'done',
    'abort, ignore (default) or skip files of pages that do not load',
  ],
  '--disable-local-file-access': ['done', 'a page reads no local file but those of --allow (default)'],
  '--enable-local-file-access': [
    'done',
    'a page may read local files; hidden ones and those of other kinds than pages use stay out of reach',
  ],
  '--minimum-font-size <int>': ['ignored', 'text has the size that the page gives it'],
  '--exclude-from-outline': ['done', 'the page is neither in the outline nor in the table of contents'],
  '--include-in-outline': ['done', 'it is (default)'],
  '--page-offset <offset>': ['done', 'added to page numbers (default: 0)'],
  '--password <password>': [
    'done',
    'password of HTTP authentication; others can read it in the list of processes',
  ],
  '--disable-plugins': ['done', 'there are no plugins (default)'],
  '--enable-plugins': ['ignored', 'there are no plugins'],
  '--post <name> <value>': [
    'refused',
    'a page is fetched with GET: fetch it with another tool, and pipe it in as -',
  ],
  '--post-file <name> <path>': [
    'refused',
    'a page is fetched with GET: fetch it with another tool, and pipe it in as -',
  ],
  '--print-media-type': ['done', 'the styles for print'],
  '--no-print-media-type': ['done', 'the styles for screens (default)'],
  '-p, --proxy <proxy>': ['refused', 'pages are fetched directly; only None is accepted'],
  '--proxy-hostname-lookup': ['ignored', 'there is no proxy'],
  '--radiobutton-checked-svg <path>': ['ignored', forms],
  '--radiobutton-svg <path>': ['ignored', forms],
  '--run-script <js>': ['done', 'a script that runs in the loaded page (repeatable)'],
  '--disable-smart-shrinking': ['done', 'a CSS pixel is 1/96 inch, as always'],
  '--enable-smart-shrinking': [
    'mapped',
    'only a page that is wider than the paper is printed smaller (default)',
  ],
  '--ssl-crt-path <path>': ['refused', 'client certificates are not supported'],
  '--ssl-key-password <password>': ['refused', 'client certificates are not supported'],
  '--ssl-key-path <path>': ['refused', 'client certificates are not supported'],
  '--stop-slow-scripts': ['done', 'a page that does not finish fails (default)'],
  '--no-stop-slow-scripts': [
    'ignored',
    'a page that does not finish fails: pdfapi --timeout gives it more time',
  ],
  '--disable-toc-back-links': ['done', 'headings do not lead to the table of contents (default)'],
  '--enable-toc-back-links': ['ignored', 'headings do not lead to the table of contents'],
  '--user-style-sheet <path>': ['done', 'a style sheet whose rules yield to those of the page'],
  '--username <username>': ['done', 'name of HTTP authentication'],
  '--viewport-size <size>': ['done', 'width and height of the window, such as 1280x1024'],
  '--window-status <status>': ['done', 'waits until window.status has this value'],
  '--zoom <factor>': ['mapped', 'scale of the print, from 0.1 to 2 (default: 1)'],
};

const texts = (kind: 'header' | 'footer', line: string): Rows => ({
  [`--${kind}-center <text>`]: ['done', `centred ${kind} text`],
  [`--${kind}-font-name <name>`]: ['done', `font of the ${kind} text (default: Arial)`],
  [`--${kind}-font-size <size>`]: ['done', `its size in points (default: 12)`],
  [`--${kind}-html <url>`]: [
    'done',
    `a page as ${kind}, with the fields in its query string; its links do not work`,
  ],
  [`--${kind}-left <text>`]: ['done', `${kind} text on the left`],
  [`--${kind}-line`]: ['done', `a line ${line} the ${kind}`],
  [`--no-${kind}-line`]: ['done', `no line (default)`],
  [`--${kind}-right <text>`]: ['done', `${kind} text on the right`],
  [`--${kind}-spacing <real>`]: ['done', `millimetres between ${kind} and contents (default: 0)`],
});

const headers: Rows = {
  ...texts('footer', 'above'),
  ...texts('header', 'below'),
  '--replace <name> <value>': ['done', 'replaces [name] in headers and footers (repeatable)'],
};

const tocs: Rows = {
  '--disable-dotted-lines': ['done', 'no dotted lines in the table of contents'],
  '--toc-header-text <text>': ['done', 'its title (default: Table of Contents)'],
  '--toc-level-indentation <width>': ['done', 'indentation of each level (default: 1em)'],
  '--disable-toc-links': ['done', 'its entries do not lead to their headings'],
  '--toc-text-size-shrink <real>': [
    'done',
    'size of the text of each level, relative to that above (default: 0.8)',
  ],
  '--xsl-style-sheet <file>': [
    'refused',
    'the table of contents is not made with XSLT; its flags change its looks',
  ],
};

export const flagSections = {
  'Global options': globals,
  'Outline options': outlines,
  'Page options': pages,
  'Header and footer options': headers,
  'TOC options': tocs,
} as const satisfies Record<string, Rows>;

/** Flags of pdfapi, which wkhtmltopdf does not have. */
export const ownFlags: Rows = {
  '--allow-host <host>': [
    'done',
    'a host (host or host:port) that is not public and pages may load from (repeatable)',
  ],
};

export interface WkFlag {
  /** `-T, --margin-top <length>`. */
  readonly usage: string;
  readonly name: string;
  readonly short: string | undefined;
  /** How many words follow it. */
  readonly args: number;
  readonly treatment: Treatment;
  readonly note: string;
}

export const wkFlags: readonly WkFlag[] = [...Object.values(flagSections), ownFlags].flatMap((rows) =>
  Object.entries(rows).map(([usage, [treatment, note]]) => ({
    usage,
    name: /--([\w-]+)/.exec(usage)?.[1] ?? '',
    short: /^-(\w),/.exec(usage)?.[1],
    args: usage.match(/<[^>]+>/g)?.length ?? 0,
    treatment,
    note,
  })),
);
