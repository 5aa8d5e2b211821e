/** What happened in a page that its author may want to know, a sentence each. */
import type { PageFindings } from './browser/browser.ts';

export type DescribedFindings = Pick<
  PageFindings,
  'refused' | 'failed' | 'errors' | 'missingGlyphs' | 'problems'
>;

/** `remedy` is put behind the address that was refused. */
export const describeFindings = (
  { refused, failed, errors, missingGlyphs, problems }: DescribedFindings,
  remedy: (url: string) => string = () => '',
): string[] => [
  ...failed.map(({ url, reason }) => `${url} did not load: ${reason}`),
  ...refused.map(({ url, reason }) => `${url} was refused: ${reason}${remedy(url)}`),
  ...errors.map((error) => `a script failed: ${error.split('\n')[0]}`),
  ...problems,
  ...(missingGlyphs.length > 0 ? [`no font has these characters: ${missingGlyphs.join(' ')}`] : []),
];
