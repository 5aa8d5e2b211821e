/** Decides which protection a filled form keeps. */
import { type Permission, permissionNames } from '#contract/api/protection';
import { PdfError } from '#pdf/pdf-error';
import { createFileProtection, type FileProtection } from '#pdf/protection/file-protection';
import type { PdfReader } from '#pdf/reading/reader';

/** Bits of `/P` (ISO 32000-2, table 22), from 1. */
const bits: Readonly<Record<Permission, number>> = {
  print: 3,
  copy: 5,
  annotate: 6,
  fill: 9,
  access: 10,
  assemble: 11,
};

/** Changing the content. */
const change = 4;

/**
 * The owner password, or a file without restrictions, gives a PDF without protection. A file whose author permits
 * nothing but filling it keeps its password and restrictions. Undefined for a PDF that is not protected afterwards.
 *
 * Throws `encrypted` if the author permits less.
 */
export function keptProtection(
  file: PdfReader,
  { password, flatten }: { readonly password?: string | undefined; readonly flatten?: boolean | undefined },
  warnings: string[],
): FileProtection | undefined {
  if (!file.access) return undefined;
  const { isOwner, permissions } = file.access;
  const permits = (bit: number) => (permissions & (1 << (bit - 1))) !== 0;
  const all = Object.values(bits).filter((bit) => bit !== bits.access);
  if (isOwner || (permits(change) && all.every(permits))) {
    warnings.push('The PDF was protected. The filled one is not.');
    return undefined;
  }
  const isPermitted = flatten
    ? permits(change)
    : permits(bits.fill) || permits(bits.annotate) || permits(change);
  if (!isPermitted) {
    const what = flatten ? 'to change its pages' : 'to fill it';
    throw new PdfError(
      'encrypted',
      `The author of the PDF does not permit ${what}, and only the owner password lifts that.`,
    );
  }
  warnings.push(
    'The PDF keeps its restrictions. Its owner password no longer lifts them, because it is not known here.',
  );
  return createFileProtection({
    userPassword: password,
    permissions: permissionNames.filter((name) => permits(bits[name])),
  });
}
