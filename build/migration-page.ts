/** `docs/migration.md`: what the options of other programs are here. */
import { familiarName } from '../src/contract/document/familiar-names.ts';
import { type DocumentOption, optionTable } from '../src/contract/document/option-table.ts';
import { markdownTable } from './markdown-table.ts';
import { type OtherProgram, optionsOf, otherPrograms } from './other-programs.ts';

type Meaning = ReturnType<typeof meaningOf>;

/** What an option of a program is here: as told in its table, or as errors tell it. */
export function meaningOf({ own = {} }: OtherProgram, option: string) {
  const told = own[option.replace(/^-+/, '')];
  const { flag, field, flagNote, note } = { flagNote: undefined, ...(told ?? familiarName(option)) };
  return { flag, field, remark: [flagNote, note].filter((part) => part !== undefined).join(' ') };
}

export function migrationPage(): string {
  const sections = otherPrograms.map(
    (program) => `## ${program.title}\n\n${program.about}\n\n${programTable(program)}\n`,
  );
  return `# Coming from another program

What the options of other programs are in pdfapi: a flag of a [command](cli.md), a field of a [request](http-api.md), an option
of [the library](library.md), or CSS. Where something is not there, the last column says why, or what takes its place. The
commands and the API give the same answers: \`pdfapi html page.html --page-size A4\` says "Did you mean --format?".

Three doors need no change at all: \`pdfapi wkhtmltopdf\` takes the command line of wkhtmltopdf, \`pdfapi serve --gotenberg\` the
requests of Gotenberg 8, and style sheets for Prince and WeasyPrint print as they are, as far as
[pages as in a book](paged-media.md) tells.

The tables are generated from the names that pdfapi knows (\`src/contract/document/familiar-names.ts\`) by \`npm run docs\`.

${sections.join('\n')}`;
}

function programTable(program: OtherProgram): string {
  const rows = new Map<string, { readonly options: string[]; readonly meaning: Meaning }>();
  for (const option of optionsOf(program)) {
    const meaning = meaningOf(program, option);
    const key = JSON.stringify(meaning);
    const row = rows.get(key) ?? { options: [], meaning };
    row.options.push(`\`${option}\``);
    rows.set(key, row);
  }
  return markdownTable(
    [program.title, 'Flag', 'Field of a request', 'Library', 'Remark'],
    [...rows.values()].map(({ options, meaning: { flag, field, remark } }) => [
      options.join(', '),
      flag === undefined ? '' : `\`${flag}\``,
      field === undefined ? '' : `\`${placeOf(field)}\``,
      libraryOption(flag, field),
      withCode(remark),
    ]),
  );
}

const besideConfig = ['html', 'url', 'data', 'output', 'filename', 'config', 'screenshot'];

/** The path of a field of `config` in a request. */
export const placeOf = (field: string): string =>
  besideConfig.includes(field.split('.')[0] ?? '') ? field : `config.${field}`;

function libraryOption(flag: string | undefined, field: string | undefined): string {
  const root = field?.split('.')[0];
  const option = Object.entries<DocumentOption>(optionTable).find(
    ([, row]) =>
      (root !== undefined && row.field === root) || row.flags?.some((each) => each === flag) === true,
  );
  return option === undefined ? '' : `\`${option[0]}\``;
}

/** Marks what is code in a sentence for the terminal, unless it has backticks already. */
const withCode = (text: string): string =>
  text.includes('`')
    ? text
    : text.replace(
        /\{\{[^}]+\}\}|[a-z][a-z0-9, ]* \{ [^}]+ \}|<[^>]+>|pdfapi [a-z-]+(?: --?[a-z-]+)*|(?<![\w-])--[a-z][\w-]*|window\.\w+|@(?:page|media \w+)|target-counter\(\)/g,
        '`$&`',
      );
