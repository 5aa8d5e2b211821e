/** What an object names: a file, a web page, or the HTML on stdin. */
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readHtmlBytes } from '#template/load/read-html-file';
import { readWebPage } from '#template/load/read-web-page';
import type { HtmlTemplate } from '#template/model/template';
import type { TemplateSources } from '#template/model/template-sources';
import { readStdin } from '../../io/streams.ts';
import type { FlagValues } from './flag-values.ts';
import { localFiles, withoutFileScheme } from './local-files.ts';
import { WkFailure } from './wk-failure.ts';

export interface WkPage {
  readonly template: HtmlTemplate;
  readonly sources: TemplateSources;
  /** What `[webpage]` is. */
  readonly address: string;
  /** Set for a web page. */
  readonly url?: URL | undefined;
}

/** `query`: added to the address, `?page=1`. Throws `WkFailure` for what cannot be read. */
export async function openInput(input: string, flags: FlagValues, query = ''): Promise<WkPage> {
  const place = await findPlace(input);
  if ('url' in place) {
    const url = new URL(place.url);
    if (query) url.search = url.search ? `${url.search}&${query.slice(1)}` : query;
    const { username, password } = url;
    if (username || password) {
      throw loadFailure(input, 'give the name and the password with --username and --password');
    }
    const { template, sources } = readWebPage(url, { twig: false });
    return { template, sources, address: place.url.href, url };
  }
  const { file } = place;
  const bytes = file === undefined ? await readStdin() : await readPage(input, file);
  const { template, sources } = await readHtmlBytes(file ?? 'stdin', decoded(bytes, flags));
  const assets = { ...(await localFiles(flags, file)), documentQuery: query || undefined };
  const own = { ...template, html: withoutFileScheme(template.html), twig: false, assets };
  return { template: own, sources, address: file === undefined ? input : `file://${file}` };
}

export const loadFailure = (input: string, reason: string, options?: ErrorOptions): WkFailure =>
  new WkFailure(
    `Failed loading page ${input} (sometimes it will work just to ignore this error with --load-error-handling ignore)\n${reason}`,
    'failed',
    options,
  );

type Place = { readonly file: string | undefined } | { readonly url: URL };

/** A path comes first, then what looks like an address without its scheme, as there. */
async function findPlace(input: string): Promise<Place> {
  if (input === '-') return { file: undefined };
  if (/^https?:\/\//i.test(input)) {
    if (URL.canParse(input)) return { url: new URL(input) };
    throw loadFailure(input, 'It is not an address.');
  }
  if (/^file:/i.test(input)) return { file: pathOf(input) };
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(input))
    throw loadFailure(input, 'Only http, https and files are supported.');
  const isFile = await stat(input).then(
    (found) => !found.isDirectory(),
    () => false,
  );
  if (isFile) return { file: input };
  const isHost = /^(?:localhost|(?:[a-z0-9-]+\.)+[a-z]{2,})(?::\d+)?(?:[/?#].*)?$/i.test(input);
  if (isHost && !/\.x?html?$/i.test(input)) return { url: new URL(`http://${input}`) };
  throw loadFailure(input, 'There is no such file.');
}

function pathOf(address: string): string {
  try {
    return fileURLToPath(address.replace(/[?#].*$/, ''));
  } catch (error) {
    throw loadFailure(address, 'It is not the address of a file on this machine.', { cause: error });
  }
}

async function readPage(input: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw loadFailure(input, isMissing ? 'There is no such file.' : 'It cannot be read.', { cause: error });
  }
}

/** `--encoding` is for a text that says nothing itself. Returns UTF-8 then. */
function decoded(bytes: Uint8Array, flags: FlagValues): Uint8Array {
  const encoding = flags.text('encoding');
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (
    encoding === undefined ||
    /^(?:\xff\xfe|\xfe\xff|\xef\xbb\xbf)|<meta[^>]+charset|^<\?xml[^>]+encoding/i.test(head)
  ) {
    return bytes;
  }
  try {
    return Buffer.from(new TextDecoder(encoding).decode(bytes), 'utf8');
  } catch (error) {
    throw new WkFailure(`--encoding ${encoding} is not known`, 'failed', { cause: error });
  }
}
