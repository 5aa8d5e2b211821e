/** What an argument of `pdfapi html` names: a web page, or a file that is there. */
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import { statPath } from '../../io/stat-path.ts';
import { commandOf } from '../../options/output/output-argument.ts';
import type { HtmlFlags } from './html-flags.ts';

/** Catches the most likely mistakes cheaply, before a browser is started. `-` is stdin. */
export function checkPageFile(file: string, { assets }: HtmlFlags): void {
  if (assets !== undefined && !statPath(assets)?.isDirectory()) {
    throw new Failure('file_unreadable', `Cannot read --assets ${assets}: it is not a folder.`);
  }
  if (file === '-') return;
  const found = statPath(file);
  if (!found) {
    const failure = fileFailure('file_unreadable', file, { code: 'ENOENT' });
    if (!isAddressLike(file)) throw failure;
    throw new Failure(failure.code, failure.message, { hint: `For a web page: pdfapi html https://${file}` });
  }
  if (!found.isDirectory()) {
    assertIsNoData(file);
    return;
  }
  const folder = file.replace(/(?<=.)\/+$/, '');
  throw new Failure('usage', `${file} is a folder, but html needs files.`, {
    hint: `Its files, a PDF of each: ${commandOf('pdfapi html', [folder])}/*.html -o out/. A template folder: ${commandOf('pdfapi generate', [file])}`,
  });
}

const rowsFile = /\.(?:csv|tsv|tab|ndjson|jsonl|xlsx?|ods)$/i;

/** They would be printed as a text. Throws `usage`, which names the commands that are meant. */
function assertIsNoData(file: string): void {
  const isRows = rowsFile.test(file);
  if (!isRows && !/\.json$/i.test(file)) return;
  const one = isRows ? '--rows' : '-d';
  const onePage = commandOf('pdfapi html page.html', [one, file]);
  throw new Failure('usage', `${file} is data, but html needs a page of HTML or Markdown.`, {
    hint: isRows
      ? `One PDF of each row: ${commandOf('pdfapi batch <template>', [file])}. A page with all rows: ${onePage}`
      : `With a template: ${commandOf('pdfapi generate <template>', ['-d', file])}. With a page: ${onePage}`,
  });
}

/**
 * Returns the address of a web page, or undefined for a file. Throws `usage` for an address that cannot be printed.
 *
 * @example
 * pageAddress('https://example.com'); // URL
 * pageAddress('page.html'); // undefined
 */
export function pageAddress(text: string): URL | undefined {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text) ?? [];
  if (scheme === undefined) return undefined;
  const hint = 'Give an address such as https://example.com/page.html, or the path of an HTML file.';
  if (!/^https?$/i.test(scheme)) {
    throw new Failure('usage', `${text} cannot be printed: only http and https addresses can.`, { hint });
  }
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (!address) throw new Failure('usage', `${text} is not an address.`, { hint });
  if (address.username || address.password) {
    throw new Failure('usage', 'The address contains a user name or a password, which others could read.', {
      hint: 'Put them into a file, name:password, for --basic-auth-file.',
    });
  }
  return address;
}

/** Whether a path without a file may be an address without its scheme: `example.com/docs`. */
const isAddressLike = (text: string): boolean =>
  /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?(?:\/|$)/i.test(text) &&
  !/\.(?:x?html?|md|json|txt|pdf|docx?|xml|svg)$/i.test(text) &&
  !rowsFile.test(text);

/** Rejects options of files, and those of a server if none renders. Throws `usage`. */
export function assertWebPageOptions(options: HtmlFlags, usesServer = false): void {
  if (!usesServer && (options.url !== undefined || options.upload !== undefined)) {
    const flag = options.url === undefined ? '--upload' : '--url';
    throw new Failure('usage', `${flag} needs a server, but the web page is rendered locally.`, {
      hint: 'Write the PDF to a file with -o, or name a server: --profile, or pdfapi login.',
    });
  }
  if (options.markdown) {
    throw new Failure('usage', '--markdown is for files; a web page is HTML.');
  }
  if (options.assets !== undefined) {
    throw new Failure(
      'usage',
      '--assets is for HTML files; a web page loads its files from its own address.',
    );
  }
  if (options.baseUrl !== undefined) {
    throw new Failure(
      'usage',
      '--base-url is for HTML files; the links of a web page are relative to its own address.',
    );
  }
}
