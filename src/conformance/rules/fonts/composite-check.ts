/** Composite fonts and their CMaps: clauses 6.1.13, 6.2.11.3 and 7.21.3. */
import { isDict, PdfName, PdfStream, type PdfValue } from '#pdf/object';
import { type CMap, readCMap } from '../../fonts/cmap.ts';
import type { CompositeFont } from '../../fonts/composite-font.ts';
import {
  type CharacterCollection,
  collectionOfCMap,
  isIdentityCMap,
  isPredefinedCMap,
} from '../../fonts/predefined-cmaps.ts';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { Breach, FindingCollector } from '../../model/finding-collector.ts';
import type { Rule } from '../rule.ts';

const collectionRule: Rule = {
  pdfa: ['6.2.11.3.1', 1],
  pdfa4: ['6.2.10.3.1', 1],
  pdfua: ['7.21.3.1', 1],
  pdfua2: ['8.4.5.3.1', 1],
};
const glyphMapRule: Rule = {
  pdfa: ['6.2.11.3.2', 1],
  pdfa4: ['6.2.10.3.2', 1],
  pdfua: ['7.21.3.2', 1],
  pdfua2: ['8.4.5.3.2', 1],
};
const embeddedMapRule: Rule = {
  pdfa: ['6.2.11.3.3', 1],
  pdfa4: ['6.2.10.3.3', 1],
  pdfua: ['7.21.3.3', 1],
  pdfua2: ['8.4.5.4', 1],
};
const writingModeRule: Rule = {
  pdfa: ['6.2.11.3.3', 2],
  pdfa4: ['6.2.10.3.3', 2],
  pdfua: ['7.21.3.3', 2],
  pdfua2: ['8.4.5.4', 2],
};
const usedMapRule: Rule = {
  pdfa: ['6.2.11.3.3', 3],
  pdfa4: ['6.2.10.3.3', 3],
  pdfua: ['7.21.3.3', 3],
  pdfua2: ['8.4.5.4', 3],
};
const cidRule: Rule = { pdfa: ['6.1.13', 10] };

export const compositeRules = [
  collectionRule,
  glyphMapRule,
  embeddedMapRule,
  writingModeRule,
  usedMapRule,
  cidRule,
] as const;

type Place = Omit<Breach, 'message'>;

const maxCid = 65_535;
const maxUsedMaps = 8;

export function checkCompositeFont(
  document: CheckedDocument,
  font: CompositeFont,
  page: number | undefined,
  findings: FindingCollector,
): void {
  const { file } = document;
  const place = { page, object: font.object };
  const encoding = file.get(font.dict, 'Encoding');
  checkCollection(document, font, encoding, place, findings);
  checkMap(document, encoding, place, findings, 0);
  if (document.nameAt(font.descendant, 'Subtype') !== 'CIDFontType2' || !font.program) return;
  const map = file.get(font.descendant, 'CIDToGIDMap');
  if (map instanceof PdfStream || (map instanceof PdfName && map.value === 'Identity')) return;
  findings.add(glyphMapRule, { ...place, message: `The font ${font.label} has no CIDToGIDMap.` });
}

function nameOfMap(document: CheckedDocument, map: PdfValue): string | undefined {
  if (map instanceof PdfName) return map.value;
  return map instanceof PdfStream ? document.nameAt(map.dict, 'CMapName') : undefined;
}

function checkCollection(
  document: CheckedDocument,
  font: CompositeFont,
  encoding: PdfValue,
  place: Place,
  findings: FindingCollector,
): void {
  const name = nameOfMap(document, encoding);
  if (isIdentityCMap(name)) return;
  const own = readCollection(document, font.descendant.get('CIDSystemInfo'));
  const map =
    encoding instanceof PdfStream
      ? readCollection(document, encoding.dict.get('CIDSystemInfo'))
      : name === undefined
        ? undefined
        : collectionOfCMap(name);
  if (
    own?.ordering !== undefined &&
    own.registry !== undefined &&
    own.ordering === map?.ordering &&
    own.registry === map.registry &&
    own.supplement <= map.supplement
  ) {
    return;
  }
  const message = `The font ${font.label} is for the characters ${show(own)}, its CMap for ${show(map)}.`;
  findings.add(collectionRule, { ...place, message });
}

type Collection = { readonly [Key in keyof CharacterCollection]: CharacterCollection[Key] | undefined } & {
  readonly supplement: number;
};

function readCollection(document: CheckedDocument, value: PdfValue | undefined): Collection | undefined {
  const { file } = document;
  const resolved = file.resolve(value);
  const info = Array.isArray(resolved) ? file.resolve(resolved[0]) : resolved;
  if (!isDict(info)) return undefined;
  return {
    registry: file.string(info, 'Registry')?.bytes,
    ordering: file.string(info, 'Ordering')?.bytes,
    supplement: file.number(info, 'Supplement') ?? 0,
  };
}

function show(collection: Collection | undefined): string {
  if (!collection) return 'of no collection';
  return `${collection.registry ?? '?'}-${collection.ordering ?? '?'}-${collection.supplement}`;
}

/** `depth` is above 0 for a CMap that another one uses. */
function checkMap(
  document: CheckedDocument,
  map: PdfValue,
  place: Place,
  findings: FindingCollector,
  depth: number,
): void {
  const name = nameOfMap(document, map);
  const isEmbedded = map instanceof PdfStream;
  const shown = name ?? 'without a name';
  if (!isEmbedded && map !== null && !isPredefinedCMap(name)) {
    findings.add(embeddedMapRule, { ...place, message: `The CMap ${shown} is not embedded.` });
  }
  if (depth > 0 && !isPredefinedCMap(name)) {
    findings.add(usedMapRule, {
      ...place,
      message: `A CMap uses the CMap ${shown}, which is not a predefined one.`,
    });
  }
  if (!isEmbedded) return;
  const bytes = document.decode(map);
  if (bytes) checkEmbeddedMap(document, readCMap(bytes), map, shown, place, findings);
  const used = document.file.get(map.dict, 'UseCMap');
  if (used !== null && depth < maxUsedMaps) checkMap(document, used, place, findings, depth + 1);
}

function checkEmbeddedMap(
  document: CheckedDocument,
  { writingMode, cids }: CMap,
  { dict }: PdfStream,
  shown: string,
  place: Place,
  findings: FindingCollector,
): void {
  const stated = document.file.number(dict, 'WMode') ?? 0;
  if (stated !== writingMode) {
    const message = `The CMap ${shown} has the writing mode ${writingMode}, its dictionary ${stated}.`;
    findings.add(writingModeRule, { ...place, message });
  }
  const largest = cids.reduce((max, { first, last, cid }) => Math.max(max, cid + last - first), 0);
  if (largest > maxCid) {
    findings.add(cidRule, {
      ...place,
      message: `The CMap ${shown} has the CID ${largest}; the limit is ${maxCid}.`,
    });
  }
}
