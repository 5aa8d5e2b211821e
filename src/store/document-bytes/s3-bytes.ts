/** Keeps the bytes of each document in an object of an S3-compatible storage, named after its id. */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Failure } from '#contract/errors';
import { contentDisposition } from '#contract/files/content-disposition';
import {
  bytesMissing,
  type DocumentBytes,
  type DocumentContent,
  isDocumentId,
  type LeftoverAges,
  type OpenBytes,
  wholeBytes,
} from './document-bytes.ts';
import { errorCodeOf, parseObjectList, parseUploadList } from './object-list.ts';
import { S3Client, type S3Credentials } from './s3-client.ts';
import type { S3Location } from './s3-location.ts';
import { partBytes, uploadParts } from './s3-multipart.ts';

export interface S3Options {
  readonly location: S3Location;
  readonly credentials: S3Credentials;
  /** Milliseconds for the response to a request. Default: 10,000. A test waits less. */
  readonly limitMs?: number | undefined;
}

const contentType = 'application/pdf';

interface DatedId {
  readonly id: string;
  readonly modifiedAt: Date;
}

export class S3Bytes implements DocumentBytes {
  readonly #location: S3Location;
  readonly #client: S3Client;

  constructor({ location, credentials, limitMs }: S3Options) {
    this.#location = location;
    this.#client = new S3Client(location, credentials, limitMs);
  }

  async write(id: string, content: DocumentContent): Promise<void> {
    if (!(content instanceof Uint8Array) && content.length > partBytes) {
      const findSize = async () => (await this.#find(id))?.size;
      await uploadParts({ client: this.#client, url: this.#addressOf(id), contentType, findSize }, content);
      return;
    }
    const response = await this.#client.send({
      method: 'PUT',
      url: this.#addressOf(id),
      headers: { 'content-type': contentType },
      body: await wholeBytes(content, this.#location.name),
    });
    await this.#expectDone(response);
  }

  async read(id: string): Promise<Uint8Array> {
    const response = await this.#client.send({ method: 'GET', url: this.#addressOf(id) });
    if (response.status === 404) throw await this.#missing(id, response);
    return await this.#client.readAll(response);
  }

  async open(id: string): Promise<OpenBytes> {
    const { size } = (await this.#find(id)) ?? fail(this.#nameOf(id));
    return { size, stream: (start, end) => this.#stream(id, { start, end, size }), close: async () => {} };
  }

  async remove(id: string): Promise<void> {
    const response = await this.#client.send({ method: 'DELETE', url: this.#addressOf(id) });
    if (response.status !== 404) await this.#expectDone(response);
    else if (!(await this.#isMissingOnly(response)))
      throw this.#client.unavailable('there is no such bucket');
  }

  async isUsed(): Promise<boolean> {
    for await (const { ids } of this.#pages()) if (ids.length > 0) return true;
    return false;
  }

  async *leftovers({ unfinishedMs, completeMs }: LeftoverAges): AsyncGenerator<readonly string[]> {
    await this.#endOldUploads(unfinishedMs);
    for await (const { ids, date } of this.#pages()) {
      const old = ids.filter(({ modifiedAt }) => modifiedAt.getTime() <= date - completeMs);
      if (old.length > 0) yield old.map(({ id }) => id);
    }
  }

  /** Yields the documents below the prefix, with the time by the clock of the storage, with which it also dates them. */
  async *#pages(): AsyncGenerator<{ readonly ids: readonly DatedId[]; readonly date: number }> {
    const { bucket, prefix } = this.#location;
    let next: string | undefined;
    do {
      const query = Object.entries({
        'list-type': '2',
        // Other objects below the prefix are not documents.
        delimiter: '/',
        ...(prefix === '' ? {} : { prefix }),
        ...(next === undefined ? {} : { 'continuation-token': next }),
      }).map((pair) => pair.map(encodeURIComponent).join('='));
      const response = await this.#client.send({ method: 'GET', url: `${bucket}?${query.join('&')}` });
      const list = await this.#parseList(response);
      if (list.next !== undefined && list.next === next) {
        throw this.#client.unavailable('its list of objects does not end');
      }
      const date = new Date(response.headers.get('date') ?? Date.now()).getTime();
      const ids = list.objects
        .filter(({ key }) => key.startsWith(prefix))
        .map(({ key, modifiedAt }) => ({ id: key.slice(prefix.length), modifiedAt }))
        .filter(({ id }) => isDocumentId(id));
      yield { ids, date };
      next = list.next;
    } while (next !== undefined);
  }

  /** Ends uploads in parts whose server died. A storage without such a list removes them by its own rules. */
  async #endOldUploads(ageMs: number): Promise<void> {
    const { bucket, prefix } = this.#location;
    const query = `uploads=${prefix === '' ? '' : `&prefix=${encodeURIComponent(prefix)}`}`;
    try {
      const response = await this.#client.send({ method: 'GET', url: `${bucket}?${query}` });
      const xml = Buffer.from(await this.#client.readAll(response)).toString();
      const now = new Date(response.headers.get('date') ?? Date.now()).getTime();
      for (const { key, uploadId, begunAt } of parseUploadList(xml)) {
        const id = key.slice(prefix.length);
        if (!key.startsWith(prefix) || !isDocumentId(id) || begunAt.getTime() > now - ageMs) continue;
        const url = `${this.#addressOf(id)}?uploadId=${encodeURIComponent(uploadId)}`;
        const ended = await this.#client.send({ method: 'DELETE', url });
        await ended.body?.cancel();
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }

  async signAddress(id: string, filename: string, seconds: number): Promise<string> {
    const query = new URLSearchParams({
      // Without a space, which services decode differently.
      'response-content-disposition': contentDisposition(filename).replaceAll(' ', ''),
      'response-content-type': contentType,
      'response-cache-control': 'private,no-store',
    });
    return await this.#client.signAddress(`${this.#addressOf(id)}?${query}`, seconds);
  }

  close(): void {
    this.#client.close();
  }

  /** Returns undefined if there is no such object. */
  async #find(id: string): Promise<{ readonly size: number | undefined } | undefined> {
    const response = await this.#client.send({ method: 'HEAD', url: this.#addressOf(id) });
    if (response.status !== 404) return { size: lengthOf(response) };
    // The response to HEAD has no body, which would tell a missing object from a missing bucket.
    const again = await this.#client.send({ method: 'GET', url: this.#addressOf(id) });
    if (again.status !== 404) {
      await again.body?.cancel();
      return { size: lengthOf(again) };
    }
    if (await this.#isMissingOnly(again)) return undefined;
    throw this.#client.unavailable('there is no such bucket');
  }

  async #stream(
    id: string,
    { start, end, size }: { readonly start: number; readonly end: number; readonly size: number | undefined },
  ): Promise<Readable> {
    const isWhole = start === 0 && size !== undefined && end === size - 1;
    const response = await this.#client.send({
      method: 'GET',
      url: this.#addressOf(id),
      ...(isWhole ? {} : { headers: { range: `bytes=${start}-${end}` } }),
    });
    if (response.status === 404) throw await this.#missing(id, response);
    if (response.status !== (isWhole ? 200 : 206) || !response.body) {
      await response.body?.cancel();
      throw this.#client.unavailable(`status ${response.status} for a range`);
    }
    return Readable.fromWeb(response.body as ReadableStream);
  }

  async #parseList(response: Response) {
    const xml = Buffer.from(await this.#client.readAll(response)).toString();
    try {
      return parseObjectList(xml);
    } catch (error) {
      const code = errorCodeOf(xml);
      throw this.#client.unavailable(code ?? (error as Error).message, error);
    }
  }

  async #missing(id: string, response: Response): Promise<Error> {
    if (await this.#isMissingOnly(response)) return bytesMissing(this.#nameOf(id));
    return this.#client.unavailable('there is no such bucket');
  }

  /** Tells a missing object, which is no failure, from a missing bucket. */
  async #isMissingOnly(response: Response): Promise<boolean> {
    const body = Buffer.from(await this.#client.readAll(response)).toString();
    return errorCodeOf(body) !== 'NoSuchBucket';
  }

  async #expectDone(response: Response): Promise<void> {
    const body = Buffer.from(await this.#client.readAll(response)).toString();
    if (response.status === 404)
      throw this.#client.unavailable(`status 404 (${errorCodeOf(body) ?? 'no code'})`);
  }

  #addressOf(id: string): string {
    return `${this.#location.objects}${id}`;
  }

  #nameOf(id: string): string {
    return `${id} of ${this.#location.name}`;
  }
}

/** A storage that compresses on the way, or a proxy before it, may leave the length out. */
function lengthOf({ headers }: Response): number | undefined {
  const length = headers.get('content-length');
  return length === null ? undefined : Number(length);
}

function fail(name: string): never {
  throw bytesMissing(name);
}
