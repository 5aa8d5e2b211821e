/** `stamp` of `template.json`: what is over or under the pages of every document of the template. */
import { z } from 'zod';
import { pagesSchema } from '#contract/api/page-schema';
import { Failure } from '#contract/errors';
import { jsonPlace } from '../json/json-places.ts';
import { type FileTree, rejectPath } from '../model/file-tree.ts';
import type { Stamp } from '../model/stamp.ts';
import type { SourceFile } from '../model/template-sources.ts';
import { decodeUtf8 } from './read-text.ts';

const maxStamps = 10;

const stampError = `must be a file below assets/ that ends in .html or .pdf, an object with such a file, or a list of 1 to ${maxStamps} of them: "assets/draft.html" or { "file": "assets/letterhead.pdf", "under": true, "pages": "2-" }`;

const file = z
  .string({ error: stampError })
  .refine((path) => rejectPath(path) === undefined && /^assets\/.*\.(?:html|pdf)$/i.test(path), {
    error: stampError,
  });

const oneStamp = z.union(
  [
    file.transform((path) => ({ file: path, under: undefined, pages: undefined })),
    z.strictObject({
      file,
      under: z.boolean({ error: 'must be true or false' }).optional(),
      pages: pagesSchema.optional(),
    }),
  ],
  { error: stampError },
);

export const templateStampSchema = z.union(
  [oneStamp.transform((stamp) => [stamp]), z.array(oneStamp).min(1).max(maxStamps)],
  { error: stampError },
);

type StampSettings = z.output<typeof templateStampSchema>;

interface ReadStampFiles {
  readonly stamps: readonly Stamp[];
  /** For errors in their Twig. */
  readonly parts: Readonly<Record<string, SourceFile>>;
}

/** `manifest`: the text of `template.json`. Throws `invalid_template` for a file that is missing or no PDF. */
export async function readTemplateStamps(
  tree: FileTree,
  settings: StampSettings = [],
  manifest = '',
): Promise<ReadStampFiles> {
  const stamps: Stamp[] = [];
  const parts: Record<string, SourceFile> = {};
  const wrong = (path: string, reason: string): Failure => {
    const label = tree.label('template.json');
    const location = { file: label, text: manifest, ...jsonPlace(manifest, ['stamp']) };
    return new Failure('invalid_template', `The stamp ${path} cannot be used: ${reason}.`, { location });
  };
  for (const [index, { file: path, under = false, pages }] of settings.entries()) {
    const found = await tree.read(path);
    if (!found) throw wrong(path, 'there is no such file');
    if ('refusal' in found) throw wrong(path, found.refusal);
    const name = settings.length > 1 ? `stamp ${index + 1}, ${path}` : `stamp ${path}`;
    const common = { name, isUnder: under, pages, pagesField: 'template.json: stamp.pages' };
    if (/\.pdf$/i.test(path)) {
      stamps.push({ ...common, content: { pdf: found.bytes } });
      continue;
    }
    const html = decodeUtf8(found.bytes);
    if (html === undefined) throw wrong(path, 'it is not text in UTF-8');
    parts[name] = { file: tree.label(path), text: html };
    stamps.push({ ...common, content: { html } });
  }
  return { stamps, parts };
}
