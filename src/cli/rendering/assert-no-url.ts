/**
 * Rejects `--url` and `--upload` in a local render, which has no server to create an address or to send the PDF. A
 * separate file, because every start of these commands loads it.
 */
import { Failure } from '#contract/errors';

interface ServerOnlyOptions {
  readonly url?: string | true;
  readonly upload?: string;
}

/** Throws `usage`. */
export function assertNoUrlOption({ url, upload }: ServerOnlyOptions): void {
  if (upload !== undefined) {
    throw new Failure('usage', '--upload needs a server, which sends the PDF to the address.', {
      hint: 'Sign in (pdfapi login) and name a template of the server, or send a file yourself: curl -T file.pdf <address>',
    });
  }
  if (url === undefined) return;
  throw new Failure('usage', '--url needs a server: a locally rendered PDF has no address.', {
    hint: 'Sign in (pdfapi login) and name a template of the server, or write the PDF to a file with -o.',
  });
}
