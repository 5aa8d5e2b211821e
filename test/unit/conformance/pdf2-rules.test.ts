/** The rules of PDF/A-4 and PDF/UA-2. A stress test asks veraPDF about the same files. */
import { expect, it } from 'vitest';
import { breaches } from '../../support/pdf/breaches.ts';
import { pdf2Files } from '../../support/pdf/pdf2-files.ts';

it.each(pdf2Files.map((file) => [file.level, file.name, file] as const))(
  '%s: %s',
  (level, _, { pdf, broken }) => {
    expect(breaches(pdf, level)).toEqual([...broken].sort());
  },
);
