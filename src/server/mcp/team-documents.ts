/** The PDFs that the tools of a team have made, which its links lead to. */
import { Failure } from '#contract/errors';
import type { TeamCall } from './team-call.ts';

/** Bytes of a PDF that is checked or drawn. */
const maxBytes = 50_000_000;

/** Reads the PDF behind a link. Throws `invalid_signature`, `expired`, `clock_unconfirmed`, and `memory_limit` if it is too large. */
export async function readTeamDocument(call: TeamCall, link: string): Promise<Buffer> {
  const { context, caller } = call;
  const { urls, publicUrl, now, store } = context;
  const target = link.startsWith(`${publicUrl()}/`) ? link.slice(publicUrl().length) : link;
  const verdict = await urls.verify(target, now().getTime());
  const document = verdict === 'valid' ? await store.documents.get(documentId(target)) : undefined;
  if (verdict === 'expired') {
    store.clock.assertTrusted();
    throw gone();
  }
  // The link of another team is as unknown as one that was made up.
  if (verdict === 'forged' || (document && document.teamId !== caller.team.id)) {
    throw new Failure('invalid_signature', 'This is not the address of a PDF that render or merge returned.');
  }
  if (!document) throw gone();
  if (document.size > maxBytes) {
    throw new Failure('memory_limit', `The PDF has ${document.size} bytes, more than ${maxBytes}.`);
  }
  return await readDocument(call, document.id);
}

/** Throws `expired`, `memory_limit` and `documents_unavailable`. */
export async function readDocument({ context, signal }: TeamCall, id: string): Promise<Buffer> {
  const document = await context.store.documents.get(id);
  if (!document) throw gone();
  const file = await context.store.documents.open(document).catch((error) => {
    throw error instanceof Failure && error.code === 'file_unreadable' ? gone() : error;
  });
  if (file.size > maxBytes || file.size === 0) {
    await file.close();
    throw new Failure('memory_limit', `The PDF has ${file.size} bytes, more than ${maxBytes}.`);
  }
  const chunks: Buffer[] = [];
  // The stream closes the file.
  for await (const chunk of await file.stream(0, file.size - 1)) {
    signal.throwIfAborted();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** `/documents/<id>/<filename>` */
export const documentId = (target: string): string => target.split('/')[2] ?? '';

const gone = () => new Failure('expired', 'This address has expired. Render the document again.');
