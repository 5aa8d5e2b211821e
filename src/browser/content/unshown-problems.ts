/** Warns about pictures and fonts that have loaded and cannot be shown. */
import { documentAddress, readableAddress } from '#template/model/document-address';
import type { UnshownFile, UnshownFilesOptions } from '../page-scripts/pictures/find-unshown-files.ts';

export const unshownFilesOptions: UnshownFilesOptions = {
  origin: documentAddress,
  // Files that did not load count as well.
  maxFiles: 500,
  maxAddressCharacters: 2_000,
  maxStylePictures: 200,
  maxStyleRules: 20_000,
};

const maxProblems = 20;

/** Returns a sentence for each file, without those that did not load, which are reported as such. */
export function unshownProblems(
  files: readonly UnshownFile[],
  hasFailed: (address?: string) => boolean,
): string[] {
  const loaded = files.filter(({ addresses }) =>
    addresses.length === 0 ? !hasFailed() : !addresses.every(hasFailed),
  );
  // The same picture may be in many places.
  const byAddress = Map.groupBy(loaded, ({ kind, addresses, place }) =>
    kind === 'font' || addresses.join('') === '' ? `${kind} ${place}` : addresses.join(' '),
  );
  const problems = [...byAddress.values()].flatMap(([first]) => (first ? [describe(first)] : []));
  const others = problems.length - maxProblems;
  if (others <= 0) return problems;
  const rest = others === 1 ? '1 more picture or font' : `${others} more pictures and fonts`;
  return [...problems.slice(0, maxProblems), `${rest} cannot be shown`];
}

const broken = 'it is broken or in a format that browsers do not show: use PNG, JPEG, GIF, WebP, AVIF or SVG';

function describe({ kind, addresses, place }: UnshownFile): string {
  const address = addresses.map((each) => readableAddress(each)).join(', ');
  if (kind === 'font') {
    const source = address && ` (${address})`;
    return `the font ${place}${source} cannot be read, so its text has another font: use a TTF, OTF, WOFF or WOFF2 file`;
  }
  if (address === '') return `the picture of ${place} cannot be shown: its address is empty`;
  const isNamed = !address.startsWith('data:');
  const where = kind === 'style' ? ` in the styles of ${place}` : isNamed ? '' : ` of ${place}`;
  let reason = /^data:[^,]*,\s*$/i.test(address) ? 'its address has no data' : broken;
  if (!URL.canParse(address, documentAddress)) reason = 'its address is incomplete';
  return `the picture ${address}${where} cannot be shown: ${reason}`;
}
