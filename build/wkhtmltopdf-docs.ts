/** `docs/wkhtmltopdf.md`: what becomes of each flag, from the table of the command. */
import { flagSections, ownFlags } from '../src/cli/commands/wkhtmltopdf/flag-table.ts';
import { markdownTable } from './markdown-table.ts';

export function wkhtmltopdfPage(): string {
  const tables = Object.entries({ ...flagSections, 'Options of pdfapi': ownFlags }).map(([title, rows]) => {
    const cells = Object.entries(rows).map(([usage, [treatment, note]]) => [`\`${usage}\``, treatment, note]);
    return `### ${title}\n\n${markdownTable(['Flag', 'What becomes of it', ''], cells)}\n`;
  });
  return `# In place of wkhtmltopdf

\`pdfapi wkhtmltopdf\` takes the command line of wkhtmltopdf 0.12.6 with patched Qt, and prints with a current Chromium:

\`\`\`sh
pdfapi wkhtmltopdf -s Letter -T 20mm page.html page.pdf
pdfapi wkhtmltopdf --footer-center '[page] / [topage]' cover cover.html toc a.html https://example.com book.pdf
echo '<h1>Hello</h1>' | pdfapi wkhtmltopdf - - > hello.pdf
\`\`\`

Programs that start \`wkhtmltopdf\` get it as a link with that name:

\`\`\`sh
ln -s "$(command -v pdfapi)" /usr/local/bin/wkhtmltopdf
wkhtmltopdf --version
\`\`\`

Wrappers were tried with such a link, with options, headers, covers and tables of contents where they have them: \`pdfkit\` of
Python, \`PDFKit\` and \`wicked_pdf\` of Ruby, \`knp-snappy\` and \`phpwkhtmltopdf\` of PHP, and \`wkhtmltopdf\` of npm.

All words after \`pdfapi wkhtmltopdf\` are its own. Options of pdfapi come before it (\`pdfapi --timeout 5m wkhtmltopdf …\`), and
its [environment variables](cli.md) apply, such as \`PDFAPI_BROWSER\`, \`PDFAPI_NO_SANDBOX\` and \`PDFAPI_ALLOW_HOSTS\`. It always
prints on this machine, and never on a server.

## What is as there

- **Objects.** \`[page] <input>\`, \`cover <input>\` and \`toc\`, each with options of its own after it; options before the first
  one are for all. A cover has no header, no footer and no entry in the outline. All are one PDF with one outline, and page
  numbers run over all of them.
- **Headers and footers.** Texts with \`[page]\`, \`[topage]\`, \`[frompage]\`, \`[section]\`, \`[subsection]\`, \`[subsubsection]\`,
  \`[title]\`, \`[doctitle]\`, \`[webpage]\`, \`[date]\`, \`[isodate]\`, \`[time]\`, \`[sitepage]\`, \`[sitepages]\` and those of \`--replace\`;
  pages (\`--header-html\`) with the same fields in their query string, in whose place their scripts put them. The section is
  the heading that a page begins with, or else the last one before it.
- **Local files.** As of 0.12.6, a page reads no file but itself without \`--allow\` or \`--enable-local-file-access\`.
- **Styles for screens**, unless \`--print-media-type\` asks for those for print.
- **Exit codes.** 0; 2 for a page that is answered with 404, 3 for one with 401, and 1 for everything else. Progress and
  warnings are on stderr, in the same words; \`--quiet\` leaves errors.

## What is different

- **Sizes.** A CSS pixel is 1/96 inch, as \`--disable-smart-shrinking\` has it. wkhtmltopdf makes pages smaller by a factor
  that depends on the machine, so that text was smaller there: \`--zoom 0.78\` comes near to it.
- **Layout.** Chromium knows flexbox, grid, current CSS and JavaScript, and breaks pages between lines. Tricks for the old
  engine (\`-webkit-box\`, tables for columns, \`page-break-inside\` on everything) still work, and are no longer needed.
- **Time.** A page is printed when it and its files have loaded, fonts are there and scripts are done. \`--javascript-delay\`
  waits longer; there is no delay without it. A page has two minutes; \`pdfapi --timeout 5m wkhtmltopdf\` gives it more.
- **Network.** A page may load from public addresses, and from the host and port of pages that the command names. Other hosts
  that are not public, such as the servers of your own network, need \`--allow-host\` or \`PDFAPI_ALLOW_HOSTS\`, so that a page
  with the text of strangers cannot read them. Headers, cookies and passwords go to the origin of the page and to no other.
- **Certificates** of servers are checked; wkhtmltopdf accepted all.
- **Missing files** of a page are warnings. wkhtmltopdf wrote the PDF and then ended with exit code 1 for some of them.
- **Headers that are pages** are printed once for each page of the PDF if they have scripts, which takes longer than a text; once
  for all pages without.
- **Links** in headers and footers that are pages do not work.

## Flags

\`done\`: as there. \`mapped\`: done in another way. \`ignored\`: taken, with a warning that it has no effect. \`refused\`: an error,
because the PDF would not be what was wanted.

${tables.join('\n')}
This page is generated from the table of the command (\`src/cli/commands/wkhtmltopdf/flag-table.ts\`) by \`npm run docs\`.
`;
}
