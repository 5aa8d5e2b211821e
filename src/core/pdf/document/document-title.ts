/** What a document calls itself. */
import type { PdfReader } from '../reading/reader.ts';
import { decodeText } from '../text-string.ts';

/** As a title: the address of a page that has none. */
const address = /^(?:about:\w*$|blob:\S*$|data:[^\s,]*,|(?:https?|file|chrome|chrome-error):\/\/\S*$)/i;

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
