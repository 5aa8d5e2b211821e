/** The fields of headers and footers: `[page]` in texts, and the query string of pages. */
import type { pageVariables } from '#render/paged/page-variables';
import type { FlagValues } from './flag-values.ts';

type PageVariables = ReturnType<typeof pageVariables>[number];

/** What is the same on all pages of an object. */
export interface ObjectFacts {
  /** The index of its first page in the whole PDF. */
  readonly firstPage: number;
  readonly pages: number;
  /** As it was given. */
  readonly input: string;
  readonly title: string;
  readonly docTitle: string;
  readonly offset: number;
  readonly now: Date;
  readonly flags: FlagValues;
}

/** Values by the names of the fields, the same on all pages. */
function fixedFields({
  input,
  title,
  docTitle,
  offset,
  now,
  pages,
  flags,
}: ObjectFacts): Record<string, string> {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return {
    ...Object.fromEntries(flags.all('replace').map(([name = '', value = '']) => [name, value])),
    frompage: String(offset + 1),
    webpage: input,
    title,
    doctitle: docTitle,
    sitepages: String(pages),
    date: now.toLocaleDateString(undefined, { dateStyle: 'short' }),
    isodate: `${year}-${twoDigits(month)}-${twoDigits(day)}`,
    time: now.toLocaleTimeString(undefined, { timeStyle: 'short' }),
  };
}

/** Twig for the fields that differ from page to page. */
const twigFields = ({ offset, firstPage }: ObjectFacts): Record<string, string> => ({
  page: `{{ page.number + ${offset} }}`,
  topage: `{{ page.count + ${offset} }}`,
  sitepage: `{{ page.number - ${firstPage} }}`,
  section: '{{ page.sections[1] }}',
  subsection: '{{ page.sections[2] }}',
  subsubsection: '{{ page.sections[3] }}',
});

/**
 * Returns a text with fields as HTML with Twig. Names of fields may be in any case, as in `[toPage]`.
 *
 * @example
 * fillText('Page [page] of [topage]', facts); // 'Page {{ page.number + 0 }} of {{ page.count + 0 }}'
 */
export function fillText(text: string, facts: ObjectFacts): string {
  const fixed = lowerCased(fixedFields(facts));
  const twig = twigFields(facts);
  return text
    .split(/(\[[^[\]]+\])/)
    .map((part) => {
      const name = /^\[(.+)\]$/.exec(part)?.[1]?.toLowerCase() ?? '';
      return twig[name] ?? fieldHtml(fixed.get(name) ?? part);
    })
    .join('');
}

/** Returns the query string of a header or footer that is a page. */
export function fieldQuery(page: PageVariables, facts: ObjectFacts): string {
  const { number, count, sections } = page;
  const fields = {
    ...fixedFields(facts),
    page: String(number + facts.offset),
    topage: String(count + facts.offset),
    sitepage: String(number - facts.firstPage),
    section: sections[1] ?? '',
    subsection: sections[2] ?? '',
    subsubsection: sections[3] ?? '',
  };
  const pairs = Object.entries(fields).map(([name, value]) => `${encodeField(name)}=${encodeField(value)}`);
  return `?${pairs.join('&')}`;
}

/** The script in wkhtmltopdf's manual reads fields with `decodeURI`, which leaves these as they are encoded. */
const encodeField = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/%(?:2F|3A|3F|40|2C|24|3B)/g, decodeURIComponent);

const lowerCased = (fields: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));

/** Braces would be Twig. */
export const fieldHtml = (text: string): string =>
  text.replace(/[&<>"'{}]/g, (character) => `&#${character.charCodeAt(0)};`);
