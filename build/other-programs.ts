/**
 * Programs that people come from, with the options that their documentation names. What those are called in pdfapi is in
 * `familiar-names.ts`, which also answers commands that still have them; `docs/migration.md` has both.
 */

interface OwnMeaning {
  readonly flag?: string;
  readonly field?: string;
  readonly note?: string;
}

export interface OtherProgram {
  readonly title: string;
  /** Markdown above the table. */
  readonly about: string;
  /** Whether the options are flags, which are written with dashes. */
  readonly flags: boolean;
  readonly options: string;
  /** Options that pdfapi has under the same name, or that mean something else in this program only. */
  readonly own?: Readonly<Record<string, OwnMeaning>>;
}

const output = { flag: '--output', field: 'filename', note: '`-o` is the same; `-o -` is stdout.' };
const timeout = { flag: '--timeout', note: 'With its unit: `30s`.' };
const same = (flag: string): OwnMeaning => ({ flag });

export const otherPrograms: readonly OtherProgram[] = [
  {
    title: 'wkhtmltopdf',
    about: `\`pdfapi wkhtmltopdf\` takes the command line of wkhtmltopdf as it is, so that wrappers such as wicked_pdf, pdfkit and
snappy keep working; the table is for those who write \`pdfapi html in.html -o out.pdf\` instead. Differences that one sees:
styles for print apply unless \`--media screen\` is given, the page is laid out by a current Chromium, and a page that a login
protects gets its headers and cookies for its own origin only. In headers and footers \`[page]\`, \`[topage]\` and \`[section]\` are
\`{{ page.number }}\`, \`{{ page.count }}\` and \`{{ page.section }}\`; with \`--margin-top auto\` the margin follows the header.
\`cover\` and \`toc\` are pages of the document: [pages as in a book](paged-media.md).`,
    flags: true,
    options: `collate no-collate cookie-jar copies d dpi extended-help H grayscale g help htmldoc image-dpi image-quality license
log-level lowquality l manpage margin-bottom B margin-left L margin-right R margin-top T orientation O page-height page-size s
page-width no-pdf-compression quiet q read-args-from-stdin readme title use-xserver version V
dump-default-toc-xsl dump-outline outline no-outline outline-depth
allow background no-background bypass-proxy-for cache-dir checkbox-checked-svg checkbox-svg cookie custom-header
custom-header-propagation no-custom-header-propagation debug-javascript no-debug-javascript default-header encoding
disable-external-links enable-external-links disable-forms enable-forms images no-images disable-internal-links
enable-internal-links disable-javascript n enable-javascript javascript-delay keep-relative-links load-error-handling
load-media-error-handling disable-local-file-access enable-local-file-access minimum-font-size exclude-from-outline
include-in-outline page-offset password disable-plugins enable-plugins post post-file print-media-type no-print-media-type
proxy p proxy-hostname-lookup radiobutton-checked-svg radiobutton-svg resolve-relative-links run-script
disable-smart-shrinking enable-smart-shrinking ssl-crt-path ssl-key-password ssl-key-path stop-slow-scripts
no-stop-slow-scripts disable-toc-back-links enable-toc-back-links user-style-sheet username viewport-size window-status zoom
footer-center footer-font-name footer-font-size footer-html footer-left footer-line no-footer-line footer-right
footer-spacing header-center header-font-name header-font-size header-html header-left header-line no-header-line
header-right header-spacing replace disable-dotted-lines toc toc-header-text toc-level-indentation disable-toc-links
toc-text-size-shrink xsl-style-sheet cover`,
    own: {
      help: same('--help'),
      quiet: { flag: '--quiet', note: '`-q` is the same.' },
      q: { flag: '--quiet' },
      version: { flag: '--version', note: '`-V` is the same.' },
      V: same('--version'),
      s: { flag: '--format', field: 'format', note: '`-s` sets a value of the data here.' },
      d: { note: 'A pixel of CSS is 1/96 inch. `-d` is a file of data here.' },
      dpi: { note: 'A pixel of CSS is 1/96 inch. `--dpi` is that of images here.' },
      password: { flag: '--basic-auth-file', field: 'basic_auth', note: 'With the name of the user.' },
      'margin-top': { flag: '--margin-top', field: 'margins.top', note: 'Millimetres, or with a unit.' },
      'margin-right': { flag: '--margin-right', field: 'margins.right' },
      'margin-bottom': { flag: '--margin-bottom', field: 'margins.bottom' },
      'margin-left': { flag: '--margin-left', field: 'margins.left' },
    },
  },
  {
    title: 'Gotenberg 8',
    about: `\`pdfapi serve --gotenberg\` answers the routes and form fields of Gotenberg 8, so that its clients keep working when
their address changes. The table is for those who call
[pdfapi's own API](http-api.md) or its commands. \`index.html\` is the field \`html\`, \`header.html\` and \`footer.html\` are
\`config.header\` and \`config.footer\`, and other files of the form keep their names. Lengths without a unit are inches in
Gotenberg and millimetres here.`,
    flags: false,
    options: `url singlePage paperWidth paperHeight marginTop marginBottom marginLeft marginRight preferCssPageSize
generateDocumentOutline generateTaggedPdf printBackground omitBackground landscape scale nativePageRanges
waitDelay waitWindowStatus waitForExpression waitForSelector skipNetworkIdleEvent skipNetworkAlmostIdleEvent
emulatedMediaType emulatedMediaFeatures cookies userAgent extraHttpHeaders
failOnHttpStatusCodes failOnResourceHttpStatusCodes ignoreResourceHttpStatusDomains failOnResourceLoadingFailed
failOnConsoleExceptions failOnConsoleMessageTypes
width height clip selector format quality optimizeForSpeed deviceScaleFactor
splitMode splitSpan splitUnify merge flatten pdfa pdfua metadata bookmarks autoIndexBookmarks titleBookmarks
rotateAngle rotatePages optimizeImages imageQuality embeds embedsMetadata
watermarkSource watermarkExpression watermarkPages watermarkOptions stampSource stampExpression stampPages stampOptions
facturxXml facturxConformanceLevel facturxDocumentType facturxVersion userPassword ownerPassword
allowPrinting allowCopying allowModifying allowAnnotating allowFillingForms allowAssembling downloadFrom
password updateIndexes exportFormFields allowDuplicateFieldNames exportBookmarks
exportBookmarksToPdfDestination exportPlaceholders exportNotes exportNotesPages exportOnlyNotesPages exportNotesInMargin
convertOooTargetToPdfTarget exportLinksRelativeFsys exportHiddenSlides skipEmptyPages addOriginalDocumentAsStream
singlePageSheets losslessImageCompression reduceImageResolution maxImageResolution nativePdfFormats
nativeWatermarkText nativeWatermarkColor nativeWatermarkFontHeight nativeWatermarkRotateAngle nativeWatermarkFontName
nativeTiledWatermarkText initialView initialPage magnification zoom pageLayout firstPageOnLeft resizeWindowToInitialPage
centerWindow openInFullScreenMode displayPDFDocumentTitle hideViewerMenubar hideViewerToolbar hideViewerWindowControls
useTransitionEffects openBookmarkLevels`,
    own: {
      pdfa: { flag: '--pdfa', field: 'pdfa', note: '`PDF/A-2b` is `2b`.' },
      pdfua: { flag: '--pdfua', field: 'pdfua' },
      metadata: { flag: '--meta', field: 'metadata', note: 'The names begin with a small letter: `title`.' },
      scale: { flag: '--scale', field: 'scale' },
      cookies: { flag: '--cookie', field: 'cookies' },
      url: { field: 'url', note: 'The address is the argument of `pdfapi html`.' },
      width: { flag: '--viewport', field: 'viewport', note: 'Of a screenshot.' },
      height: { flag: '--viewport', field: 'viewport', note: 'Of a screenshot.' },
      format: { flag: '--image', field: 'output', note: 'Of a screenshot: `png`, `jpeg` or `webp`.' },
      quality: { field: 'screenshot', note: 'Of a screenshot, beside `clip` and `optimizeForSpeed`.' },
      password: { note: 'Office files are not converted. `pdfapi unlock` opens a PDF.' },
      zoom: { note: 'How a viewer opens the PDF is left to the viewer.' },
    },
  },
  {
    title: 'Gotenberg 9',
    about: `Version 9 renamed fields, took the work on PDFs into \`stages\`, which run in the order that the request gives, and answers
a moved field of version 8 with 400. \`pdfapi serve --gotenberg\` keeps the fields of version 8. What Chromium takes has the names
above, except for these. A list of stages has no counterpart: the order of steps is fixed here (print, lay over, choose pages,
properties, standard, encrypt, sign), and finished PDFs have their own commands: \`merge\`, \`pages\`, \`fill\`, \`sign\`,
\`attachments\`, \`check\`.`,
    flags: false,
    options:
      'nativePages nativeBookmarks nativeTaggedPdf nativePdfa nativePdfua nativeQuality stages archives',
  },
  {
    title: 'Puppeteer',
    about: `Options of \`page.pdf()\`, and the calls before it that change what is printed. In a program they are options of
\`renderer.html()\` and \`renderer.webPage()\` in [the library](library.md), which has a browser of its own: \`launch\`, \`newPage\` and
\`close\` are \`openRenderer\` and its \`close\`. A header with the classes \`pageNumber\`, \`totalPages\`, \`title\` and \`date\` goes into
\`header\` as it is, and prints with the styles and fonts of the document. Pages load fonts and pictures before they are printed;
backgrounds are printed, and paper is A4 unless \`format\` or the CSS says otherwise.`,
    flags: false,
    options: `path scale displayHeaderFooter headerTemplate footerTemplate printBackground landscape pageRanges format width height
preferCSSPageSize margin omitBackground tagged outline timeout waitForFonts setContent goto setExtraHTTPHeaders authenticate
setCookie setUserAgent emulateMediaType emulateMediaFeatures emulateTimezone setViewport setJavaScriptEnabled waitForSelector
waitForFunction waitForNetworkIdle addStyleTag addScriptTag`,
    own: {
      scale: { flag: '--scale', field: 'scale' },
      format: { flag: '--format', field: 'format', note: 'A4 by default, not Letter.' },
      timeout,
    },
  },
  {
    title: 'Playwright',
    about: `As for Puppeteer; these are options of \`page.pdf()\`, of \`browser.newContext()\`, and calls.`,
    flags: false,
    options: `path scale displayHeaderFooter headerTemplate footerTemplate printBackground landscape pageRanges format width height
preferCSSPageSize margin tagged outline setContent goto extraHTTPHeaders httpCredentials addCookies storageState userAgent
emulateMedia colorScheme reducedMotion forcedColors timezoneId locale viewport deviceScaleFactor javaScriptEnabled ignoreHTTPSErrors baseURL
proxy waitForSelector waitForFunction waitForLoadState`,
    own: {
      scale: { flag: '--scale', field: 'scale' },
      format: { flag: '--format', field: 'format', note: 'A4 by default, not Letter.' },
      locale: { flag: '--locale', field: 'locale' },
      viewport: { flag: '--viewport', field: 'viewport' },
    },
  },
  {
    title: 'WeasyPrint',
    about: `The same CSS, as far as [this list](paged-media.md) goes. In addition \`counter-reset: page\` works at elements, and scripts run
before the pages are made.`,
    flags: true,
    options: `encoding e stylesheet s media-type m base-url u attachment a attachment-relationship pdf-identifier pdf-variant
pdf-version pdf-forms pdf-tags uncompressed-pdf xmp-metadata custom-metadata presentational-hints p output-intent srgb
optimize-images jpeg-quality j full-fonts hinting cache-folder c dpi D timeout t allowed-protocols fail-on-http-errors
no-http-redirects verbose v debug d quiet q version info i optimize-size`,
    own: {
      s: { note: 'Styles belong to the HTML. `-s` sets a value of the data here.' },
      'base-url': same('--base-url'),
      p: { note: 'Attributes such as width and bgcolor count, as in browsers.' },
      dpi: { note: 'Pictures keep their pixels. `--dpi` is that of images of pages here.' },
      c: { note: 'Nothing is kept from one document to the next.' },
      t: timeout,
      timeout,
      verbose: same('--verbose'),
      v: same('--verbose'),
      d: { flag: '--verbose', note: '`-d` is a file of data here.' },
      quiet: same('--quiet'),
      q: same('--quiet'),
      version: same('--version'),
      i: { note: 'See `pdfapi doctor`.' },
    },
  },
  {
    title: 'Prince',
    about: `The same CSS, except for its own properties: write \`@top-center\` for \`@top\`, \`string-set\` with \`content()\` for \`content\`,
\`running()\` for \`flow: static()\`, and \`bookmark-level\` for \`prince-bookmark-level\`. JavaScript is that of a browser and runs unless
\`--no-scripts\` is given.`,
    flags: true,
    options: `help version credits verbose v debug log no-warn-css-unknown no-warn-css-unsupported no-warn-css input input-list
baseurl remap fileroot iframes xinclude xml-external-entities xxe xml-parse-huge no-local-files no-network no-redirects
auth-user auth-password auth-server auth-scheme auth-method auth no-auth-preemptive http-proxy http-timeout cookie cookie-file
cookiejar ssl-cacert ssl-capath ssl-cert ssl-cert-type ssl-key ssl-key-type ssl-key-password ssl-version ssl-no-revoke
no-ssl-revoke-best-effort insecure no-parallel-downloads javascript script max-passes prince-pdf-script
prince-pdf-event-script style s media page-size page-margin no-author-style no-default-style output o pdf-lang pdf-profile
pdf-output-intent attach no-artificial-fonts no-embed-fonts no-subset-fonts no-system-fonts no-rename-duplicate-fonts
force-identity-encoding no-compress no-object-streams convert-colors fallback-cmyk-profile tagged-pdf pdf-forms css-dpi
pdf-title pdf-subject pdf-author pdf-keywords pdf-creator pdf-xmp pdf-xmp-metadata encrypt key-bits user-password
owner-password disallow-print disallow-copy allow-copy-for-accessibility disallow-annotate disallow-modify allow-assembly
raster-output raster-format raster-jpeg-quality raster-pages raster-dpi raster-threads raster-background scanfonts
font-specimen http-header user-agent shell capture replay control job structured-log no-structured-log fail-dropped-content
fail-missing-resources fail-incorrect-references fail-stripped-transparency fail-missing-glyphs fail-pdf-profile-error
fail-pdf-tag-error fail-invalid-license fail-safe license-file license-key`,
    own: {
      help: same('--help'),
      version: same('--version'),
      verbose: same('--verbose'),
      v: same('--verbose'),
      s: { note: 'Styles belong to the HTML. `-s` sets a value of the data here.' },
      output,
      o: output,
      attach: same('--attach'),
      media: { flag: '--media', field: 'media', note: '`print` or `screen`.' },
      cookie: { flag: '--cookie', field: 'cookies', note: '`name=value`.' },
      'user-agent': { flag: '--user-agent', field: 'user_agent' },
    },
  },
  {
    title: 'DocRaptor',
    about: `Fields of \`POST /docs\`; \`prince_options\` are those of Prince above, with underscores. The key of the account is a token in
the header \`Authorization: Bearer …\`, and the request goes to \`/api/v1/html-to-pdf\` of your own server.`,
    flags: false,
    options: `type document_type document_content document_url name test pipeline strict javascript ignore_resource_errors
ignore_console_messages tag help referrer async callback_url hosted hosted_download_limit hosted_expires_at prince_options
baseurl no_xinclude no_network http_user http_password http_proxy http_timeout insecure media no_author_style
no_default_style no_embed_fonts no_subset_fonts no_compress encrypt key_bits user_password owner_password disallow_print
disallow_copy disallow_annotate disallow_modify debug input css_dpi profile pdf_title`,
    own: { media: { flag: '--media', field: 'media', note: '`print` or `screen`.' } },
  },
  {
    title: 'Chrome without a window',
    about: `\`chrome --headless --print-to-pdf=out.pdf ADDRESS\` is \`pdfapi html ADDRESS -o out.pdf\`.`,
    flags: true,
    options: `headless print-to-pdf no-pdf-header-footer print-to-pdf-no-header generate-pdf-document-outline disable-pdf-tagging
screenshot window-size dump-dom timeout virtual-time-budget default-background-color user-agent proxy-server
ignore-certificate-errors hide-scrollbars disable-gpu no-sandbox user-data-dir disable-dev-shm-usage
run-all-compositor-stages-before-draw`,
    own: {
      screenshot: { flag: '--screenshot', field: 'screenshot', note: 'With `-o page.png`.' },
      timeout: {
        flag: '--timeout',
        note: 'With its unit: `5s`. It is an error if the page is not ready then.',
      },
      'user-agent': { flag: '--user-agent', field: 'user_agent' },
      'no-sandbox': same('--no-sandbox'),
    },
  },
];

/** The options as their program writes them: `--page-size`, `-s`, `paperWidth`. */
export const optionsOf = ({ flags, options }: OtherProgram): readonly string[] =>
  options.split(/\s+/).map((name) => (flags ? `${name.length === 1 ? '-' : '--'}${name}` : name));
