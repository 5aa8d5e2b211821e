/** Compares the files of two states of a template: as text, or by size if they are not text. */
import type { TemplateFiles } from '#template/model/template-files';
import { unifiedDiff } from './unified-diff.ts';

export interface FileDifference {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** Bytes; 0 if there is no file. */
  readonly sizeBefore: number;
  readonly sizeAfter: number;
  /** Hunks of a unified diff; undefined for a binary file. */
  readonly diff: readonly string[] | undefined;
  /** The texts differ only by `\r` at the ends of lines, usually because of git. */
  readonly onlyLineEnds: boolean;
}

/** Sorted by path. */
export function compareFiles(before: TemplateFiles, after: TemplateFiles): FileDifference[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path) => {
    const old = before.get(path);
    const now = after.get(path);
    if (old && now && Buffer.compare(old, now) === 0) return [];
    const texts = [old, now].map((bytes) => (bytes ? decodeText(bytes) : ''));
    const [oldText, newText] = texts;
    const isText = oldText !== undefined && newText !== undefined;
    return [
      {
        path,
        change: !old ? 'added' : !now ? 'removed' : 'changed',
        sizeBefore: old?.length ?? 0,
        sizeAfter: now?.length ?? 0,
        diff: isText ? unifiedDiff(oldText, newText) : undefined,
        onlyLineEnds:
          isText && old !== undefined && now !== undefined && withoutCr(oldText) === withoutCr(newText),
      } as const,
    ];
  });
}

// A byte order mark counts as a difference.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

const withoutCr = (text: string): string => text.replaceAll('\r\n', '\n');
