/** Reads the files of `--stamp` and `--under`. */
import { Failure } from '#contract/errors';
import { readInput } from '#template/load/read-input';
import type { Stamp } from '#template/model/stamp';
import type { SourceFile } from '#template/model/template-sources';
import type { StampOptions } from './stamp-files.ts';

export interface ReadStamps {
  readonly stamps: readonly Stamp[];
  /** For errors in their Twig. */
  readonly sources: Readonly<Record<string, SourceFile>>;
}

/** Throws `usage` and `file_unreadable`. */
export async function readStamps({ stamp, under, stampPages }: StampOptions): Promise<ReadStamps> {
  if (stampPages !== undefined && stamp === undefined && under === undefined) {
    throw new Failure('usage', '--stamp-pages needs --stamp or --under.');
  }
  const read = await Promise.all([
    readStamp('under', under, stampPages),
    readStamp('stamp', stamp, stampPages),
  ]);
  const found = read.filter((each) => each !== undefined);
  return {
    stamps: found.map((each) => each.stamp),
    sources: Object.fromEntries(
      found.flatMap(({ stamp: { name }, source }) => (source ? [[name, source]] : [])),
    ),
  };
}

async function readStamp(name: 'stamp' | 'under', file: string | undefined, pages: string | undefined) {
  if (file === undefined) return undefined;
  const common = { name, isUnder: name === 'under', pages, pagesField: '--stamp-pages' };
  const bytes = await readInput(file);
  const isPdf = bytes.subarray(0, 1024).includes('%PDF-');
  if (isPdf) return { stamp: { ...common, name: file, content: { pdf: bytes } }, source: undefined };
  if (/\.pdf$/i.test(file)) {
    throw new Failure('usage', `--${name}: ${file} is not a PDF.`, {
      hint: 'Give a PDF, or HTML in a file that is called .html.',
    });
  }
  const { readHtmlFile } = await import('#template/load/read-html-file');
  const { template, text } = await readHtmlFile(file, undefined, 'html');
  const { html, assets } = template;
  return { stamp: { ...common, content: { html, assets } }, source: { file, text } };
}
