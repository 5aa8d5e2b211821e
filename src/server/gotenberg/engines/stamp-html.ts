/** Texts and pictures over or under pages, as the options of pdfcpu describe them, as HTML that is printed for each page. */
import { parseNumber, ValueFault } from '../form/go-values.ts';

/** The names that pdfcpu knows. Any beginning of one means it. */
const names = [
  ['fontname', 'fontname'],
  ['points', 'points'],
  ['color', 'fillcolor'],
  ['fillcolor', 'fillcolor'],
  ['strokecolor', 'strokecolor'],
  ['opacity', 'opacity'],
  ['scalefactor', 'scale'],
  ['rotation', 'rotation'],
  ['diagonal', 'diagonal'],
  ['position', 'position'],
  ['offset', 'offset'],
  ['backgroundcolor', 'background'],
  ['bgcolor', 'background'],
  ['aligntext', 'align'],
  ['margins', 'ignored'],
  ['border', 'ignored'],
  ['rendermode', 'ignored'],
  ['mode', 'ignored'],
  ['url', 'ignored'],
] as const;

type OptionName = (typeof names)[number][1];
export type StampLook = { readonly [Name in OptionName]?: string };

/** Throws `ValueFault` for an option that pdfcpu does not know. */
export function toLook(options: Readonly<Record<string, string>>): StampLook {
  const look: { -readonly [Name in OptionName]?: string } = {};
  for (const [name, value] of Object.entries(options)) {
    const lower = name.toLowerCase();
    const found = names.find(([known]) => lower !== '' && known.startsWith(lower));
    if (!found) throw new ValueFault(`unknown option '${name}'`);
    look[found[1]] = value;
  }
  const { points, opacity, rotation } = look;
  for (const number of [points, opacity, rotation]) if (number !== undefined) parseNumber(number.trim());
  scaleOf(look);
  return look;
}

interface Scale {
  readonly factor: number;
  /** Whether the factor is for the size that the content has by itself, in place of the width of the page. */
  readonly isAbsolute: boolean;
}

function scaleOf({ scale = '0.5' }: StampLook): Scale {
  const [factor = '', unit = 'rel'] = scale.trim().split(/\s+/);
  if (!/^(?:abs|a|rel|r)$/.test(unit)) throw new ValueFault(`unknown scale '${scale}'`);
  return { factor: parseNumber(factor), isAbsolute: unit.startsWith('a') };
}

/** Points, where no option says more. */
const defaultPoints = 24;

/** `%p` is the number of the page, `%P` how many there are, and `\n` begins a line. */
export function textStamp(text: string, look: StampLook): string {
  const { factor, isAbsolute } = scaleOf(look);
  const lines = text.replaceAll('\\n', '\n').split('\n');
  const widest = lines.reduce((width, line) => Math.max(width, widthInEm(line)), 0.1);
  const size = isAbsolute
    ? `${Number(look.points ?? defaultPoints) * factor}pt`
    : look.points === undefined
      ? `${(factor * 100) / widest}cqw`
      : `${Number(look.points)}pt`;
  const style = [
    `font: ${size}/1.2 ${fontOf(look.fontname)}`,
    `color: ${colorOf(look.fillcolor, 'rgb(50% 50% 50%)')}`,
    `text-align: ${/^[lrcj]$/.test(look.align ?? '') ? { l: 'left', r: 'right', c: 'center', j: 'justify' }[look.align ?? 'c'] : 'center'}`,
    'white-space: pre',
    ...(look.background === undefined ? [] : [`background: ${colorOf(look.background, 'transparent')}`]),
  ];
  return placed(lines.map(toTwig).join('\n'), style, look);
}

/** The picture as a `data:` address. */
export function imageStamp(bytes: Uint8Array, look: StampLook): string {
  const { factor, isAbsolute } = scaleOf(look);
  const size = isAbsolute ? `zoom: ${(factor * 96) / 72}` : `width: ${factor * 100}cqw`;
  const source = `data:${mediaTypeOf(bytes)};base64,${Buffer.from(bytes).toString('base64')}`;
  return placed(`<img src="${source}" alt="" style="display: block; ${size}">`, [], look);
}

const signatures = [
  ['image/png', '89504e47'],
  ['image/jpeg', 'ffd8ff'],
  ['image/webp', '52494646'],
  ['image/gif', '47494638'],
] as const;

const mediaTypeOf = (bytes: Uint8Array): string =>
  signatures.find(([, hex]) => Buffer.from(bytes.subarray(0, hex.length / 2)).toString('hex') === hex)?.[0] ??
  'image/svg+xml';

/** Horizontal and vertical place of the content's own box, as parts of the page. */
const positions: Readonly<Record<string, readonly [number, number]>> = {
  tl: [0, 0],
  tc: [50, 0],
  tr: [100, 0],
  l: [0, 50],
  c: [50, 50],
  r: [100, 50],
  bl: [0, 100],
  bc: [50, 100],
  br: [100, 100],
};

function placed(content: string, style: readonly string[], look: StampLook): string {
  const [x, y] = positions[(look.position ?? 'c').trim()] ?? [50, 50];
  const [dx = 0, dy = 0] = (look.offset ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
    .filter(Number.isFinite);
  const turn = turnOf(look);
  const box = [
    'position: absolute',
    `left: ${x}cqw`,
    `top: ${y}cqh`,
    `transform: translate(${dx}pt, ${-dy}pt) translate(${-x}%, ${-y}%) rotate(${turn})`,
    `opacity: ${Math.min(1, Math.max(0, Number(look.opacity ?? 1)))}`,
    'width: max-content',
    ...style,
  ];
  return `<div style="position: absolute; inset: 0; container-type: size; overflow: hidden"><div style="${box.join('; ').replaceAll('"', "'")}">${content}</div></div>`;
}

/** Counted against the clock by pdfcpu. Without one, it is along a diagonal of the page, from the lower left by default. */
function turnOf({ rotation, diagonal }: StampLook): string {
  if (rotation !== undefined) return `${-Number(rotation)}deg`;
  return diagonal?.trim() === '2' ? 'atan2(100cqh, 100cqw)' : 'calc(-1 * atan2(100cqh, 100cqw))';
}

/** As wide as Helvetica is on average: what matters is how much of the page it takes. */
function widthInEm(line: string): number {
  let width = 0;
  for (const character of line) {
    if (/[ijlI.,:;'|! ]/.test(character)) width += 0.28;
    else if (/[A-ZÀ-Þ%@]/.test(character)) width += 0.7;
    else width += (character.codePointAt(0) ?? 0) > 0x2e80 ? 1 : 0.55;
  }
  return width;
}

function fontOf(name = 'Helvetica'): string {
  const family = /^Times/.test(name) ? 'serif' : /^Courier/.test(name) ? 'monospace' : 'sans-serif';
  const safe = name.replace(/[^\w -]/g, '');
  const plain = safe.replace(/-.*$/, '');
  return `'${plain === 'Times' ? 'Times New Roman' : plain}', ${family}`;
}

/** `#ff0000`, `1 0 0` from 0 to 1, or a word. */
function colorOf(text: string | undefined, standard: string): string {
  const trimmed = (text ?? '').trim();
  if (/^#[\da-f]{3,8}$/i.test(trimmed) || /^[a-z]{1,30}$/i.test(trimmed)) return trimmed;
  const parts = trimmed.split(/[\s,]+/).map(Number);
  const isColor = parts.length === 3 && parts.every((part) => part >= 0 && part <= 1);
  return isColor ? `rgb(${parts.map((part) => `${part * 100}%`).join(' ')})` : standard;
}

/** Twig in a text is not meant as such. */
function toTwig(line: string): string {
  return line
    .replace(/[&<>"{}]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll('%p', '{{ page.number }}')
    .replaceAll('%P', '{{ page.count }}');
}
