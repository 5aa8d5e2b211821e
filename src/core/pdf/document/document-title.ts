/** What a document calls itself. */
import type { PdfReader } from '../reading/reader.ts';
import { decodeText } from '../text-string.ts';

/**
 * As a title: the address of a page that has none. A full browser writes it without `http://`; a host that ends with
 * `.invalid` is that of documents alone (RFC 6761).
 */
const address =
  /^(?:about:\w*$|blob:\S*$|data:[^\s,]*,|(?:https?|file|chrome|chrome-error):\/\/\S*$|[\w.-]{1,200}\.invalid(?:\/\S*)?$)/i;

/** Undefined when there is no title, or only the address that Chromium writes instead of one. */
export function documentTitle(file: PdfReader): string | undefined {
  const info = file.dict(file.trailer, 'Info');
  const title = info && file.string(info, 'Title');
  const text = title ? decodeText(title).trim() : '';
  return text === '' || isAddress(text) ? undefined : text;
}

export function isAddress(title: string): boolean {
  return address.test(title);
}
