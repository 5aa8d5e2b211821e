/**
 * Plain updates that change what a page shows or what a reader does: shadow attacks ("Shadow Attacks: Hiding and Replacing
 * Content in Signed PDFs", 2021), evil annotations and sneaky signatures ("Breaking the Specification: PDF Certification",
 * 2021), and everything else that a page is drawn with.
 */
import { streamObject } from '../../pdf/build-pdf.ts';
import { type Attack, update, type Verdict } from './attack.ts';
import type { Objects } from './revision.ts';
import { document, numbers, type Preparation, type SignedFile, text } from './signed-file.ts';
import { evil } from './structure-attacks.ts';

const {
  catalog,
  pages,
  page,
  font,
  form,
  field,
  appearance,
  drawing,
  layer,
  state,
  structure,
  outline,
  signed,
  unsigned,
  info,
  link,
} = numbers;

/** The object with this in the place of that. */
const changed = (number: number, from: string, to: string): Objects => ({
  [number]: (document[number] ?? '').replace(from, to),
});
const withEntry = (number: number, entry: string): Objects => ({
  [number]: (document[number] ?? '').replace('<<', `<<${entry}`),
});

const overPage = streamObject(
  '/Type/XObject/Subtype/Form/BBox[0 0 300 200]/Resources<</Font<</F1 5 0 R>>>>',
  `1 1 1 rg 0 0 300 200 re f 0 g ${text('EVIL 999')}`,
);
/** An annotation over the whole page. */
const annotation =
  (entries: string) =>
  (file: SignedFile): Objects => ({
    [file.size]: overPage,
    [file.size + 1]: `<</Type/Annot${entries}/Rect[0 0 300 200]/F 4/P 3 0 R/AP<</N ${file.size} 0 R>>>>`,
    ...changed(page, '16 0 R]', `16 0 R ${file.size + 1} 0 R]`),
  });
/** The same as a field of the form. */
const newField =
  (entries: string) =>
  (file: SignedFile): Objects => ({
    ...annotation(`/Subtype/Widget/T(late)${entries}`)(file),
    ...changed(form, '16 0 R]', `16 0 R ${file.size + 1} 0 R]`),
  });
const value = (file: SignedFile) => `/V ${file.signature} 0 R`;

const attack = (
  name: string,
  verdict: Verdict,
  objects: Objects | ((file: SignedFile) => Objects),
  preparation: Preparation = {},
): Attack => ({ name, verdict, forge: update(objects), ...preparation });

export const contentAttacks: readonly Attack[] = [
  attack('font replaced', 'error', changed(font, 'Helvetica', 'Courier')),
  attack('font with another ToUnicode', 'error', ({ size }) => ({
    ...withEntry(font, `/ToUnicode ${size} 0 R`),
    [size]: streamObject('', '1 beginbfchar <31> <0039> endbfchar'),
  })),
  attack(
    'font of other glyphs',
    'error',
    withEntry(font, '/FirstChar 49/LastChar 49/Widths[556]/FontDescriptor<</FontFile 5 0 R>>'),
  ),
  attack('form XObject replaced', 'error', { [drawing]: overPage }),
  attack('graphics state replaced', 'error', { [state]: '<</Type/ExtGState/ca 0/CA 0>>' }),
  attack('layer replaced', 'error', {
    [layer]: '<</Type/OCG/Name(Plan)/Intent/Design/Usage<</View<</ViewState/OFF>>>>>>',
  }),
  attack('layer hidden', 'error', changed(catalog, '/ON[10 0 R]', '/OFF[10 0 R]')),
  attack('inherited resources replaced', 'error', ({ size }) => ({
    ...changed(pages, '/X1 9 0 R', `/X1 ${size} 0 R`),
    [size]: overPage,
  })),
  attack('inherited box replaced', 'error', changed(pages, '[0 0 300 200]', '[0 0 90 200]')),
  attack('inherited rotation added', 'error', withEntry(pages, '/Rotate 180')),
  attack('resources of the page added', 'error', withEntry(page, '/Resources<<>>')),
  attack('crop box of the page added', 'error', withEntry(page, '/CropBox[0 0 90 200]')),
  attack('unit of the page changed', 'error', withEntry(page, '/UserUnit 3')),
  attack('rotation of the page added', 'error', withEntry(page, '/Rotate 90')),
  attack('page added', 'error', changed(pages, '/Count 1/Kids[3 0 R]', '/Count 2/Kids[3 0 R 3 0 R]')),
  attack('page removed', 'error', changed(pages, '/Count 1/Kids[3 0 R]', '/Count 0/Kids[]')),
  attack('content as a list with more', 'error', ({ size }) => ({
    [size]: evil,
    ...changed(page, '/Contents 4 0 R', `/Contents[4 0 R ${size} 0 R]`),
  })),
  attack('date of the page changed', 'nothing', withEntry(page, '/LastModified(D:20261128)')),
  attack('version raised', 'nothing', withEntry(catalog, '/Version/2.0')),
  attack(
    'extension added',
    'nothing',
    withEntry(catalog, '/Extensions<</ADBE<</BaseVersion/1.7/ExtensionLevel 3>>>>'),
  ),
  attack('evidence added', 'nothing', withEntry(catalog, '/DSS<</Type/DSS/Certs[]>>')),
  attack(
    'action of the document added',
    'error',
    withEntry(catalog, '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>'),
  ),
  attack('events of the document added', 'error', withEntry(catalog, '/AA<</WP<</S/JavaScript/JS(1)>>>>')),
  attack('events of the page added', 'error', withEntry(page, '/AA<</O<</S/JavaScript/JS(1)>>>>')),
  attack('tags with other text', 'error', {
    [structure]: '<</Type/StructTreeRoot/K<</S/P/ActualText(EVIL)/Pg 3 0 R/K 0>>>>',
  }),
  attack('outline replaced', 'error', { [outline]: '<</Type/Outlines/Count 0/First 14 0 R>>' }),
  attack('page labels added', 'error', withEntry(catalog, '/PageLabels<</Nums[0<</S/r>>]>>')),
  attack('attachment added', 'error', withEntry(catalog, '/Names<</EmbeddedFiles<</Names[]>>>>')),
  attack('collection added', 'error', withEntry(catalog, '/Collection<</View/T>>')),
  attack('base of links added', 'error', withEntry(catalog, '/URI<</Base(https://evil.example)>>')),
  attack(
    'preferences of the viewer added',
    'error',
    withEntry(catalog, '/ViewerPreferences<</HideMenubar true>>'),
  ),
  attack('XFA added', 'error', ({ size }) => ({
    ...withEntry(form, `/XFA ${size} 0 R`),
    [size]: streamObject('', '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>'),
  })),
  attack('permissions added', 'error', (file) =>
    withEntry(catalog, `/Perms<</DocMDP ${file.signature} 0 R>>`),
  ),
  attack('permissions removed', 'error', () => ({ [catalog]: document[catalog] ?? '' }), {
    certification: 1,
  }),
  attack('properties changed', 'named', { [info]: '<</Title(Other)>>' }),
  attack(
    'properties changed in a certified document',
    'error',
    { [info]: '<</Title(Other)>>' },
    { certification: 1 },
  ),
  attack('metadata added', 'named', ({ size }) => ({
    ...withEntry(catalog, `/Metadata ${size} 0 R`),
    [size]: streamObject('/Type/Metadata/Subtype/XML', '<x/>'),
  })),
  // Fields
  attack('field filled in', 'named', ({ size }) => ({
    [size]: streamObject('/Type/XObject/Subtype/Form/BBox[0 0 100 30]', '0 1 0 rg 0 0 100 30 re f'),
    [field]: (document[field] ?? '').replace('(Graz)', '(Wien)').replace('8 0 R', `${size} 0 R`),
  })),
  attack('field filled in, which a certification permits', 'named', changed(field, '(Graz)', '(Wien)'), {
    certification: 2,
  }),
  attack('field filled in, which a certification forbids', 'error', changed(field, '(Graz)', '(Wien)'), {
    certification: 1,
  }),
  attack('appearance of a field replaced', 'named', { [appearance]: overPage }),
  attack('field moved over the page', 'error', changed(field, '[100 20 200 50]', '[0 0 300 200]')),
  attack('field renamed', 'error', changed(field, '(town)', '(city)')),
  attack('appearances asked for', 'named', withEntry(form, '/NeedAppearances true')),
  attack('fonts of the form replaced', 'named', changed(form, '/DR<<', '/DR<</ColorSpace<<>>')),
  attack('order of calculation added', 'error', withEntry(form, '/CO[7 0 R]')),
  attack('field without a place on the page', 'error', changed(form, '/Fields[7 0 R', '/Fields[')),
  attack('field of text added', 'error', newField('/FT/Tx/V(EVIL)')),
  attack('widget that is no field added', 'named', annotation('/Subtype/Widget/FT/Tx/T(late)/V(EVIL)')),
  attack('appearance of the signature added', 'error', (file) => ({
    [file.size]: overPage,
    [signed]: (document[signed] ?? '')
      .replace('/P 3', `/AP<</N ${file.size} 0 R>>${value(file)}/P 3`)
      .replace('[0 0 0 0]', '[0 0 300 200]'),
  })),
  attack('appearance of an unsigned signature field', 'named', (file) => ({
    [file.size]: overPage,
    ...withEntry(unsigned, `/AP<</N ${file.size} 0 R>>`),
  })),
  attack(
    'unsigned signature field moved over the page',
    'error',
    changed(unsigned, '[230 80 290 110]', '[0 0 300 200]'),
  ),
  // Evil annotations
  ...['FreeText', 'Stamp', 'Redact', 'Square'].flatMap((subtype) => [
    attack(`${subtype} over the page`, 'named', annotation(`/Subtype/${subtype}/DA(/F1 9 Tf)/Contents(x)`)),
    attack(`${subtype} over a page certified for forms`, 'error', annotation(`/Subtype/${subtype}`), {
      certification: 2,
    }),
  ]),
  attack('Stamp over a page certified for annotations', 'named', annotation('/Subtype/Stamp'), {
    certification: 3,
  }),
  attack('annotations removed', 'named', changed(page, '7 0 R 11 0 R ', '')),
  attack('link to another place', 'named', changed(link, 'example.com', 'evil.example')),
  // Sneaky signatures
  attack('Stamp that says that it is a signature', 'named', annotation('/Subtype/Stamp/FT/Sig/T(late)')),
  attack(
    'Stamp that says that it is a signature, certified for forms',
    'error',
    annotation('/Subtype/Stamp/FT/Sig/T(late)'),
    { certification: 2 },
  ),
  attack('unlisted signature field over the page', 'named', annotation('/Subtype/Widget/FT/Sig/T(late)')),
  attack(
    'unlisted signature field over the page certified for forms',
    'error',
    annotation('/Subtype/Widget/FT/Sig/T(late)'),
    { certification: 2 },
  ),
  attack('unsigned signature field over the page', 'named', newField('/FT/Sig')),
  attack('unsigned signature field over the page certified for forms', 'error', newField('/FT/Sig'), {
    certification: 2,
  }),
  attack('second field of the same signature', 'error', (file) => newField(`/FT/Sig${value(file)}`)(file)),
  attack('unsigned field with the same signature', 'error', (file) => withEntry(unsigned, value(file))),
];
