/** Images: clauses 6.1.10, 6.2.6 and 6.2.8. */
import {
  getName,
  isDict,
  isNamed,
  type PdfDict,
  PdfName,
  PdfStream,
  type PdfValue,
  toList,
} from '#pdf/object';
import type { ContentPosition, ContentVisitor } from '../../content/content-visitor.ts';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { Breach, FindingCollector } from '../../model/finding-collector.ts';
import type { Check, Rule } from '../rule.ts';
import { chosenColor, type Jpeg2000, readJpeg2000 } from './jpeg2000.ts';
import { checkIntent, intentRule } from './rendering-intent.ts';

const inlineFilterRule: Rule = { pdfa: ['6.1.10', 1], pdfa4: ['6.1.9', 1] };
const alternatesRule: Rule = { pdfa: ['6.2.8', 1], pdfa4: ['6.2.7.1', 1] };
const opiRule: Rule = { pdfa: ['6.2.8', 2], pdfa4: ['6.2.7.1', 2] };
const interpolateRule: Rule = {
  pdfa: ['6.2.8', 3],
  pdfa4: ['6.2.7.1', 3],
  remedy: 'Remove Interpolate from the image or set it to false.',
};
const bitsRule: Rule = { pdfa: ['6.2.8', 4], pdfa4: ['6.2.7.1', 4] };
const maskBitsRule: Rule = { pdfa: ['6.2.8', 5], pdfa4: ['6.2.7.1', 5] };
const channelsRule: Rule = { pdfa: ['6.2.8.3', 1], pdfa4: ['6.2.7.3', 1] };
const specificationsRule: Rule = { pdfa: ['6.2.8.3', 2], pdfa4: ['6.2.7.3', 2] };
const methodRule: Rule = { pdfa: ['6.2.8.3', 3], pdfa4: ['6.2.7.3', 3] };
const labRule: Rule = { pdfa: ['6.2.8.3', 4], pdfa4: ['6.2.7.3', 4] };
const depthRule: Rule = { pdfa: ['6.2.8.3', 5], pdfa4: ['6.2.7.3', 5] };

const inlineFilters = new Set([
  'ASCIIHexDecode',
  'ASCII85Decode',
  'FlateDecode',
  'RunLengthDecode',
  'CCITTFaxDecode',
  'DCTDecode',
  'AHx',
  'A85',
  'Fl',
  'RL',
  'CCF',
  'DCT',
]);

const imageBits: ReadonlySet<number | undefined> = new Set([1, 2, 4, 8, 16, undefined]);

type Place = Omit<Breach, 'message'>;

function visit(document: CheckedDocument, findings: FindingCollector): ContentVisitor {
  const seen = new Set<PdfStream>();
  const checkStream = (stream: PdfStream, page: number | undefined, kind: 'image' | 'mask' | 'soft mask') => {
    if (seen.has(stream)) return;
    seen.add(stream);
    const place = { page, object: document.objectNumber(stream) };
    checkImage(document, stream.dict, kind === 'mask', place, findings);
    const jpeg = readJpeg2000(document, stream);
    if (jpeg) checkJpeg(jpeg, document.file.get(stream.dict, 'ColorSpace') !== null, place, findings);
    if (kind !== 'mask') checkIntent(document.nameAt(stream.dict, 'Intent'), place, findings);
    const [mask, softMask] = [
      document.file.get(stream.dict, 'Mask'),
      document.file.get(stream.dict, 'SMask'),
    ];
    if (kind === 'image' && mask instanceof PdfStream) checkStream(mask, page, 'mask');
    if (kind !== 'soft mask' && softMask instanceof PdfStream) checkStream(softMask, page, 'soft mask');
  };
  return {
    operators: {
      Do: ([name], at) => {
        const image = name instanceof PdfName ? at.resource('XObject', name.value) : null;
        if (!(image instanceof PdfStream)) return;
        if (isNamed(document.file.get(image.dict, 'Subtype'), 'Image'))
          checkStream(image, at.stream.page?.number, 'image');
      },
      EI: ([image], at) => {
        if (isDict(image)) checkInlineImage(document, image, at, findings);
      },
    },
  };
}

function checkImage(
  document: CheckedDocument,
  dict: PdfDict,
  isMask: boolean,
  place: Place,
  findings: FindingCollector,
): void {
  const { file } = document;
  if (dict.has('Alternates')) findings.add(alternatesRule, { ...place, message: 'An image has Alternates.' });
  if (dict.has('OPI')) findings.add(opiRule, { ...place, message: 'An image has OPI.' });
  if (file.get(dict, 'Interpolate') === true) {
    findings.add(interpolateRule, { ...place, message: 'An image asks for interpolation.' });
  }
  const bits = file.number(dict, 'BitsPerComponent');
  if (isMask && bits !== undefined && bits !== 1) {
    findings.add(maskBitsRule, {
      ...place,
      message: `An image mask has ${bits} bits per component instead of 1.`,
    });
  }
  if (!isMask && !imageBits.has(bits)) {
    findings.add(bitsRule, { ...place, message: `An image has ${bits} bits per component.` });
  }
}

function checkInlineImage(
  document: CheckedDocument,
  image: PdfDict,
  { stream }: ContentPosition,
  findings: FindingCollector,
): void {
  const { file } = document;
  const place = { page: stream.page?.number, object: stream.object };
  const value = (long: string, short: string): PdfValue => file.get(image, short) ?? file.get(image, long);
  for (const item of toList(value('Filter', 'F'))) {
    const filter = getName(file.resolve(item)) ?? 'without a name';
    if (inlineFilters.has(filter)) continue;
    findings.add(inlineFilterRule, { ...place, message: `An inline image has the filter ${filter}.` });
  }
  if (value('Interpolate', 'I') === true) {
    findings.add(interpolateRule, { ...place, message: 'An inline image asks for interpolation.' });
  }
  const bits = value('BitsPerComponent', 'BPC');
  if (typeof bits === 'number' && !imageBits.has(bits)) {
    findings.add(bitsRule, { ...place, message: `An inline image has ${bits} bits per component.` });
  }
  checkIntent(document.nameAt(image, 'Intent'), place, findings);
}

const colorChannels = new Set([1, 3, 4]);
const colorMethods = new Set([1, 2, 3]);
const cieJab = 19;
const maxBitDepth = 38;

function checkJpeg(image: Jpeg2000, hasColorSpace: boolean, place: Place, findings: FindingCollector): void {
  const add = (rule: Rule, message: string) => findings.add(rule, { ...place, message });
  if (!colorChannels.has(image.channels))
    add(channelsRule, `A JPEG 2000 image has ${image.channels} channels.`);
  if (image.hasChannelDepths || image.bitDepth < 1 || image.bitDepth > maxBitDepth) {
    add(depthRule, 'A JPEG 2000 image has channels of different or of invalid bit depths.');
  }
  if (hasColorSpace) return;
  const preferred = image.colors.filter(({ approximation }) => approximation === 1).length;
  if (image.colors.length !== 1 && preferred !== 1) {
    const count = image.colors.length;
    add(
      specificationsRule,
      `A JPEG 2000 image has ${count} colour specifications, of which ${preferred} are exact.`,
    );
  }
  const color = chosenColor(image);
  if (!color || !colorMethods.has(color.method)) {
    add(
      methodRule,
      `A JPEG 2000 image has a colour specification of the method ${color?.method ?? 'unknown'}.`,
    );
  }
  if (color?.enumerated === cieJab) add(labRule, 'A JPEG 2000 image uses the colour space CIEJab.');
}

export const imageCheck: Check = {
  rules: [
    inlineFilterRule,
    alternatesRule,
    opiRule,
    interpolateRule,
    bitsRule,
    maskBitsRule,
    channelsRule,
    specificationsRule,
    methodRule,
    labRule,
    depthRule,
    intentRule,
  ],
  visit,
};
