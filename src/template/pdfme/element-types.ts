/** The element types of pdfme: the source of each value, and the keys that each type accepts. */

/**
 * `text`: content is Twig. `rows`: a list of rows of Twig. `code` and `flag`: `source` or content with Twig.
 * `picture`: `source` or verbatim content. `shape`: no value.
 */
export type ValueKind = 'text' | 'rows' | 'code' | 'flag' | 'picture' | 'shape';

interface ElementType {
  readonly value: ValueKind;
  readonly keys: readonly string[];
}

const words = (text: string): readonly string[] => text.split(' ');

const box = words('padding borderWidth borderColor backgroundColor borderRadius');
const textStyle = [
  ...words('fontName fontSize fontColor alignment verticalAlignment lineHeight characterSpacing'),
  ...words('dynamicFontSize strikethrough underline textFormat fontVariants fontVariantFallback overflow'),
  ...box,
];
const text = [...textStyle, 'heading', 'formField'];
const code: ElementType = {
  value: 'code',
  keys: words('backgroundColor barColor textColor includetext source alt'),
};
const date: ElementType = { value: 'text', keys: [...text, ...words('format locale')] };
const picture: ElementType = { value: 'picture', keys: ['source', 'alt'] };
const shape: ElementType = { value: 'shape', keys: words('color borderWidth borderColor radius') };

export const elementTypes: Readonly<Record<string, ElementType>> = {
  text: { value: 'text', keys: text },
  multiVariableText: { value: 'text', keys: [...text, 'text', 'variables'] },
  select: { value: 'text', keys: [...text, 'options'] },
  date,
  time: date,
  dateTime: date,
  list: {
    value: 'rows',
    keys: [...textStyle, ...words('listStyle markerWidth markerGap indentSize itemSpacing repeat')],
  },
  table: {
    value: 'rows',
    keys: words(
      'head headWidthPercentages showHead repeatHead rowHeaders tableStyles headStyles bodyStyles columnStyles repeat',
    ),
  },
  image: picture,
  signature: picture,
  svg: picture,
  checkbox: { value: 'flag', keys: words('color source alt formField') },
  radioGroup: { value: 'flag', keys: words('color group source alt formField') },
  circleMark: { value: 'flag', keys: words('color borderWidth source alt') },
  line: { value: 'shape', keys: ['color'] },
  rectangle: shape,
  ellipse: shape,
  qrcode: code,
  japanpost: code,
  ean13: code,
  ean8: code,
  code39: code,
  code128: code,
  nw7: code,
  itf14: code,
  upca: code,
  upce: code,
  gs1datamatrix: code,
  pdf417: code,
};

/** Keys of every element. `repeat`, `source`, `alt`, `heading` and `formField` are listed with the types that accept them. */
export const commonKeys: readonly string[] = words(
  'name type content position width height rotate opacity readOnly required visible',
);

export const valueKind = (type: string): ValueKind => elementTypes[type]?.value ?? 'shape';
