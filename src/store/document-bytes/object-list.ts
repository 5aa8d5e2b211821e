/** Reads the XML of S3: the response to ListObjectsV2, and the code of an error. */

export interface ObjectList {
  readonly objects: readonly { readonly key: string; readonly modifiedAt: Date }[];
  /** Continues the list. Undefined at its end. */
  readonly next: string | undefined;
}

/**
 * Throws an `Error` for anything that is not a whole response: an object that is overlooked would do no harm, but one
 * with a wrong time would.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 */
export function parseObjectList(xml: string): ObjectList {
  const objects: { key: string; modifiedAt: Date }[] = [];
  let current: Record<string, string> | undefined;
  const rest: Record<string, string> = {};
  for (const { name, text } of tags(xml)) {
    if (name === 'Contents') current = {};
    else if (name === '/Contents') {
      const { Key: key, LastModified: time = '' } = current ?? {};
      const modifiedAt = new Date(time);
      if (!key || Number.isNaN(modifiedAt.getTime())) throw new Error('an object has no key or no time');
      objects.push({ key, modifiedAt });
      current = undefined;
    } else (current ?? rest)[name] ??= text;
  }
  if (rest.ListBucketResult === undefined || rest['/ListBucketResult'] === undefined) {
    throw new Error('the response is not a list of objects');
  }
  if (rest.IsTruncated?.trim() !== 'true') return { objects, next: undefined };
  const { NextContinuationToken: next } = rest;
  if (!next) throw new Error('the list is not complete and cannot be continued');
  return { objects, next };
}

export interface BegunUpload {
  readonly key: string;
  readonly uploadId: string;
  readonly begunAt: Date;
}

/**
 * Returns the uploads in parts that were begun and have not ended: the first page of them. Those without a time are left out.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListMultipartUploads.html
 */
export function parseUploadList(xml: string): BegunUpload[] {
  const uploads: BegunUpload[] = [];
  let current: Record<string, string> = {};
  for (const { name, text } of tags(xml)) {
    if (name === 'Upload') current = {};
    else if (name === '/Upload') {
      const { Key: key, UploadId: uploadId, Initiated: time = '' } = current;
      const begunAt = new Date(time);
      if (key && uploadId && !Number.isNaN(begunAt.getTime())) uploads.push({ key, uploadId, begunAt });
    } else current[name] ??= text;
  }
  return uploads;
}

/** Returns the code of an error response, such as `NoSuchKey`. */
export const errorCodeOf = (xml: string): string | undefined => firstTextOf(xml, 'Code');

/** Returns the text of the first tag of this name, without white space around it. Undefined if there is none. */
export function firstTextOf(xml: string, tag: string): string | undefined {
  for (const { name, text } of tags(xml)) if (name === tag) return text.trim() || undefined;
  return undefined;
}

/** Returns each tag without its attributes and the prefix of its namespace, and the text that follows it. */
function* tags(xml: string): Generator<{ readonly name: string; readonly text: string }> {
  for (const piece of xml.split('<').slice(1)) {
    const end = piece.indexOf('>');
    if (end < 0) continue;
    const [tag = ''] = piece.slice(0, end).split(/\s/, 1);
    const isEnd = tag.startsWith('/');
    const local = tag.slice(tag.indexOf(':') + 1).replace('/', '');
    yield { name: isEnd ? `/${local}` : local, text: unescapeXml(piece.slice(end + 1)) };
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi,
    (found, hexadecimal?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? found;
      const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
      return code <= 0x10_ffff ? String.fromCodePoint(code) : found;
    },
  );
}
