/** Turns a multipart/form-data body into the fields and files of Gotenberg's routes. */
import { Failure } from '#contract/errors';
import type { ServerContext } from '../../context.ts';
import { FormBody } from '../../http/form/form-body.ts';
import { GotenbergError } from '../answer.ts';
import type { FormFile } from './gotenberg-form.ts';

export interface SentForm {
  /** Name → its values in the order in which they were sent. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly files: readonly FormFile[];
  /** Bytes of the whole body. */
  readonly size: number;
}

/** Bytes of all fields together: they are parsed in this thread. */
const maxFieldBytes = 1_000_000;

/**
 * Files stay in the memory of the body, which the limit of bodies bounds; nothing is written to a disk. Throws
 * `GotenbergError` with Gotenberg's texts, `queue_full`, and the reason of `signal`.
 */
export async function readSentForm(
  { bodies }: Pick<ServerContext, 'bodies'>,
  body: unknown,
  turn: { readonly team: number; readonly signal: AbortSignal },
): Promise<SentForm> {
  if (!(body instanceof FormBody)) throw notMultipart();
  const values = new Map<string, string[]>();
  const files: FormFile[] = [];
  let fieldBytes = 0;
  for (const { name, filename, start, end } of await findParts(bodies, body, turn)) {
    const bytes = body.bytes.subarray(start, end);
    const cleanName = filename === undefined ? '' : sanitizeName(filename);
    if (cleanName !== '') {
      files.push({ name: cleanName, field: name, bytes });
      continue;
    }
    fieldBytes += name.length + bytes.length;
    if (fieldBytes > maxFieldBytes) {
      const limit = maxFieldBytes.toLocaleString('en');
      throw new GotenbergError(
        413,
        `The form fields may have at most ${limit} bytes together; send files as files.`,
      );
    }
    values.set(name, [...(values.get(name) ?? []), bytes.toString()]);
  }
  return { values, files, size: body.bytes.length };
}

export const notMultipart = () =>
  new GotenbergError(415, "Invalid 'Content-Type' header value: want 'multipart/form-data'");

async function findParts(
  bodies: ServerContext['bodies'],
  body: FormBody,
  turn: { readonly team: number; readonly signal: AbortSignal },
) {
  try {
    return await bodies.readParts(body, turn);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'invalid_request') throw error;
    const isLimit = error.message.includes('must have at most');
    throw new GotenbergError(
      400,
      isLimit ? error.message : "Malformed body: it does not match the 'Content-Type' header boundaries",
      { cause: error },
    );
  }
}

/** The last part of a path of any system, without control characters, composed (NFC). Empty for a name of dots. */
export function sanitizeName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
  const clean = (name.split(/[/\\]/).at(-1) ?? '').replace(/[\u0000-\u001f\u007f]/g, '').normalize('NFC');
  return /^\.*$/.test(clean) ? '' : clean.slice(0, 1_000);
}
