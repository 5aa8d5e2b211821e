/** Options of other programs are answered with what is meant, and `docs/migration.md` names what exists. */
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { meaningOf, placeOf } from '../../../build/migration-page.ts';
import { optionsOf, otherPrograms } from '../../../build/other-programs.ts';
import { readContext } from '../../../src/cli/context.ts';
import { styleFor } from '../../../src/cli/io/style.ts';
import { createProgram, runProgram } from '../../../src/cli/program.ts';
import { validateRequest } from '../../../src/contract/api/request-errors.ts';
import { htmlToPdfSchema } from '../../../src/contract/api/requests-schema.ts';
import { Failure } from '../../../src/contract/errors.ts';

const programs = otherPrograms.map((program) => [program.title, program] as const);

/** Returns what `pdfapi html` answers to a flag, or undefined if it has the flag. */
async function answerTo(flag: string): Promise<Failure | undefined> {
  const argv = ['html', 'page.html', flag];
  const open = () => Promise.reject(new Error('the command is run'));
  const program = await createProgram({ ...readContext(process), argv }, await styleFor(0), open);
  const error = await runProgram(program, argv).catch((thrown: unknown) => thrown);
  return error instanceof Failure && error.message.startsWith('Unknown option') ? error : undefined;
}

it.each(programs)('commands know the options of %s', async (_title, program) => {
  const unanswered: string[] = [];
  for (const option of optionsOf(program)) {
    const answer = await answerTo(program.flags ? option : `--${option}`);
    if (answer === undefined) continue;
    const { flag, remark } = meaningOf(program, option);
    const meant = flag === undefined ? remark : `Did you mean ${flag}?`;
    // What it means in this program alone is in its table; the answer is what it means in most.
    const isOwn = Object.hasOwn(program.own ?? {}, option.replace(/^-+/, ''));
    const isAnswered = isOwn ? !answer.hint?.startsWith('See:') : answer.hint?.includes(meant) === true;
    if (meant === '' || !isAnswered) unanswered.push(`${option}: ${answer.hint}`);
  }
  expect(unanswered).toEqual([]);
});

const style = await styleFor(0);
const everything = await createProgram(
  { ...readContext(process), argv: [] },
  style,
  () => Promise.reject(new Error('no command is run')),
  () => true,
);
const flagsOf = (command: Command): readonly string[] => [
  ...command.options.map(({ long }) => String(long)),
  ...command.commands.flatMap(flagsOf),
];
const flags = new Set([...flagsOf(everything.command), '--help']);

it.each(programs)('what %s is told to use exists', (_title, program) => {
  const meanings = optionsOf(program).map((option) => meaningOf(program, option));
  const named = meanings.flatMap(
    ({ flag = '', remark }) => `${flag} ${remark}`.match(/(?<![\w-])--[a-z][\w-]*/g) ?? [],
  );
  const ofCurl = ['--proxy', '--cert'];
  expect(named.filter((flag) => !flags.has(flag) && !ofCurl.includes(flag))).toEqual([]);
  const unknown = meanings.filter(({ field }) => {
    if (field === undefined) return false;
    const value = field.split('.').reduceRight<unknown>((inner, step) => ({ [step]: inner }), Symbol());
    const body = placeOf(field) === field ? value : { config: value };
    return JSON.stringify(validateRequest(htmlToPdfSchema, Object.assign({ html: 'a' }, body))).includes(
      'is unknown',
    );
  });
  expect(unknown.map(({ field }) => field)).toEqual([]);
});

it.each(programs)('the API knows the options of %s', (_title, program) => {
  const fields = optionsOf(program).map((option) => option.replace(/^-+/, ''));
  const unanswered = fields
    .filter((field) => field.length > 1 && !Object.hasOwn(program.own ?? {}, field))
    .flatMap((field) => [
      validateRequest(htmlToPdfSchema, { html: 'a', [field]: Symbol() }),
      validateRequest(htmlToPdfSchema, { html: 'a', config: { [field]: Symbol() } }),
    ])
    .map((result) => JSON.stringify(result))
    .filter((result) => /is unknown\.(?:"| Values for the template)/.test(result));
  expect(unanswered).toEqual([]);
});
