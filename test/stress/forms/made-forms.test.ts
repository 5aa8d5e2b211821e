/** HTML forms at random: their fields, filled and read by others, and how they look before and after. */
import { afterAll, expect, it } from 'vitest';
import { listForm } from '../../../src/forms/list-form.ts';
import { openRenderer } from '../../../src/index.ts';
import { countPagesInTree } from '../../../src/pdf/document/page-tree.ts';
import { withShaping } from '../../../src/pdf/fonts/shaping.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { countDifferences, type PagePlace } from '../../support/forms/compare-pixels.ts';
import { fieldsSeen } from '../../support/forms/fields-seen.ts';
import { filled } from '../../support/forms/filled.ts';
import { readByOthers } from '../../support/forms/other-readers.ts';
import { type ExpectedField, type RandomForm, randomForm } from '../../support/forms/random-form.ts';
import { popplerImage } from '../../support/images/poppler-image.ts';
import { type Pixels, readPng } from '../../support/images/read-png.ts';
import { pythonOfJudges } from '../../support/judges/python.ts';
import { hasPoppler } from '../../support/pdf/installed.ts';
import { browserOptions, otherBrowser } from '../../support/real-browser.ts';
import { rounds } from '../../support/rounds.ts';

/** `PDFAPI_TEST_ROUNDS=25` makes a thousand. */
const count = rounds(40);
const firstSeed = Number(process.env.PDFAPI_TEST_SEED ?? 1);
/** Drawing takes longer than all the rest: of many forms, some are drawn. */
const drawnEvery = Math.ceil(count / 250);
const pdfjsEvery = 8 * drawnEvery;
const dpi = 144;
const batchSize = 20;
/** Those of a batch wait for two workers. */
const timeoutMs = 180_000;

const renderer = await openRenderer({
  workers: 2,
  browserPath: otherBrowser,
  sandbox: browserOptions.sandbox,
});
afterAll(() => renderer.close());

const seeds = Array.from({ length: count }, (_, index) => firstSeed + index);
const batches = Array.from({ length: Math.ceil(count / batchSize) }, (_, index) =>
  seeds.slice(index * batchSize, (index + 1) * batchSize),
);

const nfc = <Value>(value: Value): Value =>
  (typeof value === 'string'
    ? value.normalize('NFC').replaceAll(/\r\n?/g, '\n')
    : Array.isArray(value)
      ? value.map(nfc)
      : value) as Value;

/** What is wrong with the list of fields. */
function listProblems(pdf: Uint8Array, { fields }: RandomForm): string[] {
  const found = new Map(listForm(new PdfReader(pdf)).map((field) => [field.name, field]));
  const names = fields.map(({ name }) => name);
  const missing = names.filter((name) => !found.has(name)).map((name) => `${name} is missing`);
  const more = [...found.keys()].filter((name) => !names.includes(name)).map((name) => `${name} is too much`);
  const differences = fields.flatMap(({ password, ...expected }) => {
    const field = found.get(expected.name);
    const own: Record<string, unknown> = { ...field, options: field?.options.map(({ value }) => value) };
    return Object.entries(expected).flatMap(([key, value]) =>
      !field || JSON.stringify(own[key]) === JSON.stringify(value)
        ? []
        : [`${expected.name}: ${key} is ${JSON.stringify(own[key])}, not ${JSON.stringify(value)}`],
    );
  });
  return [...missing, ...more, ...differences];
}

/** Whether a reader has found a value. States of buttons are named by their value or their number. */
function isRead(field: ExpectedField, value: unknown, read: unknown): boolean {
  const only = Array.isArray(read) && read.length < 2 ? (read[0] ?? '') : (read ?? '');
  const isButton = field.type === 'checkbox' || field.type === 'radio';
  if (!isButton) {
    const expected = Array.isArray(value) && value.length < 2 ? (value[0] ?? '') : value;
    return JSON.stringify(nfc(only)) === JSON.stringify(nfc(expected));
  }
  const chosen = value === true ? field.options[0] : value === false ? undefined : (value as string);
  if (chosen === undefined) return ['Off', '', false].includes(only as string);
  return [chosen, String(field.options.indexOf(chosen)), true].includes(only as string);
}

const readProblems = (reader: string, form: RandomForm, read: Readonly<Record<string, unknown>>): string[] =>
  form.fields
    .filter(({ name, password }) => Object.hasOwn(form.data, name) && !password)
    .filter(({ name, type }) => Object.hasOwn(read, name) || reader !== 'MuPDF' || type !== 'list')
    .filter((field) => !isRead(field, form.data[field.name], read[field.name]))
    .map(
      ({ name }) =>
        `${reader} reads ${name} as ${JSON.stringify(read[name])}, not ${JSON.stringify(form.data[name])}`,
    );

/** Where each page shows fields. */
const placesOf =
  (pdf: Uint8Array, names: ReadonlySet<string>) =>
  (page: number): PagePlace[] =>
    listForm(new PdfReader(pdf))
      .filter(({ name }) => names.has(name))
      .flatMap(({ places }) => places)
      .flatMap((place) => (place.page === page && place.rect ? [place.rect] : []));

interface Look {
  readonly plain: Uint8Array;
  readonly made: Uint8Array;
  readonly filled: Uint8Array;
}

type Draw = (pdf: Uint8Array) => Promise<readonly Pixels[]>;

const byPoppler: Draw = async (pdf) =>
  Array.from({ length: countPagesInTree(new PdfReader(pdf)) }, (_, i) => popplerImage(pdf, i + 1, dpi));

const byPdfjs: Draw = async (pdf) => {
  const pages: Pixels[] = [];
  for await (const { image } of renderer.images(pdf, { dpi })) pages.push(readPng(image));
  return pages;
};

/** Made fields look as the page does without them, and filled ones change nothing but themselves. */
async function lookProblems(reader: string, draw: Draw, look: Look, form: RandomForm): Promise<string[]> {
  const passwords = form.fields.filter(({ password }) => password).map(({ name }) => name);
  const [plain, made, done] = [await draw(look.plain), await draw(look.made), await draw(look.filled)];
  const compare = (what: string, a: readonly Pixels[], b: readonly Pixels[], names: readonly string[]) => {
    const exceptOn = placesOf(look.made, new Set(names));
    return a.flatMap((page, i) => {
      const other = b[i];
      const squares = other ? countDifferences(page, other, { dpi, except: exceptOn(i + 1) }) : 'all';
      return squares === 0 ? [] : [`${reader}, page ${i + 1}: ${squares} squares differ when ${what}`];
    });
  };
  return [
    ...compare('made', plain, made, passwords),
    ...compare('filled', made, done, Object.keys(form.data)),
  ];
}

async function check(seed: number) {
  const form = randomForm(seed);
  const make = (forms: boolean) => renderer.html(form.html, { forms, twig: false, timeoutMs });
  const [plain, made] = [await make(false), await make(true)];
  const problems = listProblems(made.pdf, form);
  const done = await withShaping(() => filled(made.pdf, form.data));
  problems.push(...readProblems('pdf.js', form, await fieldsSeen(done.pdf)));
  const look = { plain: plain.pdf, made: made.pdf, filled: done.pdf };
  if (hasPoppler && seed % drawnEvery === 0)
    problems.push(...(await lookProblems('poppler', byPoppler, look, form)));
  if (seed % pdfjsEvery === 0) problems.push(...(await lookProblems('pdf.js', byPdfjs, look, form)));
  return { form, pdfs: [made.pdf, done.pdf] as const, problems };
}

it.each(batches)(
  'forms %i and following are what their pages had, and are filled as any reader finds them',
  async (...batch) => {
    const results = await Promise.all(
      batch.map(async (seed) => {
        try {
          return { seed, ...(await check(seed)) };
        } catch (error) {
          throw new Error(`Form ${seed}`, { cause: error });
        }
      }),
    );
    const problems = results.flatMap(({ seed, problems }) => problems.map((each) => `Form ${seed}: ${each}`));
    if (pythonOfJudges !== undefined) {
      const readings = await readByOthers(
        pythonOfJudges,
        results.flatMap(({ pdfs }) => pdfs),
      );
      for (const [index, { faults, scripts, values }] of readings.entries()) {
        const { seed, form } = results[index >> 1] ?? {};
        problems.push(...[...faults, ...scripts].map((each) => `Form ${seed}: ${each}`));
        if (!form || index % 2 === 0) continue;
        for (const [reader, read] of Object.entries(values)) {
          problems.push(...readProblems(reader, form, read).map((each) => `Form ${seed}: ${each}`));
        }
      }
    }
    expect(problems).toEqual([]);
  },
  600_000,
);
