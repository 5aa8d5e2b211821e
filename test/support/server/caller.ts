/** A client that calls the API with one token. */
import { checkAnswer } from './check-answer.ts';

export interface Caller {
  get(path: string, headers?: Headers): Promise<Answer>;
  /** Sends `body` as JSON, or unchanged if it is text or bytes. */
  post(path: string, body?: unknown, headers?: Headers): Promise<Answer>;
  send(path: string, request: RequestInit & { headers?: Headers }): Promise<Answer>;
}

type Headers = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  readonly headers: globalThis.Headers;
  readonly bytes: Buffer;
  /** The JSON body; an empty object if the body is not JSON. */
  readonly json: AnswerBody;
}

/** Responses of the API in all their shapes; each test names the fields that it expects. */
interface AnswerBody {
  readonly message: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  // biome-ignore lint/suspicious/noExplicitAny: the shapes are checked against the OpenAPI document
  readonly [field: string]: any;
}

/** Paths without a slash are below `/api/v1/`. */
export function callerOf(url: string, token?: string): Caller {
  const send: Caller['send'] = async (path, request) => {
    const address = path.startsWith('/') ? `${url}${path}` : `${url}/api/v1/${path}`;
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(address, {
      redirect: 'manual',
      ...request,
      headers: { ...authorization, ...request.headers },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const json = isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : {};
    const answer = { status: response.status, headers: response.headers, bytes, json };
    await checkAnswer({ url, method: request.method ?? 'GET', path: new URL(address).pathname }, answer);
    return answer;
  };
  return {
    send,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, body, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        ...(body === undefined
          ? {}
          : {
              body:
                typeof body === 'string' || body instanceof Uint8Array
                  ? (body as string)
                  : JSON.stringify(body),
            }),
      }),
  };
}
