/** A client of Gotenberg's routes, as a program for Gotenberg is: forms, headers, and no token. */

export interface GotenbergAnswer {
  readonly status: number;
  readonly type: string;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
}

/** A field, or files by name: those of `files`, or of the field that is named. */
export type FormContent = Readonly<Record<string, string | Readonly<Record<string, string | Uint8Array>>>>;

/** Sends a form. Values that are objects are files: name → content. */
export async function sendForm(
  server: string,
  path: string,
  content: FormContent,
  headers: Readonly<Record<string, string>> = {},
): Promise<GotenbergAnswer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(content)) {
    if (typeof value === 'string') form.append(name, value);
    else {
      for (const [file, bytes] of Object.entries(value)) {
        form.append(name, new Blob([Buffer.from(bytes)]), file);
      }
    }
  }
  return await readAnswer(await fetch(`${server}${path}`, { method: 'POST', body: form, headers }));
}

export async function readAnswer(response: Response): Promise<GotenbergAnswer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    headers: response.headers,
    bytes,
    text: bytes.subarray(0, 10_000).toString(),
  };
}
