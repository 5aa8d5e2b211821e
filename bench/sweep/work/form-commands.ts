/** Forms: listed, filled, and made part of the page. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { FormFieldInfo } from '../../../src/index.ts';
import { type Comparison, comparePages, type Difference } from '../judges/compare-pages.ts';
import { lostSignatures } from '../judges/lost-signatures.ts';
import { structureFault } from '../judges/other-judges.ts';
import { fillForm, listFormFields } from './library.ts';
import type { SweepCase } from './sweep-case.ts';
import { type SweepCommand, sound } from './sweep-command.ts';

export const fields: SweepCommand = {
  name: 'fields',
  async run(input) {
    input.fields = await listFormFields(input.bytes);
    return { warnings: [] };
  },
  words: ({ path }) => ['fields', path],
  judge: async () => sound('pdfapi'),
};

export const fill: SweepCommand = {
  name: 'fill',
  output: 'filled.pdf',
  skips: (input) => (values(input).size > 0 ? undefined : 'it has no text field that can be filled'),
  run: (input) => fillForm(input.bytes, Object.fromEntries(values(input))),
  words: (input) => ['fill', input.path, '-d', dataFile(input)],
  async judge(input, { warnings }) {
    const after = { path: input.output('filled.pdf') };
    const [unseen, lost, fault] = await Promise.all([
      unseenValues(input, { path: after.path, warnings }),
      lostSignatures({ path: input.path }, after),
      structureFault(after),
    ]);
    const faults: Difference[] = fault && !input.fault ? [{ reader: 'qpdf', what: fault }] : [];
    return { readers: input.readers.map(({ name }) => name), differences: [...unseen, ...lost, ...faults] };
  },
};

/** What was drawn for a viewer must look the same as a part of the page. */
export const flatten: SweepCommand = {
  name: 'flatten',
  output: 'flat.pdf',
  skips: (_, written) => (written.has('fill') ? undefined : 'it was not filled'),
  run: ({ output }) => fillForm(new Uint8Array(readFileSync(output('filled.pdf'))), {}, { flatten: true }),
  words(input) {
    const path = input.output('nothing.json');
    writeFileSync(path, '{}');
    return ['fill', input.output('filled.pdf'), '-d', path, '--flatten'];
  },
  async judge(input): Promise<Comparison> {
    const page = firstFilledPage(input);
    const pair = { before: page, after: page };
    const [before, after] = [{ path: input.output('filled.pdf') }, { path: input.output('flat.pdf') }];
    return await comparePages({ before, after, texts: [], pictures: [pair] }, input.comparing);
  },
};

/** Text fields that a person can fill, with values that can be told apart. */
function values({ fields: all }: SweepCase): ReadonlyMap<string, string> {
  const texts = all.filter(({ type, readOnly }) => (type === 'text' || type === 'multiline') && !readOnly);
  return new Map(
    texts.map(({ name, maxLength }, index) => [name, valueNumber(index).slice(0, maxLength ?? 9)]),
  );
}

/** Digits, which scripts that format numbers accept too. */
const valueNumber = (index: number): string => `${4000 + (index % 5000)}`;

/** Pages further behind are not looked at. */
const maxSeenPage = 12;

const isOnPage = ({ places }: FormFieldInfo, page: number): boolean =>
  places.some((place) => place.page === page && isLarge(place.rect));

/** Points. A place that is smaller shows nothing. */
const isLarge = ([left = 0, bottom = 0, right = 0, top = 0]: readonly number[] = []): boolean =>
  right - left > 8 && top - bottom > 4;

const firstFilledPage = (input: SweepCase): number => {
  const names = values(input);
  const places = input.fields.filter(({ name }) => names.has(name)).flatMap((field) => field.places);
  return Math.min(...places.map(({ page }) => page ?? 1), maxSeenPage);
};

async function unseenValues(
  input: SweepCase,
  { path, warnings }: { readonly path: string; readonly warnings: readonly string[] },
): Promise<Difference[]> {
  const numbers = Array.from({ length: Math.min(input.facts?.pages ?? 1, maxSeenPage) }, (_, i) => i + 1);
  const found = input.readers.map(async (reader): Promise<Difference[]> => {
    const texts = await reader.texts({ path }, numbers);
    // A program that cannot read the input does not judge.
    if (!texts && !(await reader.texts({ path: input.path }, numbers))) return [];
    if (!texts) return [{ reader: reader.name, what: 'cannot read what was written' }];
    return [...values(input)].flatMap(([name, value]) => {
      const field = input.fields.find((one) => one.name === name);
      // pdftotext takes cells of a comb that are far apart for columns.
      if (field?.comb && reader.name === 'poppler') return [];
      const on = numbers.filter((page) => field && isOnPage(field, page));
      const isSeen = on.some((page) => (texts.get(page) ?? '').replaceAll(/\s/g, '').includes(value));
      if (on.length === 0 || isSeen || warnings.some((text) => text.includes(name))) return [];
      return [{ reader: reader.name, what: `value of ${name} is not seen`, isAsked: true }];
    });
  });
  return (await Promise.all(found)).flat();
}

function dataFile(input: SweepCase): string {
  const path = input.output('data.json');
  writeFileSync(path, JSON.stringify(Object.fromEntries(values(input))));
  return path;
}
