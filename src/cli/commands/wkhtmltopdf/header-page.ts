/** Headers and footers that are pages: printed for each page with its fields, and placed in the margin as a stamp. */
import { availableParallelism } from 'node:os';
import type { PageMargins } from '#contract/page';
import { readPrintedPages, startMerge } from '#pdf';
import type { pageVariables } from '#render/paged/page-variables';
import type { Stamp } from '#template/model/stamp';
import { fieldQuery, type ObjectFacts } from './fields.ts';
import type { HeaderKind } from './header-text.ts';
import { openInput } from './open-input.ts';
import type { PageSetup } from './page-setup.ts';
import { type ObjectTools, printObject } from './print-object.ts';
import { WkFailure } from './wk-failure.ts';

type Pages = ReturnType<typeof pageVariables>;

interface PrintedHeader {
  readonly pdf: Uint8Array;
  /** In millimetres. */
  readonly height: number;
}

type Width = Pick<PageSetup, 'width'> & { readonly margins: Pick<PageMargins, 'left' | 'right'> };

/** Between the contents and the header or footer, in millimetres. */
const spacingOf = (kind: HeaderKind, { flags }: Pick<ObjectFacts, 'flags'>): number =>
  flags.number(`${kind}-spacing`) ?? 0;

/** The height of the margin that a header or footer needs, in millimetres. 0 for an object without one. */
export async function neededMargin(
  kind: HeaderKind,
  facts: ObjectFacts,
  setup: Width,
  tools: ObjectTools,
): Promise<number> {
  if (facts.flags.text(`${kind}-html`) === undefined) return 0;
  const sections = { 1: '', 2: '', 3: '' };
  const page = {
    number: 1,
    count: 1,
    section: '',
    sections,
    first: true,
    last: true,
    side: 'right' as const,
    name: '',
  };
  const { height } = await printHeader(kind, facts, fieldQuery(page, facts), setup, tools);
  return Math.ceil((height + spacingOf(kind, facts)) * 100) / 100;
}

/** `pages`: those of the object. Undefined for one without such a header or footer. */
export async function pageStamp(
  kind: HeaderKind,
  facts: ObjectFacts,
  pages: Pages,
  setup: Omit<PageSetup, 'margins'> & { readonly margins: PageMargins },
  tools: ObjectTools,
): Promise<Stamp | undefined> {
  const input = facts.flags.text(`${kind}-html`);
  const [first] = pages;
  if (input === undefined || !first) return undefined;
  const printed = (await isFixed(kind, facts))
    ? [await printHeader(kind, facts, fieldQuery(first, facts), setup, tools)]
    : await printEach(
        pages,
        async (page) => await printHeader(kind, facts, fieldQuery(page, facts), setup, tools),
      );
  const merge = startMerge();
  for (const { pdf } of printed) merge.add(pdf, { name: input, selectPages: () => [0] });
  const { margins, height } = setup;
  const corners = printed.map((each) => {
    const fromContents = spacingOf(kind, facts) + (kind === 'header' ? each.height : 0);
    const y = kind === 'header' ? margins.top - fromContents : height - margins.bottom + fromContents;
    return { x: margins.left, y };
  });
  const name = `${kind} of ${facts.input || 'the table of contents'}`;
  const chosen = `${facts.firstPage + 1}-${facts.firstPage + pages.length}`;
  return { name, content: { pdf: merge.finish(), corners }, isUnder: false, pages: chosen, pagesField: name };
}

async function printHeader(
  kind: HeaderKind,
  { flags }: ObjectFacts,
  query: string,
  { width, margins: { left, right } }: Width,
  tools: ObjectTools,
): Promise<PrintedHeader> {
  const input = flags.text(`${kind}-html`) ?? '';
  if (input.includes('<')) {
    throw new WkFailure(`--${kind}-html should be a URL and not a string containing HTML code.`);
  }
  const { template, ...page } = await openInput(input, flags, query);
  const sheet = {
    width: width - left - right,
    height: undefined,
    margins: { top: 0, right: 0, bottom: 0, left: 0 },
  };
  // A stamp has no fields: its controls are drawn.
  const drawn = { ...page, template: { ...template, forms: false } };
  const pdf = await printObject(drawn, flags, sheet, tools);
  return { pdf, height: readPrintedPages(pdf).sizes[0]?.height ?? 0 };
}

/** A file without scripts cannot read the fields. */
async function isFixed(kind: HeaderKind, { flags }: ObjectFacts): Promise<boolean> {
  const { template, url } = await openInput(flags.text(`${kind}-html`) ?? '', flags);
  return (
    url === undefined && (!flags.isOn('javascript', true) || !/<script|\son\w+\s*=/i.test(template.html))
  );
}

/** In their order, some at the same time. */
async function printEach<Item, Result>(
  items: readonly Item[],
  print: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const work = async () => {
    for (const [i, item] of waiting) results[i] = await print(item);
  };
  await Promise.all(Array.from({ length: Math.min(items.length, availableParallelism()) }, work));
  return results;
}
