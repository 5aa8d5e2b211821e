/** The flags of `pdfapi wkhtmltopdf` are those that wkhtmltopdf 0.12.6 documents. */
import { expect, it } from 'vitest';
import { ownFlags, wkFlags } from '../../../../src/cli/commands/wkhtmltopdf/flag-table.ts';

/** Names of `wkhtmltopdf --extended-help` with patched Qt, and of two older flags that wrappers still give. */
const documented = `
collate no-collate cookie-jar copies dpi extended-help grayscale help htmldoc image-dpi image-quality license log-level
lowquality manpage margin-bottom margin-left margin-right margin-top no-pdf-compression orientation output-format page-height
page-size page-width quiet read-args-from-stdin readme title use-xserver version
dump-default-toc-xsl dump-outline outline no-outline outline-depth
allow background no-background bypass-proxy-for cache-dir checkbox-checked-svg checkbox-svg cookie custom-header
custom-header-propagation no-custom-header-propagation debug-javascript no-debug-javascript default-header encoding
disable-external-links enable-external-links disable-forms enable-forms images no-images disable-internal-links
enable-internal-links disable-javascript enable-javascript javascript-delay keep-relative-links resolve-relative-links
load-error-handling load-media-error-handling disable-local-file-access enable-local-file-access minimum-font-size
exclude-from-outline include-in-outline page-offset password disable-plugins enable-plugins post post-file print-media-type
no-print-media-type proxy proxy-hostname-lookup radiobutton-checked-svg radiobutton-svg run-script disable-smart-shrinking
enable-smart-shrinking ssl-crt-path ssl-key-password ssl-key-path stop-slow-scripts no-stop-slow-scripts
disable-toc-back-links enable-toc-back-links user-style-sheet username viewport-size window-status zoom
footer-center footer-font-name footer-font-size footer-html footer-left footer-line no-footer-line footer-right
footer-spacing header-center header-font-name header-font-size header-html header-left header-line no-header-line
header-right header-spacing replace
disable-dotted-lines toc-header-text toc-level-indentation disable-toc-links toc-text-size-shrink xsl-style-sheet
`
  .trim()
  .split(/\s+/);

const shortFlags =
  'd=dpi H=extended-help g=grayscale h=help l=lowquality B=margin-bottom L=margin-left R=margin-right T=margin-top O=orientation s=page-size q=quiet V=version n=disable-javascript p=proxy';

const ownNames = Object.keys(ownFlags).map((usage) => usage.match(/--([\w-]+)/)?.[1]);
const theirs = wkFlags.filter(({ name }) => !ownNames.includes(name));

it('has a row for each documented flag, and for no other', () => {
  expect(theirs.map(({ name }) => name).toSorted()).toEqual(documented.toSorted());
});

it('has the short flags', () => {
  const pairs = theirs.flatMap(({ name, short }) => (short === undefined ? [] : [`${short}=${name}`]));
  expect(pairs.toSorted()).toEqual(shortFlags.split(' ').toSorted());
});

it('takes as many words as each flag has there', () => {
  const named = (count: number) => theirs.filter(({ args }) => args === count).map(({ name }) => name);
  expect(named(2).toSorted()).toEqual(['cookie', 'custom-header', 'post', 'post-file', 'replace']);
  expect(named(0)).toContain('header-line');
  expect(named(1)).toContain('header-left');
});

it('says in a few words what becomes of each', () => {
  for (const { note } of wkFlags) expect(note).toMatch(/^.{5,130}[^.]$/);
});
