/** Follows the colour spaces that contents use, down to the device and ICC colours in them: clause 6.2.4. */
import { getName, isDict, type PdfDict, PdfName, PdfStream, type PdfValue } from '#pdf/object';
import type { ContentStream } from '../../content/content-visitor.ts';
import { toUsedSpace } from '../../content/graphics-state.ts';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { Breach, FindingCollector } from '../../model/finding-collector.ts';
import type { Rule } from '../rule.ts';
import { readIccProfile } from './icc-profile.ts';
import { findOutputColorSpace, findOutputProfile } from './output-intents.ts';
import type { SeparationTable } from './separation-table.ts';

const iccRule: Rule = { pdfa: ['6.2.4.2', 1], pdfa4: ['6.2.4.2', 1] };
const overprintRule: Rule = {
  pdfa: ['6.2.4.2', 2],
  pdfa4: ['6.2.4.2', 2],
  remedy: 'Set OPM to 0 or overprinting to false.',
};
const rgbRule: Rule = {
  pdfa: ['6.2.4.3', 2],
  remedy: 'Add an output intent with an RGB profile such as sRGB, or use ICC colours.',
};
const cmykRule: Rule = {
  pdfa: ['6.2.4.3', 3],
  remedy: 'Add an output intent with a CMYK profile, or convert the colours.',
};
const grayRule: Rule = {
  pdfa: ['6.2.4.3', 4],
  remedy: 'Add an output intent with an ICC profile such as sRGB.',
};
/** Part 4 also accepts the colours of a transparency group and the output intent of a page. */
const devices4: ReadonlyMap<string, Rule> = new Map([
  ['DeviceRGB', { ...rgbRule, pdfa: undefined, pdfa4: ['6.2.4.3', 2] }],
  ['DeviceCMYK', { ...cmykRule, pdfa: undefined, pdfa4: ['6.2.4.3', 3] }],
  ['DeviceGray', { ...grayRule, pdfa: undefined, pdfa4: ['6.2.4.3', 4] }],
]);
const sameProfileRule: Rule = {
  pdfa4: ['6.2.4.2', 3],
  remedy: 'Use DeviceCMYK for the colours of the output intent.',
};
const colorantRule: Rule = { pdfa: ['6.2.4.4', 1], pdfa4: ['6.2.4.4', 1] };
const deviceNRule: Rule = { pdfa: ['6.1.13', 9] };

export const colorRules = [
  iccRule,
  overprintRule,
  rgbRule,
  cmykRule,
  grayRule,
  ...devices4.values(),
  sameProfileRule,
  colorantRule,
  deviceNRule,
] as const;

/** Whether what is painted overprints, and how. */
export interface Overprint {
  readonly flag: boolean;
  readonly mode: number;
}

type Place = Omit<Breach, 'message'>;

/** What the place of a colour says of its meaning in part 4. */
export interface ColorPlace extends Pick<Breach, 'page' | 'object'> {
  /** The contents that use it. */
  readonly stream: ContentStream;
}

const maxColorants = 32;
const maxNesting = 8;
const processColorants = new Set(['Cyan', 'Magenta', 'Yellow', 'Black', 'None']);
const inputClasses = new Set(['prtr', 'mntr', 'scnr', 'spac']);
const inputSpaces = new Set(['RGB ', 'CMYK', 'GRAY', 'Lab ']);

export class ColorSpaces {
  readonly #document: CheckedDocument;
  readonly #findings: FindingCollector;
  readonly #output: string | undefined;
  readonly #separations: SeparationTable;
  readonly #seen = new Set<PdfValue>();

  constructor(document: CheckedDocument, findings: FindingCollector, separations: SeparationTable) {
    this.#document = document;
    this.#findings = findings;
    this.#output = findOutputColorSpace(document);
    this.#separations = separations;
  }

  /** Reports what is wrong with a colour space, for arrays only once. Defaults of the resources are already applied. */
  use(
    space: PdfValue,
    resources: PdfDict | undefined,
    at: ColorPlace,
    overprint?: Overprint,
    depth = 0,
  ): void {
    if (space instanceof PdfName) {
      this.#takeDevice(space.value, at);
      return;
    }
    if (!Array.isArray(space) || depth > maxNesting) return;
    const place = { page: at.page, object: at.object };
    const { file } = this.#document;
    const kind = getName(file.resolve(space[0]));
    if (kind === 'ICCBased' && overprint) this.#checkOverprint(space, place, overprint);
    if (this.#seen.has(space)) return;
    this.#seen.add(space);
    const inner = (value: PdfValue | undefined) => {
      this.use(toUsedSpace(file, file.resolve(value), resources), resources, at, undefined, depth + 1);
    };
    switch (kind) {
      case 'ICCBased':
        this.#checkProfile(file.resolve(space[1]), place);
        break;
      case 'Indexed':
        inner(space[1]);
        break;
      case 'Separation':
        this.#separations.add(space, place);
        inner(space[2]);
        break;
      case 'DeviceN':
        this.#takeDeviceN(space, place, inner);
        break;
      case 'CalCMYK':
        this.#takeDevice('DeviceCMYK', at);
    }
  }

  #takeDevice(name: string, { stream, ...place }: ColorPlace): void {
    if (name === 'DeviceRGB' && this.#output !== 'RGB ') this.#reportDevice(rgbRule, name, place);
    if (name === 'DeviceCMYK' && this.#output !== 'CMYK') this.#reportDevice(cmykRule, name, place);
    if (name === 'DeviceGray' && this.#output === undefined) this.#reportDevice(grayRule, name, place);
    const rule4 = devices4.get(name);
    if (!rule4 || !this.#findings.wants(rule4)) return;
    const { page } = stream;
    const output = (page && findOutputColorSpace(this.#document, page.dict)) ?? this.#output;
    const group = this.#groupSpace(stream);
    const isDefined =
      name === 'DeviceGray'
        ? output !== undefined
        : name === 'DeviceRGB'
          ? output === 'RGB ' || group === 'RGB ' || group === 'CalRGB'
          : output === 'CMYK' || group === 'CMYK';
    if (!isDefined) this.#reportDevice(rule4, name, place);
  }

  /** The colours of the innermost transparency group: those of its profile, or its kind. */
  #groupSpace(stream: ContentStream): string | undefined {
    const { file } = this.#document;
    for (let each: ContentStream | undefined = stream; each; each = each.parent) {
      const space = file.resolve(this.#document.dictOf(each.dict.get('Group'))?.get('CS'));
      if (!Array.isArray(space)) continue;
      const profile = file.resolve(space[1]);
      if (getName(file.resolve(space[0])) !== 'ICCBased') return getName(file.resolve(space[0]));
      return profile instanceof PdfStream ? readIccProfile(this.#document, profile)?.colorSpace : undefined;
    }
    return undefined;
  }

  #reportDevice(rule: Rule, name: string, place: Place): void {
    const has =
      this.#output === undefined ? 'it has no output intent' : `its output intent is ${this.#output.trim()}`;
    this.#findings.add(rule, { ...place, message: `The file uses ${name}, but ${has}.` });
  }

  #checkOverprint(space: readonly PdfValue[], place: Place, { flag, mode }: Overprint): void {
    const stream = this.#document.file.resolve(space[1]);
    if (!flag || mode === 0 || !(stream instanceof PdfStream)) return;
    if (this.#document.file.number(stream.dict, 'N') !== 4) return;
    const message = `An ICC-based CMYK colour is overprinted with the overprint mode ${mode}.`;
    this.#findings.add(overprintRule, { ...place, message });
  }

  #checkProfile(stream: PdfValue, place: Place): void {
    if (!(stream instanceof PdfStream)) return;
    const object = this.#document.objectNumber(stream);
    const profile = readIccProfile(this.#document, stream);
    if (!profile) {
      this.#findings.add(iccRule, { ...place, object, message: 'A colour space has no valid ICC profile.' });
      return;
    }
    const { deviceClass, colorSpace, version } = profile;
    if (colorSpace === 'CMYK' && this.#isOutputProfile(stream)) {
      const message = 'A colour space has the profile of the output intent.';
      this.#findings.add(sameProfileRule, { ...place, object, message });
    }
    if (inputClasses.has(deviceClass) && inputSpaces.has(colorSpace) && version < 5) return;
    const message = `An ICC profile is of class "${deviceClass}", space "${colorSpace.trim()}" and version ${version}.`;
    this.#findings.add(iccRule, { ...place, object, message });
  }

  #isOutputProfile(profile: PdfStream): boolean {
    const output = findOutputProfile(this.#document);
    if (!output || !this.#findings.wants(sameProfileRule)) return false;
    const [own, other] = [this.#document.decode(profile), this.#document.decode(output)];
    return profile === output || (own !== undefined && other !== undefined && own.equals(other));
  }

  #takeDeviceN(space: readonly PdfValue[], place: Place, inner: (value: PdfValue | undefined) => void): void {
    const { file } = this.#document;
    const names = file.resolve(space[1]);
    const colorants = (Array.isArray(names) ? names : []).map((name) => getName(file.resolve(name)) ?? '');
    if (colorants.length > maxColorants) {
      const message = `A DeviceN colour space has ${colorants.length} colorants; the limit is ${maxColorants}.`;
      this.#findings.add(deviceNRule, { ...place, message });
    }
    const attributes = file.resolve(space[4]);
    const dict: PdfDict = isDict(attributes) ? attributes : new Map();
    const described = file.dict(dict, 'Colorants');
    const process = file.dict(dict, 'Process');
    const components = (process && file.array(process, 'Components')) ?? [];
    const known = new Set([
      ...processColorants,
      ...(described?.keys() ?? []),
      ...components.map((name) => getName(file.resolve(name)) ?? ''),
    ]);
    const missing = colorants.filter((name) => !known.has(name));
    if (missing.length > 0) {
      const message = `A DeviceN colour space does not describe its colorants ${missing.join(', ')}.`;
      this.#findings.add(colorantRule, { ...place, message });
    }
    inner(space[2]);
    inner(process?.get('ColorSpace'));
    for (const colorant of described?.values() ?? []) inner(colorant);
  }
}
