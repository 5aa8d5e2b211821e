/** The functions `qrcode` and `barcode`. Two small libraries compute the bars; the SVG is drawn in this module. */
import { createRequire } from 'node:module';
import { type Callable, callable } from '../compiler/callable.ts';
import { TwigFault } from '../errors.ts';
import { escapeHtml } from '../runtime/escape.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { getEntry, getKeys, isArray } from '../runtime/values/array.ts';
import { truthy } from '../runtime/values/compare.ts';
import { toFloat, toInteger } from '../runtime/values/number.ts';
import { textArgument, toText } from '../runtime/values/text.ts';
import { Markup, type Value } from '../runtime/values/value.ts';

interface QrCode {
  addData(data: string, mode: 'Byte'): void;
  make(): void;
  getModuleCount(): number;
  isDark(row: number, column: number): boolean;
}
type QrLibrary = (version: 0, level: string) => QrCode;

interface Encoding {
  readonly data: string;
  readonly text?: string;
}
type BarLibrary = (
  target: { encodings?: Encoding[] },
  text: string,
  options: { format: string; valid: (valid: boolean) => void },
) => void;

// The libraries are loaded with the first code, so that templates without codes do not pay for them. Loading is
// synchronous because rendering is.
const load = createRequire(import.meta.url);

// The limit is in bytes. Computing the largest QR code takes some 200 ms.
const maxQrLength = 1_000;
const maxBarcodeLength = 80;

/** Name in templates → name in the library. */
export const barcodeFormats: ReadonlyMap<string, string> = new Map([
  ['code128', 'CODE128'],
  ['code39', 'CODE39'],
  ['ean13', 'EAN13'],
  ['ean8', 'EAN8'],
  ['upc', 'UPC'],
  ['itf', 'ITF'],
  ['itf14', 'ITF14'],
  ['codabar', 'codabar'],
  ['msi', 'MSI'],
  ['pharmacode', 'pharmacode'],
]);

const qrOptions = ['level', 'size', 'margin', 'color', 'background', 'title'];
const barOptions = ['width', 'height', 'margin', 'color', 'background', 'text', 'title'];

function read(options: Value, known: readonly string[], title: string): (name: string) => Value {
  if (options === undefined || options === null) return () => undefined;
  if (!isArray(options)) throw new TwigFault(`The options of ${title} are a mapping.`);
  for (const key of getKeys(options)) {
    if (!known.includes(String(key)))
      throw new TwigFault(
        `Unknown option "${String(key).slice(0, 40)}" of ${title} (valid ones: ${known.join(', ')}).`,
      );
  }
  return (name) => getEntry(options, name) ?? undefined;
}

/** Reads a length that CSS and SVG accept: `30mm`, `2cm`, `120px`, `120`. */
function length(value: Value, fallback: string, title: string): string {
  if (value === undefined) return fallback;
  const text = toText(value);
  if (/^\d{1,5}(?:\.\d{1,4})?(?:px|mm|cm|in|pt|em|rem|%)?$/.test(text)) return text;
  throw new TwigFault(`A size of ${title} is a length such as 30mm or 120px, not "${text.slice(0, 40)}".`);
}

function color(value: Value, fallback: string, title: string): string {
  if (value === undefined) return fallback;
  const text = toText(value);
  if (/^(?:#[0-9a-f]{3,8}|[a-z]{3,20})$/i.test(text)) return text;
  throw new TwigFault(`A colour of ${title} is a name or #rrggbb, not "${text.slice(0, 40)}".`);
}

function margin(value: Value, fallback: number, title: string): number {
  const number = value === undefined ? fallback : toInteger(value);
  if (number >= 0 && number <= 100) return number;
  throw new TwigFault(`The margin of ${title} is 0 to 100.`);
}

function svg(
  box: [number, number],
  size: [string, string],
  label: string,
  background: string,
  content: string,
): Markup {
  const [width, height] = box;
  return new Markup(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${size[0]}" height="${size[1]}" ` +
      `role="img" aria-label="${escapeHtml(label)}" shape-rendering="crispEdges">` +
      `${background === 'none' ? '' : `<rect width="${width}" height="${height}" fill="${background}"/>`}${content}</svg>`,
  );
}

function qrcode(runtime: Runtime, value: Value, options: Value): Value {
  const text = textArgument(value, 'qrcode()');
  const option = read(options, qrOptions, 'qrcode()');
  const level = option('level') === undefined ? 'M' : toText(option('level')).toUpperCase();
  if (!/^[LMQH]$/.test(level)) throw new TwigFault('The level of qrcode() is "L", "M", "Q" or "H".');
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length === 0 || bytes.length > maxQrLength)
    throw new TwigFault(`qrcode() takes 1 to ${maxQrLength} bytes, not ${bytes.length}.`);
  // The first code takes about 50 ms for 30 bytes, and 1 ms for each further five bytes.
  runtime.tick(20_000 + bytes.length * 1_000);
  const code = (load('qrcode-generator') as QrLibrary)(0, level);
  // One character per byte: the library uses the low eight bits.
  code.addData(bytes.toString('latin1'), 'Byte');
  code.make();
  const count = code.getModuleCount();
  const edge = margin(option('margin'), 4, 'qrcode()');
  let path = '';
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      if (!code.isDark(row, column)) continue;
      let run = 1;
      while (column + run < count && code.isDark(row, column + run)) run++;
      path += `M${column + edge} ${row + edge}h${run}v1h-${run}z`;
      column += run;
    }
  }
  runtime.room(path.length);
  const side = length(option('size'), '30mm', 'qrcode()');
  const all = count + 2 * edge;
  const label = option('title') === undefined ? text : toText(option('title'));
  const fill = color(option('color'), '#000', 'qrcode()');
  const background = color(option('background'), '#fff', 'qrcode()');
  return svg([all, all], [side, side], label, background, `<path fill="${fill}" d="${path}"/>`);
}

function barcode(runtime: Runtime, value: Value, type: Value, options: Value): Value {
  const text = textArgument(value, 'barcode()');
  const option = read(options, barOptions, 'barcode()');
  const name = type === undefined || type === null ? 'code128' : toText(type);
  const format = barcodeFormats.get(name.toLowerCase().replaceAll(/[-_ ]/g, ''));
  if (!format)
    throw new TwigFault(
      `Unknown type of barcode "${name.slice(0, 40)}" (valid ones: ${[...barcodeFormats.keys()].join(', ')}).`,
    );
  if (text.length === 0 || text.length > maxBarcodeLength)
    throw new TwigFault(`barcode() takes 1 to ${maxBarcodeLength} characters, not ${text.length}.`);
  runtime.tick(20_000);
  const bars = encode(text, format);
  if (bars === null) throw new TwigFault(`"${text}" cannot be a barcode of type "${name}".`);
  const edge = margin(option('margin'), 10, 'barcode()');
  const shown = option('text') === undefined || truthy(option('text'));
  const tall = 50;
  let path = '';
  for (const found of bars.matchAll(/1+/g))
    path += `M${found.index + edge} ${edge}h${found[0].length}v${tall}h-${found[0].length}z`;
  runtime.room(path.length);
  const box: [number, number] = [bars.length + 2 * edge, tall + 2 * edge + (shown ? 12 : 0)];
  const fill = color(option('color'), '#000', 'barcode()');
  const below = shown
    ? `<text x="${box[0] / 2}" y="${edge + tall + 11}" text-anchor="middle" font-family="monospace" font-size="11" fill="${fill}">${escapeHtml(text)}</text>`
    : '';
  // 0.33 mm is the module width that scanners are designed for.
  const width = length(option('width'), `${toFloat((box[0] * 0.33).toFixed(2))}mm`, 'barcode()');
  const height = length(option('height'), `${toFloat((box[1] * 0.33).toFixed(2))}mm`, 'barcode()');
  const label = option('title') === undefined ? text : toText(option('title'));
  const background = color(option('background'), '#fff', 'barcode()');
  return svg(box, [width, height], label, background, `<path fill="${fill}" d="${path}"/>${below}`);
}

/** Returns the bars as `1` and the gaps as `0`, or null if the text does not fit the format. */
function encode(text: string, format: string): string | null {
  const target: { encodings?: Encoding[] } = {};
  let fits = false;
  try {
    (load('jsbarcode') as BarLibrary)(target, text, {
      format,
      valid: (valid) => {
        fits = valid;
      },
    });
  } catch (error) {
    // After reporting that the text does not fit, the library reads on and throws a TypeError.
    if (!(error instanceof TypeError)) throw error;
    return null;
  }
  return fits ? (target.encodings ?? []).map((each) => each.data).join('') : null;
}

export const barcodeFunctions: [string, Callable][] = [
  ['qrcode', callable('text options?', qrcode, { safe: ['html'] })],
  ['barcode', callable('text type? options?', barcode, { safe: ['html'] })],
];
