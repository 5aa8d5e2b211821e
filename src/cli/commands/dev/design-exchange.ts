/** Converts the design to and from the page's format: JSON, with files as base64. */
import { Failure } from '#contract/errors';
import type { DesignDraft } from './design-draft.ts';

/** Returns the design for the page. Throws whatever reading the files throws. */
export async function sentDesign(design: DesignDraft) {
  // The page may request it before the first render has read it.
  await design.reload();
  const files = [...(await design.files())].map(([path, bytes]) => ({
    path,
    content: Buffer.from(bytes).toString('base64'),
  }));
  return { ...design.state, files };
}

/** Takes the design that the page has sent. Throws `invalid_option`. */
export function takeDesign(design: DesignDraft, text: string): void {
  const failure = new Failure(
    'invalid_option',
    'The design must be { "base", "files": [{ "path", "content" }] }.',
  );
  const { base, files } = parseJson(text, failure) as { base?: unknown; files?: unknown };
  if (typeof base !== 'string' || !Array.isArray(files)) throw failure;
  const taken = files.map((file): [string, Uint8Array] => {
    if (typeof file?.path !== 'string' || typeof file.content !== 'string') throw failure;
    return [file.path, Buffer.from(file.content, 'base64')];
  });
  design.change(new Map(taken), base);
}

function parseJson(text: string, failure: Failure): object {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw failure;
  }
}
