/** Names under which the files of a PDF, which a stranger chose, are safe in any folder. */
import { extname } from 'node:path';
import { deviceName } from '#contract/files/device-name';
import type { PdfAttachment } from '#pdf/attachments/pdf-attachment';

export interface NamedAttachment extends PdfAttachment {
  /** A name without folders that no other file of the PDF gets. */
  readonly fileName: string;
}

/** Bytes: file systems allow 255, and the temporary name is longer than the name itself. */
const maxBytes = 200;

export function nameAttachments(files: readonly PdfAttachment[]): NamedAttachment[] {
  const taken = new Set<string>();
  // Thousands of files may have one name.
  const next = new Map<string, number>();
  return files.map((file) => {
    const safe = safeName(file.name);
    const extension = extname(safe);
    const stem = safe.slice(0, safe.length - extension.length);
    let name = safe;
    for (let number = next.get(safe) ?? 2; taken.has(keyOf(name)); number++) {
      name = `${stem} (${number})${extension}`;
      next.set(safe, number + 1);
    }
    taken.add(keyOf(name));
    return { ...file, fileName: name };
  });
}

/** Some file systems do not distinguish capital letters, or two ways to write an accent. */
const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about.
const unsafe = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"|?*]/g;

function safeName(name: string): string {
  const last = name.split(/[/\\]/).findLast((part) => part.trim() !== '') ?? '';
  const clean = last
    .toWellFormed()
    .replace(unsafe, '_')
    .trim()
    // Windows drops these; a name that begins with a dot is hidden elsewhere.
    .replace(/[. ]+$/, '')
    .replace(/^\.+/, '_');
  if (clean === '' || clean === '_') return 'attachment';
  return shortened(deviceName.test(clean) ? `_${clean}` : clean);
}

/** Keeps the extension. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const extension = extname(name);
  const kept = Buffer.byteLength(extension) <= 20 ? extension : '';
  let stem = name.slice(0, name.length - kept.length);
  // Bytes first, so that a name of a million characters is cut in one step; half a character at the end goes too.
  stem = Buffer.from(stem)
    .subarray(0, maxBytes - Buffer.byteLength(kept))
    .toString()
    .replace(/\ufffd+$/, '');
  return `${stem}${kept}`;
}
