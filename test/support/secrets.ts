/** Looks for secrets in every form in which a program may store or print them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The forms in which a text or bytes may be stored. */
function formsOf(secret: string | Uint8Array): Buffer[] {
  const bytes = Buffer.from(secret as string);
  // In base64, the first and last characters depend on what is beside them.
  const encoded = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  const texts = typeof secret === 'string' ? [Buffer.from(secret, 'utf16le')] : [];
  return [bytes, ...texts, Buffer.from(bytes.toString('hex')), ...encoded.map((text) => Buffer.from(text))];
}

/** Returns the names of the secrets that are in the bytes. */
export const findSecrets = (
  secrets: Readonly<Record<string, string | Uint8Array>>,
  bytes: Uint8Array,
): string[] =>
  Object.entries(secrets).flatMap(([name, secret]) =>
    formsOf(secret).some((form) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(form))
      ? [name]
      : [],
  );

export function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
}

/** Adds the command line of every process, on Linux. */
export function watchProcesses(seen: Set<string>): void {
  let ids: string[] = [];
  try {
    ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return;
  }
  for (const id of ids) {
    try {
      seen.add(readFileSync(`/proc/${id}/cmdline`, 'utf8'));
    } catch {
      // It ended meanwhile.
    }
  }
}
