/**
 * Options of other programs that are no option here: what happens without them, what takes their place, or why there is
 * nothing like them. By their names, as in `familiar-names.ts`.
 */
export const familiarNotes: Readonly<Record<string, string>> = {
  // What a PDF has anyhow.
  'pdftags taggedpdf nativetaggedpdf': 'Every PDF has accessibility tags.',
  'nativebookmarks generatepdfdocumentoutline': 'Headings are bookmarks of every PDF.',
  'nooutline outlinedepth excludefromoutline includeinoutline bookmarksmaxlevel':
    'Which headings are bookmarks is CSS: h4, h5 { bookmark-level: none }.',
  'bookmarks autoindexbookmarks titlebookmarks':
    'Headings are bookmarks, and a merge has an entry for each document.',
  nopdfheaderfooter: 'Nothing is printed into the margins without a header or footer.',
  printtopdfnoheader: 'Nothing is printed into the margins without a header or footer.',
  'images noimages': 'Pictures are printed unless the CSS hides them: img { display: none }.',
  'disableexternallinks enableexternallinks disableinternallinks enableinternallinks keeprelativelinks resolverelativelinks':
    'Links of the page are links of the PDF; an <a> without href is none.',
  'fullfonts hinting noembedfonts nosubsetfonts noartificialfonts nosystemfonts norenameduplicatefonts forceidentityencoding':
    'Fonts are always embedded, as subsets.',
  'srgb outputintent pdfoutputintent convertcolors fallbackcmykprofile':
    'Colours are sRGB, which is the output intent of PDF/A too; there is no CMYK.',
  'pdfversion pdfidentifier':
    'The version of PDF follows from what the file has, and its identifier is made for it.',
  'iframes noparalleldownloads': 'Frames and other resources are loaded as browsers do.',
  presentationalhints: 'Attributes such as width and bgcolor count, as in browsers.',
  'enablesmartshrinking disablesmartshrinking':
    'Lengths are those of the CSS. Only what is wider than its page is made smaller, with a warning.',
  'cssdpi dpi': 'A pixel of CSS is 1/96 inch.',
  waitforfonts: 'Fonts are always waited for.',
  'devicescalefactor quality': 'Images of pages have --dpi, and are of good quality.',
  'customheaderpropagation nocustomheaderpropagation':
    'Headers are sent with every request to the origin that they are for, and with no other.',
  'headless disablegpu userdatadir hidescrollbars runallcompositorstagesbeforedraw disabledevshmusage usexserver':
    'Chromium runs headless, and each document has a profile of its own.',
  'cachedir cachefolder c': 'Nothing is kept from one document to the next.',
  'test pipeline': 'Every PDF is a full one, without a watermark.',

  // What the HTML or its CSS says.
  'grayscale g': 'Colours are those of the CSS; nothing turns them into grey.',
  minimumfontsize: 'Font sizes are CSS: body { font-size: max(1em, 9pt) }.',
  pageoffset: 'The first number is CSS: body { counter-reset: page 5 }.',
  defaultbackgroundcolor: 'The background is CSS: html { background: #fff }.',
  style: 'Styles belong to the HTML: <link rel="stylesheet"> or <style>.',
  'noauthorstyle nodefaultstyle addstyletag': 'Styles are those of the HTML, over those of Chromium.',
  'runscript script addscripttag maxpasses princepdfscript princepdfeventscript':
    'Scripts belong to the HTML: <script>.',
  e: 'Text is UTF-8, or what its <meta charset> says.',
  'checkboxsvg checkboxcheckedsvg radiobuttonsvg radiobuttoncheckedsvg':
    'How boxes of forms look is CSS: input { appearance: none; background: … }.',
  'dumpoutline dumpdefaulttocxsl xslstylesheet tocheadertext toclevelindentation toctextsizeshrink disabledottedlines disabletoclinks enabletocbacklinks disabletocbacklinks':
    'A table of contents is HTML with its own styles, whose page numbers are CSS: target-counter().',
  'input i xinclude noxinclude xxe xmlexternalentities xmlparsehuge':
    'The input is HTML or Markdown: turn XML into HTML first.',

  // What other commands do.
  'merge stages readargsfromstdin inputlist l':
    'pdfapi merge makes one PDF from several files, and pdfapi html -o one from each.',
  'splitmode splitspan splitunify split':
    'Finished PDFs are split with pdfapi pages: --split-every or --split-outline.',
  'rotateangle rotatepages': 'Pages of finished PDFs are turned with pdfapi pages --rotate.',
  flatten: 'Fields of finished PDFs are drawn into the pages with pdfapi fill --flatten.',
  'htmldoc manpage readme extendedhelp H credits info license licensefile licensekey':
    'See pdfapi --help and pdfapi doctor.',
  'control job server': 'A browser that stays open for many documents: pdfapi serve.',
  'capture replay shell scanfonts fontspecimen dumpdom': 'pdfapi makes PDFs and images only.',
  'async callbackurl webhook webhookurl':
    'A request with the header Prefer: respond-async is a job; webhooks of the server tell when it has ended.',
  'downloadfrom archives': 'Files are sent with the request, or loaded by the page from their addresses.',
  'tag help': 'A server keeps no notes about a document; its id is in the response.',

  // What is left to other programs.
  'copies collate nocollate': 'Copies are made by the printer; --pages 1-,1- has every page twice.',
  'proxy p proxyserver httpproxy bypassproxyfor proxyhostnamelookup':
    'Pages are fetched without a proxy: fetch the HTML with curl --proxy, and print that.',
  'post postfile': 'Addresses are fetched with GET: send the form with curl, and print its answer.',
  'sslcrtpath sslkeypath sslkeypassword sslcert sslcerttype sslkey sslkeytype':
    'There are no client certificates: fetch the HTML with curl --cert, and print that.',
  'insecure ignorehttpserrors ignorecertificateerrors sslcacert sslcapath sslversion sslnorevoke nosslrevokebesteffort':
    'Certificates of web pages are always verified.',
  'noredirects nohttpredirects': 'Redirects are followed, and each address is checked as the first.',
  'lowquality imagedpi imagequality jpegquality j D reduceimageresolution maximageresolution losslessimagecompression optimizeimages':
    'Pictures keep their pixels and their quality: make them smaller before.',
  'enableplugins disableplugins': 'There are no plugins.',
  'updateindexes exportformfields allowduplicatefieldnames exportbookmarks exportbookmarkstopdfdestination exportplaceholders exportnotes exportnotespages exportonlynotespages exportnotesinmargin convertoootargettopdftarget exportlinksrelativefsys exporthiddenslides skipemptypages addoriginaldocumentasstream singlepagesheets nativepdfformats nativewatermarktext nativewatermarkcolor nativewatermarkfontheight nativewatermarkrotateangle nativewatermarkfontname nativetiledwatermarktext nativequality':
    'Office files are not converted: turn them into PDFs with LibreOffice, and join those with pdfapi merge.',
  'initialview initialpage magnification pagelayout firstpageonleft resizewindowtoinitialpage centerwindow openinfullscreenmode displaypdfdocumenttitle hideviewermenubar hideviewertoolbar hideviewerwindowcontrols usetransitioneffects openbookmarklevels':
    'How a viewer opens the PDF is left to the viewer.',
};
