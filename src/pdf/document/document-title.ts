/** The title of a document. */
import type { PdfReader } from '../reading/reader.ts';
import { decodeTextString } from '../text-string.ts';
import { documentInfo } from '../xmp/document-info.ts';

/**
 * Matches the address that Chromium uses as the title of an untitled page. Full Chrome omits `http://`. A host that
 * ends with `.invalid` (RFC 6761) is only ever used for rendered documents.
 */
const address =
  /^(?:about:\w*$|blob:\S*$|data:[^\s,]*,|(?:https?|file|chrome|chrome-error):\/\/\S*$|[\w.-]{1,200}\.invalid(?:\/\S*)?$)/i;

/** Undefined if there is no title, or only the address that Chromium writes in place of one. */
export function documentTitle(file: PdfReader): string | undefined {
  const title = file.string(documentInfo(file), 'Title');
  const text = title ? decodeTextString(title).trim() : '';
  return text === '' || isAddress(text) ? undefined : text;
}

export function isAddress(title: string): boolean {
  return address.test(title);
}
