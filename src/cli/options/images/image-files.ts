/** The names of images: `-o 'out/page-{n}.png'`, in which `{n}` is the number of the page. */
import { statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Failure } from '#contract/errors';
import { fileExists } from '#contract/files/atomic-write';
import { extensionOf } from '#render/images/image-format';
import { assertDistinctFiles } from '../../io/assert-distinct-files.ts';
import { assertStdoutAllowed, isStdout, type OutputOptions } from '../../io/output.ts';
import { assertOutputFolder, isOutputFolder } from '../../io/output-file.ts';
import type { Session } from '../../session.ts';
import { type ImageSettings, pagePlaceholder } from './image-options.ts';

export interface ImageTarget extends ImageSettings {
  /** With `{n}`, if the name is to be different for each page. Null for stdout. */
  readonly pattern: string | null;
  /** Whether files that exist are overwritten. */
  readonly overwrite: boolean;
  /** Files that no image may overwrite. */
  readonly inputs: readonly (string | null | undefined)[];
}

/**
 * `stem` is the name of the document without its extension. `isSingle`: there are no pages, and one image. Throws `usage`, and `file_unwritable` for a folder in which
 * nothing can be written.
 */
export async function chooseImageTarget(
  session: Session,
  options: OutputOptions,
  settings: ImageSettings,
  {
    stem,
    inputs,
    isSingle,
  }: { readonly stem: string; readonly inputs: ImageTarget['inputs']; readonly isSingle?: boolean },
): Promise<ImageTarget> {
  const { output, filename } = options;
  if (output !== undefined && filename !== undefined) {
    throw new Failure('usage', '-o and --filename both name the images.', { hint: 'Give one of them.' });
  }
  if (isStdout(output)) {
    assertStdoutAllowed(session, 'images', settings.format);
    return { ...settings, pattern: null, overwrite: true, inputs };
  }
  const extension = extensionOf(settings.format);
  const name = isSingle ? stem : `${stem}-${pagePlaceholder}`;
  const isFolder = output !== undefined && isOutputFolder(output);
  const named = isFolder ? join(output, name) : (output ?? filename ?? name);
  const pattern = extname(named) === '' ? `${named}${extension}` : named;
  await assertOutputFolder(pattern.replaceAll(pagePlaceholder, '1'));
  const overwrite = (output !== undefined && !isFolder) || options.force === true;
  return { ...settings, pattern, overwrite, inputs };
}

/**
 * Returns the paths of the images of these pages (from 1), null for stdout. Numbers have leading zeros, so that files are
 * listed in the order of the pages. Throws `usage` for several pages of one name and for a file that the command reads, and
 * `file_exists`.
 */
export function imagePaths(
  { pattern, overwrite, inputs, format }: ImageTarget,
  pages: readonly number[],
): readonly (string | null)[] {
  if (pages.length > 1 && !pattern?.includes(pagePlaceholder)) {
    const where = pattern === null ? 'stdout' : pattern;
    throw new Failure('usage', `${where} is one image, but ${pages.length} pages are drawn.`, {
      hint: `Name each: -o page-${pagePlaceholder}${extensionOf(format)}; or draw one: --pages 1`,
    });
  }
  if (pattern === null) return [null];
  const digits = String(Math.max(...pages)).length;
  const paths = pages.map((page) => pattern.replaceAll(pagePlaceholder, String(page).padStart(digits, '0')));
  // A page that is asked for twice has one image.
  assertDistinctFiles([...new Set(paths)], inputs);
  if (!overwrite) {
    const existing = paths.find((path) => statSync(path, { throwIfNoEntry: false }));
    if (existing !== undefined) throw fileExists(existing);
  }
  return paths;
}
