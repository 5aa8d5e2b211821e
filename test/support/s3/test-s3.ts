/** An S3 server for tests: a bucket in memory that verifies every signature, and fails when a test wants it to. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { verifySignature } from './verify-signature.ts';

interface StoredObject {
  readonly bytes: Buffer;
  readonly type: string | undefined;
  modifiedAt: Date;
}

interface StartedUpload {
  readonly key: string;
  readonly type: string | undefined;
  begunAt: Date;
  readonly parts: Map<number, Buffer>;
}

/** Of all parts but the last. */
const minPartBytes = 5 * 1024 * 1024;

/** A status of S3, silence, a connection that ends instead of a response, or a body that ends too early. */
type Failing = { readonly status: number; readonly code: string } | 'silent' | 'cut' | 'short';

export interface TestS3 {
  /** For `--documents`. */
  readonly address: string;
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** The same as variables. */
  readonly environment: Readonly<Record<string, string>>;
  /** Name → object, in the bucket `documents`. */
  readonly objects: Map<string, StoredObject>;
  /** Id → upload in parts that has not ended. */
  readonly uploads: Map<string, StartedUpload>;
  /** Method and target of each request, with the code of a rejection. */
  readonly log: string[];
  /** Objects of one page of a list. */
  pageSize: number;
  /** Makes requests fail, all or those of a method, the next `times`. */
  fail(how: Failing | undefined, options?: { readonly method?: string; readonly times?: number }): void;
  /** Milliseconds by which its clock differs. */
  skewMs: number;
  /** Whether responses have the length of an object, which proxies may leave out. */
  tellsLength: boolean;
  /** Refuses connections until `comeBack`. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
}

const tagOf = (part: Buffer): string => `"${createHash('md5').update(part).digest('hex')}"`;

const bucket = 'documents';
const region = 'eu-central-1';
const secrets = { TESTKEY: { secret: 'test/secret+key' } };

/** The caller ends it with the returned `close`. */
export async function startTestS3(): Promise<TestS3 & { close(): Promise<void> }> {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, StartedUpload>();
  const log: string[] = [];
  const sockets = new Set<Socket>();
  let failing: { how: Failing; method: string | undefined; times: number } | undefined;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: target = '' } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const entry = log.push(`${method} ${target}`) - 1;
    const now = new Date(Date.now() + s3.skewMs);
    response.setHeader('date', now.toUTCString());
    const reject = (status: number, code: string) => {
      log[entry] = `${log[entry]} ${code}`;
      const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>test</Message></Error>`;
      response.writeHead(status, { 'content-type': 'application/xml' }).end(method === 'HEAD' ? '' : xml);
    };

    const failure = nextFailure(method);
    if (failure === 'silent') return;
    if (failure === 'cut') return void request.socket.destroy();
    if (typeof failure === 'object') return reject(failure.status, failure.code);

    const headers = request.headers as Record<string, string | undefined>;
    const error = verifySignature({ method, target, headers, body }, { secrets, region, now });
    if (error) return reject(403, error);
    const { pathname, searchParams } = new URL(target, 'http://s3');
    const [, name, ...rest] = pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    if (name !== bucket) return reject(404, 'NoSuchBucket');
    if (key === '' && searchParams.has('uploads')) {
      response.writeHead(200, { 'content-type': 'application/xml' }).end(listUploads(searchParams));
      return;
    }
    const uploadId = searchParams.get('uploadId');
    if (searchParams.has('uploads') || uploadId !== null) {
      const answer = handleUpload(method, key, headers['content-type'], body, searchParams);
      if ('code' in answer) return reject(answer.status, answer.code);
      // A response that is lost, after the work was done.
      if (failure === 'short') return void request.socket.destroy();
      response
        .writeHead(answer.status, { 'content-type': 'application/xml', ...answer.headers })
        .end(answer.xml);
      return;
    }
    if (key === '') {
      response.writeHead(200, { 'content-type': 'application/xml' }).end(list(searchParams));
      return;
    }
    if (method === 'PUT') {
      if (headers['content-length'] !== String(body.length)) return reject(411, 'MissingContentLength');
      objects.set(key, { bytes: body, type: headers['content-type'], modifiedAt: now });
      response.end();
      return;
    }
    if (method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
      return;
    }
    const object = objects.get(key);
    if (!object) return reject(404, 'NoSuchKey');
    const { bytes, type = 'binary/octet-stream' } = object;
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const [start, end] = first === undefined ? [0, bytes.length] : [Number(first), Number(last) + 1];
    const part = bytes.subarray(start, end);
    response.writeHead(first === undefined ? 200 : 206, {
      ...(s3.tellsLength ? { 'content-length': part.length } : {}),
      'content-type': searchParams.get('response-content-type') ?? type,
      ...(first === undefined ? {} : { 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` }),
      ...(searchParams.has('response-content-disposition')
        ? { 'content-disposition': searchParams.get('response-content-disposition') ?? '' }
        : {}),
    });
    if (failure !== 'short') return void response.end(method === 'HEAD' ? undefined : part);
    response.write(part.subarray(0, part.length / 2), () => request.socket.destroy());
  }

  function nextFailure(method: string): Failing | undefined {
    if (!failing || (failing.method !== undefined && failing.method !== method)) return undefined;
    if (failing.times <= 0) return undefined;
    failing.times -= 1;
    return failing.how;
  }

  interface UploadAnswer {
    readonly status: number;
    readonly headers?: Record<string, string>;
    readonly xml?: string;
  }

  function handleUpload(
    method: string,
    key: string,
    type: string | undefined,
    body: Buffer,
    query: URLSearchParams,
  ): UploadAnswer | { readonly status: number; readonly code: string } {
    if (query.has('uploads')) {
      const id = `upload/${uploads.size + 1}+${Date.now()}`;
      uploads.set(id, { key, type, begunAt: new Date(Date.now() + s3.skewMs), parts: new Map() });
      const xml = `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`;
      return { status: 200, xml };
    }
    const id = query.get('uploadId') ?? '';
    const upload = uploads.get(id);
    if (upload?.key !== key) return { status: 404, code: 'NoSuchUpload' };
    if (method === 'PUT') {
      const number = Number(query.get('partNumber'));
      upload.parts.set(number, body);
      return { status: 200, headers: { etag: tagOf(body) } };
    }
    if (method === 'DELETE') {
      uploads.delete(id);
      return { status: 204 };
    }
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g)].map(
      ([, number, tag]) => ({ number: Number(number), tag: tag?.replaceAll('&quot;', '"') }),
    );
    const parts = named.map(({ number }) => upload.parts.get(number) ?? Buffer.alloc(0));
    if (named.some(({ tag }, i) => tag !== tagOf(parts[i] ?? Buffer.alloc(0)))) {
      return { status: 400, code: 'InvalidPart' };
    }
    // Told in the body, after the status.
    if (parts.slice(0, -1).some(({ length }) => length < minPartBytes)) {
      return { status: 200, xml: '<Error><Code>EntityTooSmall</Code></Error>' };
    }
    uploads.delete(id);
    objects.set(key, {
      bytes: Buffer.concat(parts),
      type: upload.type,
      modifiedAt: new Date(Date.now() + s3.skewMs),
    });
    return { status: 200, xml: '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>' };
  }

  const listUploads = (query: URLSearchParams): string =>
    `<ListMultipartUploadsResult>${[...uploads]
      .filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''))
      .map(
        ([id, { key, begunAt }]) =>
          `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
      )
      .join('')}</ListMultipartUploadsResult>`;

  function list(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? '';
    const delimiter = query.get('delimiter');
    const after = Buffer.from((query.get('continuation-token') ?? '').slice(3), 'base64').toString();
    const names = [...objects.keys()]
      .sort()
      .filter((key) => key.startsWith(prefix) && key > after)
      .filter((key) => delimiter === null || !key.slice(prefix.length).includes(delimiter));
    const page = names.slice(0, s3.pageSize);
    const isTruncated = page.length < names.length;
    const token = `+/=${Buffer.from(page.at(-1) ?? '').toString('base64')}`;
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key><LastModified>${objects.get(key)?.modifiedAt.toISOString()}</LastModified><Size>1</Size></Contents>`,
    );
    return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><IsTruncated>${isTruncated}</IsTruncated>${
      isTruncated ? `<NextContinuationToken>${token}</NextContinuationToken>` : ''
    }${contents.join('')}</ListBucketResult>`;
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => response.destroy(error));
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    const closed = server.listening ? once(server, 'close') : undefined;
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const endpoint = `http://127.0.0.1:${port}`;
  const s3: TestS3 & { close(): Promise<void> } = {
    endpoint,
    address: `s3://${bucket}/some/prefix?endpoint=${endpoint}&region=${region}`,
    credentials: { accessKeyId: 'TESTKEY', secretAccessKey: secrets.TESTKEY.secret },
    environment: { AWS_ACCESS_KEY_ID: 'TESTKEY', AWS_SECRET_ACCESS_KEY: secrets.TESTKEY.secret },
    objects,
    uploads,
    log,
    pageSize: 1000,
    skewMs: 0,
    tellsLength: true,
    fail(how, { method, times = Number.POSITIVE_INFINITY } = {}) {
      failing = how === undefined ? undefined : { how, method, times };
    },
    goAway: stop,
    comeBack: () => listen(port),
    close: stop,
  };
  return s3;
}
