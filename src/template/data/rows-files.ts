/** `rows` of `template.json`: which lists of the data come from which files. */
import { Failure } from '#contract/errors';
import type { Manifest } from '../load/manifest.ts';
import type { FileTree } from '../model/file-tree.ts';
import { readRowBytes } from '../rows/open-rows.ts';
import type { RowSource } from '../rows/row-source.ts';

interface RowsSetting {
  /** The variable that is the list. */
  readonly name: string;
  readonly path: string;
  readonly typed: boolean;
  readonly decimal?: string | undefined;
}

/** A file alone is that of the variable `rows`. */
export function rowsSettings(rows: Manifest['rows']): readonly RowsSetting[] {
  if (rows === undefined) return [];
  const byName = typeof rows === 'string' ? { rows } : rows;
  return Object.entries(byName).map(([name, setting]) =>
    typeof setting === 'string'
      ? { name, path: setting, typed: false }
      : { name, path: setting.file, typed: setting.typed ?? false, decimal: setting.decimal },
  );
}

/** The files are read when the rows are needed. */
export function rowsFiles(tree: FileTree, rows: Manifest['rows']): Readonly<Record<string, RowSource>> {
  return Object.fromEntries(
    rowsSettings(rows).map(({ name, path, typed, decimal }) => {
      const file = tree.label(path);
      const open: RowSource['open'] = async (types) =>
        await readRowBytes(file, await streamOf(tree, path), { typed, decimal, types });
      return [name, { file, open }];
    }),
  );
}

async function streamOf(tree: FileTree, path: string): Promise<AsyncIterable<Uint8Array>> {
  const found = await tree.stream(path);
  if (found && 'bytes' in found) return found.bytes;
  const reason = found?.refusal ?? 'no such file';
  throw new Failure('file_unreadable', `Cannot read ${tree.label(path)}: ${reason}.`, {
    hint: `${tree.label('template.json')} names it under "rows".`,
  });
}
