/** The files of two states of a template, each that differs with how: as text, or as sizes where it is none. */
import type { TemplateFiles } from '../../core/template/template-files.ts';
import { unifiedDiff } from './unified-diff.ts';

export interface FileDifference {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** Bytes, 0 where there is no file. */
  readonly sizeBefore: number;
  readonly sizeAfter: number;
  /** Hunks of a unified diff; undefined for what is no text. */
  readonly diff: readonly string[] | undefined;
  /** The texts are the same but for `\r` at the ends of lines: most often git's doing. */
  readonly onlyLineEnds: boolean;
}

/** Sorted by path. */
export function compareFiles(before: TemplateFiles, after: TemplateFiles): FileDifference[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path) => {
    const old = before.get(path);
    const now = after.get(path);
    if (old && now && Buffer.compare(old, now) === 0) return [];
    const texts = [old, now].map((bytes) => (bytes ? textOf(bytes) : ''));
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

// A byte order mark is a difference too.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

const withoutCr = (text: string): string => text.replaceAll('\r\n', '\n');
