import { expect, it } from 'vitest';
import { breaches } from '../../support/pdf/breaches.ts';
import { buildPdf, minimalObjects, streamObject } from '../../support/pdf/build-pdf.ts';

/** The header of a profile, which is all that rules look at. */
function iccProfile(colorSpace: string, { deviceClass = 'mntr', version = 2 } = {}): string {
  return `${'\0'.repeat(8)}${String.fromCharCode(version)}\0\0\0${deviceClass}${colorSpace}${'\0'.repeat(108)}`;
}

const profileObject = (profile: string, components = 3) => streamObject(`/N ${components}`, profile);

interface Given {
  readonly content?: string;
  readonly resources?: string;
  readonly page?: string;
  readonly catalog?: string;
  /** From 10 on. */
  readonly objects?: Record<number, string>;
}

/** Clause 6.2 of a page with this content. */
function found({ content = '', resources = '', page = '', catalog = '', objects = {} }: Given): string[] {
  const pdf = buildPdf({
    ...minimalObjects,
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<<${resources}>>${page}>>`,
    4: streamObject('', content),
    ...objects,
  });
  return breaches(pdf, 'pdfa-2b', /^6\.(?:2\.|1\.1[03])/);
}

const intent = '/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/DestOutputProfile 10 0 R>>]';
const withIntent = (space: string) => ({
  catalog: intent,
  objects: { 10: profileObject(iccProfile(space)) },
});

it.each([
  ['1 0 0 rg', ['6.2.4.3-2'], ['6.2.4.3-2']],
  ['0 0 0 1 K', ['6.2.4.3-3'], []],
  ['0 g', ['6.2.4.3-4'], []],
  ['0 0 1 1 re f', ['6.2.4.3-4'], []],
  ['/DeviceRGB cs', ['6.2.4.3-2'], ['6.2.4.3-2']],
  ['0 0 1 1 re n', [], []],
])('%s without an output intent breaks %j, with one of CMYK %j', (content, without, withCmyk) => {
  expect(found({ content })).toEqual(without);
  expect(found({ content, ...withIntent('CMYK') })).toEqual(withCmyk);
});

it('a default colour space stands in for a device colour', () => {
  const given = { content: '1 0 0 rg 0 0 1 1 re f', objects: { 10: profileObject(iccProfile('RGB ')) } };
  expect(found(given)).toEqual(['6.2.4.3-2']);
  expect(found({ ...given, resources: '/ColorSpace<</DefaultRGB[/ICCBased 10 0 R]>>' })).toEqual([]);
});

it.each([
  ['a scanner', iccProfile('RGB ', { deviceClass: 'scnr' }), ['6.2.3-1']],
  ['Lab', iccProfile('Lab '), ['6.2.3-1']],
  ['version 5', iccProfile('RGB ', { version: 5 }), ['6.2.3-1']],
  ['version 4', iccProfile('RGB ', { version: 4 }), []],
  ['a stream that is too short', 'abc', ['6.2.3-1']],
])('an output intent with a profile for %s breaks %j', (_, profile, expected) => {
  expect(found({ catalog: intent, objects: { 10: profileObject(profile) } })).toEqual(expected);
});

it('output intents with different profiles break 6.2.3-2', () => {
  const one = (profile: number) => `<</S/GTS_PDFA1/DestOutputProfile ${profile} 0 R>>`;
  const objects = { 10: profileObject(iccProfile('RGB ')), 11: profileObject(iccProfile('RGB ')) };
  expect(found({ catalog: `/OutputIntents[${one(10)}${one(10)}]`, objects })).toEqual([]);
  expect(found({ catalog: `/OutputIntents[${one(10)}${one(11)}]`, objects })).toEqual(['6.2.3-2']);
});

const use = '/C cs 0 0 1 1 re f';

it.each([
  ['[/Indexed/DeviceRGB 0(abc)]', ['6.2.4.3-2']],
  ['[/Separation/Gold/DeviceCMYK 11 0 R]', ['6.2.4.3-3']],
  ['[/DeviceN[/Cyan/Gold]/DeviceGray 11 0 R]', ['6.2.4.3-4', '6.2.4.4-1']],
  ['[/DeviceN[/Cyan/None]/DeviceGray 11 0 R]', ['6.2.4.3-4']],
  ['[/CalGray<</WhitePoint[1 1 1]>>]', []],
  ['[/ICCBased 10 0 R]', []],
])('the colour space %s breaks %j', (space, expected) => {
  const objects = { 10: profileObject(iccProfile('RGB ')), 11: '<</FunctionType 2/N 1/Domain[0 1]>>' };
  expect(found({ content: use, resources: `/ColorSpace<</C ${space}>>`, objects })).toEqual(expected);
});

it('a DeviceN colour space of more than 32 colorants breaks 6.1.13-9', () => {
  const space = (count: number) => `[/DeviceN[${'/None '.repeat(count)}][/CalGray<<>>]11 0 R]`;
  const objects = { 11: '<</FunctionType 2/N 1/Domain[0 1]>>' };
  const given = (count: number) => ({
    content: use,
    resources: `/ColorSpace<</C ${space(count)}>>`,
    objects,
  });
  expect(found(given(32))).toEqual([]);
  expect(found(given(33))).toEqual(['6.1.13-9']);
});

it('spot colours of one name that differ break 6.2.4.4-2', () => {
  const spot = (exponent: number) =>
    `[/Separation/Gold[/CalGray<<>>]<</FunctionType 2/N ${exponent}/Domain[0 1]>>]`;
  const given = (second: number) => ({
    content: '/A cs 0 0 1 1 re f /B cs 0 0 1 1 re f',
    resources: `/ColorSpace<</A ${spot(1)}/B ${spot(second)}>>`,
  });
  expect(found(given(1))).toEqual([]);
  expect(found(given(2))).toEqual(['6.2.4.4-2']);
});

it('overprinting an ICC-based CMYK colour with the mode 1 breaks 6.2.4.2-2', () => {
  const given = (state: string) => ({
    content: '/G gs /C cs 0 0 1 1 re f',
    resources: `/ColorSpace<</C[/ICCBased 10 0 R]>>/ExtGState<</G<<${state}>>>>`,
    objects: { 10: profileObject(iccProfile('CMYK'), 4) },
  });
  expect(found(given('/op true/OPM 1'))).toEqual(['6.2.4.2-2']);
  expect(found(given('/OP true/OPM 1'))).toEqual(['6.2.4.2-2']);
  expect(found(given('/op true/OPM 0'))).toEqual([]);
  expect(found(given('/OP true/op false/OPM 1'))).toEqual([]);
});

it.each([
  ['/TR/Identity', ['6.2.5-1']],
  ['/TR2/Identity', ['6.2.5-2']],
  ['/TR2/Default', []],
  ['/HTP 1', ['6.2.5-3']],
  ['/HT<</HalftoneType 1>>', []],
  ['/HT<</HalftoneType 6>>', ['6.2.5-4']],
  ['/HT<</HalftoneType 1/HalftoneName(a)>>', ['6.2.5-5']],
  ['/HT<</HalftoneType 1/TransferFunction/Identity>>', ['6.2.5-6']],
  ['/HT<</HalftoneType 5/Default<</HalftoneType 1>>/Gold<</HalftoneType 1>>>>', ['6.2.5-6']],
  ['/RI/Perceptual', []],
  ['/RI/Other', ['6.2.6-1']],
  ['/BM/Multiply', []],
  ['/BM[/Multiply/Other]', []],
  ['/BM/Other', ['6.2.10-1']],
])('the graphics state %s breaks %j', (state, expected) => {
  expect(found({ content: '/G gs', resources: `/ExtGState<</G<<${state}>>>>` })).toEqual(expected);
});

const image = '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace[/CalGray<<>>]/BitsPerComponent 8';

it.each([
  ['', []],
  ['/Interpolate true', ['6.2.8-3']],
  ['/Alternates[]', ['6.2.8-1']],
  ['/OPI<<>>', ['6.2.8-2']],
  ['/Intent/Other', ['6.2.6-1']],
  ['/BitsPerComponent 3', ['6.2.8-4']],
  ['/ColorSpace/DeviceRGB', ['6.2.4.3-2']],
  ['/SMask 11 0 R', ['6.2.10-2', '6.2.8-3']],
  ['/Mask 12 0 R', ['6.2.8-5']],
])('an image with %s breaks %j', (entries, expected) => {
  const objects = {
    10: streamObject(`${image}${entries}`, 'a'),
    11: streamObject(`${image}/Interpolate true`, 'a'),
    12: streamObject(`${image}/ImageMask true/BitsPerComponent 8`, 'a'),
  };
  expect(found({ content: '/I Do', resources: '/XObject<</I 10 0 R>>', objects })).toEqual(expected);
});

it.each([
  ['/W 1 /H 1 /CS /G /BPC 8', ['6.2.4.3-4']],
  ['/W 1 /H 1 /IM true /I true', ['6.2.4.3-4', '6.2.8-3']],
  ['/W 1 /H 1 /IM true /F /LZW', ['6.1.10-1', '6.2.4.3-4']],
])('the inline image %s breaks %j', (entries, expected) => {
  expect(found({ content: `BI ${entries} ID a EI` })).toEqual(expected);
});

it('the data of an inline image is not read as operators', () => {
  expect(found({ content: 'BI /W 4 /H 4 /CS [/CalGray<<>>] /BPC 8 ID 1 0 0 rg xyz \x80 EI q Q' })).toEqual(
    [],
  );
});

it.each([
  ['q Q', []],
  ['BX foo EX', ['6.2.2-1']],
  ['q Q (no end', ['6.2.2-1']],
  [`${'q '.repeat(28)}${'Q '.repeat(28)}`, []],
  [`${'q '.repeat(29)}${'Q '.repeat(29)}`, ['6.1.13-8']],
  ['2147483648 w', ['6.1.13-1']],
])('the content %.30s breaks %j', (content, expected) => {
  expect(found({ content })).toEqual(expected);
});

it.each([
  ['/Subtype/Form', []],
  ['/Subtype/Form/Ref<<>>', ['6.2.9-2']],
  ['/Subtype/Form/PS 1', ['6.2.9-1']],
  ['/Subtype/Form/Subtype2/PS', ['6.2.9-1']],
  ['/Subtype/PS', ['6.2.9-3']],
  ['/Subtype/Form/Group<</S/Transparency>>', ['6.2.10-2']],
  ['/Subtype/Form/Group<</S/Transparency/CS/DeviceRGB>>', ['6.2.10-2', '6.2.4.3-2']],
])('an XObject with %s breaks %j', (entries, expected) => {
  const objects = { 10: streamObject(`/Type/XObject/BBox[0 0 9 9]/Resources<<>>${entries}`, '') };
  expect(found({ content: '/X Do', resources: '/XObject<</X 10 0 R>>', objects })).toEqual(expected);
});

it('a form that uses the resources of its page breaks 6.2.2-2', () => {
  const given = (resources: string) => ({
    content: '/X Do',
    resources: '/XObject<</X 10 0 R>>/ExtGState<</G<<>>>>',
    objects: { 10: streamObject(`/Subtype/Form/BBox[0 0 9 9]${resources}`, '/G gs') },
  });
  expect(found(given(''))).toEqual(['6.2.2-2']);
  expect(found(given('/Resources<</ExtGState<</G<<>>>>>>'))).toEqual([]);
});

const transparent = { content: '/C cs /G gs 0 0 1 1 re f', resources: '/ColorSpace<</C[/CalGray<<>>]>>' };

it.each([
  ['/ca .5', ['6.2.10-2']],
  ['/CA .5', []],
  ['/BM/Multiply', ['6.2.10-2']],
  ['/BM/Normal', []],
  ['/SMask<<>>', ['6.2.10-2']],
  ['/SMask/None', []],
])('filling with the graphics state %s on a page without blending colours breaks %j', (state, expected) => {
  const resources = `${transparent.resources}/ExtGState<</G<<${state}>>>>`;
  const objects = { 10: profileObject(iccProfile('RGB ')) };
  const { content } = transparent;
  expect(found({ content, resources })).toEqual(expected);
  expect(
    found({ content, resources, page: '/Group<</S/Transparency/CS[/ICCBased 10 0 R]>>', objects }),
  ).toEqual([]);
  expect(found({ content, resources, catalog: intent, objects })).toEqual([]);
});

it('forms that contain themselves are read once', () => {
  const form = streamObject('/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 10 0 R>>>>', '/X Do 0 g');
  expect(found({ content: '/X Do', resources: '/XObject<</X 10 0 R>>', objects: { 10: form } })).toEqual([
    '6.2.4.3-4',
  ]);
});
