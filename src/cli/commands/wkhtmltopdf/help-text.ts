/** `--help`, `--extended-help` and `--version`. */
import { packageVersion } from '#library/package-version';
import { flagSections, ownFlags } from './flag-table.ts';
import type { HelpFlag } from './parse-words.ts';

/** The version of wkhtmltopdf whose flags are taken. Programs look for it, and for the words behind it. */
const wkVersion = '0.12.6 (with patched qt)';

/** Flags that most people use. */
const common =
  /--(?:collate|copies|extended-help|grayscale|help|log-level|margin-\w+|orientation|page-size|quiet|read-args-from-stdin|title|version|outline|no-outline|header-\w+|footer-\w+|toc-\w+-\w+|allow|enable-local-file-access|print-media-type|zoom|cookie) ?/;

/** How a command line is made up. */
export const synopsis = `Synopsis:
  wkhtmltopdf [GLOBAL OPTION]... [OBJECT]... <output file>

  An object is one of
    [page] <file, address or -> [PAGE OPTION]...
    cover <file, address or -> [PAGE OPTION]...   no header, no footer, not in the table of contents
    toc [TOC OPTION]...                           a table of contents
  The output - is stdout. --help and --extended-help list the options.
`;

/** The text that a flag such as `--help` asks for. */
export function helpFlagText(answer: HelpFlag): string {
  if (answer === 'version') return `wkhtmltopdf ${wkVersion}\npdfapi ${packageVersion()}\n`;
  if (answer === 'license') return 'pdfapi is distributed under the MIT licence.\n';
  return helpText(answer !== 'help');
}

function helpText(isExtended: boolean): string {
  const sections = Object.entries({ ...flagSections, 'Options of pdfapi': ownFlags }).map(([title, rows]) => {
    const lines = Object.entries(rows)
      .filter(([usage]) => isExtended || common.test(usage))
      .map(([usage, [treatment, note]]) => {
        const effect = treatment === 'ignored' || treatment === 'refused' ? `${treatment}: ${note}` : note;
        return `  ${usage.startsWith('--') ? '    ' : ''}${usage.padEnd(usage.startsWith('--') ? 38 : 42)} ${effect}`;
      });
    return lines.length === 0 ? '' : `${title}:\n${lines.join('\n')}\n`;
  });
  return `Name:\n  wkhtmltopdf ${wkVersion}, by pdfapi ${packageVersion()}\n\n${synopsis}\n${sections.filter(Boolean).join('\n')}`;
}
