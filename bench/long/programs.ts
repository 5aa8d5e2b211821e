/** Programs that print HTML, each as its users start it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { peerProgram } from '../paged/peers-folder.ts';

/** A program that takes longer is stopped. pdfapi gets ten minutes. */
const limitMs = Number(process.env.LIMIT_SECONDS ?? 180) * 1000;
const ownLimitMs = 600_000;

export interface Program {
  readonly name: string;
  readonly limit: number;
  readonly words: (source: string, output: string) => readonly string[];
}

/** `pdfapi html` as it is installed. */
export const command = (source: string, output: string): readonly string[] => [
  process.execPath,
  join(import.meta.dirname, '../../bin/pdfapi.js'),
  ...['html', source, '-o', output, '--timeout', '10m'],
];

/** Those that are installed. `folder`: for temporary files. */
export function programs(folder: string): Program[] {
  const firstOf = (...paths: readonly string[]) => paths.find((path) => existsSync(path));
  const chromium = firstOf('/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome');
  const wkhtmltopdf = firstOf('/usr/bin/wkhtmltopdf', '/usr/local/bin/wkhtmltopdf');
  const weasyprint = peerProgram('weasyprint');
  // Chromium does not start as root without it.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const profile = `--user-data-dir=${join(folder, 'profile')}`;
  return [
    { name: 'pdfapi html', limit: ownLimitMs, words: command },
    ...(chromium
      ? [
          {
            name: 'chromium --print-to-pdf',
            limit: limitMs,
            words: (source: string, output: string) => [
              ...[chromium, '--headless', ...asRoot, profile, '--no-pdf-header-footer'],
              ...[`--print-to-pdf=${output}`, pathToFileURL(source).href],
            ],
          },
        ]
      : []),
    ...(weasyprint
      ? [
          {
            name: 'WeasyPrint',
            limit: limitMs,
            words: (source: string, output: string) => [weasyprint, '-q', source, output],
          },
        ]
      : []),
    ...(wkhtmltopdf
      ? [
          {
            name: 'wkhtmltopdf',
            limit: limitMs,
            words: (source: string, output: string) => [
              ...[wkhtmltopdf, '-q', '--enable-local-file-access', source, output],
            ],
          },
        ]
      : []),
  ];
}
