/** How CSV writes decimals: `.`, `,`, or `,:price,qty` for these columns alone. */

export interface CsvDecimal {
  readonly mark: '.' | ',';
  /** As written. Undefined for all columns. */
  readonly columns?: readonly string[] | undefined;
}

/** What it must be, after the name of the option. */
export const csvDecimalForm = 'must be . or , or a comma for some columns, such as ,:price,qty';

/** A comma that belongs to the name of a column is written `\\,`. Undefined for what is no separator. */
export function parseCsvDecimal(text: string): CsvDecimal | undefined {
  if (text === '.' || text === ',') return { mark: text };
  if (!text.startsWith(',:')) return undefined;
  const columns = text
    .slice(2)
    .split(/(?<!\\),/)
    .map((name) => name.trim());
  return columns.includes('') ? undefined : { mark: ',', columns };
}
