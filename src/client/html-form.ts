/** Encodes an HTML request and its files as multipart/form-data. */
import type { HtmlToPdfRequest } from '#contract/api/requests-schema';
import type { EncodedForm } from './request.ts';

/** Path → content. The paths are those that the document refers to. */
export type HtmlFiles = ReadonlyMap<string, Uint8Array>;

/** Encodes the form in memory, so that it can be sent repeatedly. Equal requests have equal parts in equal order. */
export async function encodeHtmlForm(
  { html = '', markdown, data, config, upload, ...fields }: HtmlToPdfRequest,
  files: HtmlFiles,
  stringify: (value: object) => string,
): Promise<EncodedForm> {
  const form = new FormData();
  if (data !== undefined) form.append('data', stringify(data));
  if (config !== undefined) form.append('config', stringify(config));
  if (upload !== undefined) form.append('upload', stringify(upload));
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, String(value));
  }
  const [text, name] = markdown === undefined ? [html, 'document.html'] : [markdown, 'document.md'];
  form.append('files', new Blob([asOneOfMany(text, files)]), name);
  for (const [path, bytes] of files) form.append('files', new Blob([bytes as Uint8Array<ArrayBuffer>]), path);
  const encoded = new Response(form);
  return {
    bytes: new Uint8Array(await encoded.arrayBuffer()),
    contentType: encoded.headers.get('content-type') ?? '',
  };
}

/**
 * A server applies `styles.css` to document, header and footer unless the document mentions it. If only another file
 * refers to it, a Twig comment provides the mention.
 */
const asOneOfMany = (html: string, files: HtmlFiles): string =>
  files.has('styles.css') && !html.includes('styles.css') ? `${html}{# styles.css #}` : html;
