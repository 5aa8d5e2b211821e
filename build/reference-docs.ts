/** The pages of `docs` that are generated from the code. */

import { readFileSync } from 'node:fs';
import { exitCodes } from '../src/cli/exit-codes.ts';
import { type ErrorCode, errorCatalogue } from '../src/contract/errors.ts';
import { openApiDocument } from '../src/contract/openapi/openapi-document.ts';
import { errorGroups } from './error-descriptions.ts';
import { markdownTable } from './markdown-table.ts';
import { migrationPage } from './migration-page.ts';
import { twigReferencePage } from './twig-reference.ts';
import { wkhtmltopdfPage } from './wkhtmltopdf-docs.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

/** Returns the contents by file name in `docs`. */
export const referenceDocs = (): Readonly<Record<string, string>> => ({
  'errors.md': errorsPage(),
  'migration.md': migrationPage(),
  'twig-reference.md': twigReferencePage(),
  'wkhtmltopdf.md': wkhtmltopdfPage(),
  'openapi.json': `${JSON.stringify(openApiDocument({ serverUrl: 'http://127.0.0.1:8080', version }), null, 2)}\n`,
});

function errorsPage(): string {
  const groups = errorGroups.map(({ title, errors }) => {
    const rows = Object.entries(errors).map(([code, { cause, remedy }]) => {
      const { status, exit } = errorCatalogue[code as ErrorCode];
      return [`\`${code}\``, String(status), String(exit), cause, remedy];
    });
    return `## ${title}\n\n${markdownTable(['Code', 'Status', 'Exit code', 'Cause', 'Remedy'], rows)}\n`;
  });
  const exits = exitCodes.map(({ code, meaning, http }) => [String(code), meaning, http]);
  return `# Errors

Every expected failure has one of these codes. The command line prints it with \`--json\` and exits with the exit code;
the API sends it as \`code\` beside \`message\`, with the HTTP status. \`errors\`, where present, maps each invalid field to
its messages. A code never changes its meaning; new ones may be added.

This page is generated from the error catalogue (\`src/contract/errors.ts\`) by \`npm run docs\`.

${groups.join('\n')}
## Exit codes

${markdownTable(['Exit code', 'Meaning', 'HTTP status of a server'], exits)}
`;
}
