/**
 * Rejects `--url` in a local render, which has no server to create an address. A separate file, because every start of
 * these commands loads it.
 */
import { Failure } from '../../contract/errors.ts';

/** Throws `usage`. */
export function assertNoUrlOption({ url }: { readonly url?: string | true }): void {
  if (url === undefined) return;
  throw new Failure('usage', '--url needs a server: a locally rendered PDF has no address.', {
    hint: 'Sign in (pdfapi login) and name a template of the server, or write the PDF to a file with -o.',
  });
}
