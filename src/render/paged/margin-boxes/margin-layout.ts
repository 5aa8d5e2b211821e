/**
 * The layout of the margin boxes of a page as HTML: a grid of corners and sides. The boxes of a side share its length as
 * css-page 3, 5.3.2 has it, by their content: that is how a table shares its width with columns without a width. A box
 * in the middle stays there because the boxes around it are as if each held the content of both. Where boxes with a length leave
 * the others only one, that is a grid.
 */

import type { MarginLengths } from '#template/model/margin-precedence';
import type { MarginBoxName } from '../page-rule.ts';
import type { MarginBox } from './margin-box.ts';
import type { SharedStyles } from './shared-styles.ts';

/** A part of the layout: text, or a box that is filled for each page. */
export type LayoutPart = string | MarginBox;

interface Side {
  readonly area: string;
  readonly boxes: readonly MarginBoxName[];
  /** Where a box is that is thinner than the margin: at the edge of the page's content. */
  readonly inner: string;
}

const horizontal: readonly Side[] = [
  { area: '1/2', boxes: ['top-left', 'top-center', 'top-right'], inner: 'align-self:end' },
  { area: '3/2', boxes: ['bottom-left', 'bottom-center', 'bottom-right'], inner: 'align-self:start' },
];
const vertical: readonly Side[] = [
  { area: '2/1', boxes: ['left-top', 'left-middle', 'left-bottom'], inner: 'justify-self:end' },
  { area: '2/3', boxes: ['right-top', 'right-middle', 'right-bottom'], inner: 'justify-self:start' },
];
const corners: readonly (readonly [name: MarginBoxName, area: string, inner: string])[] = [
  ['top-left-corner', '1/1', 'align-self:end;justify-self:end'],
  ['top-right-corner', '1/3', 'align-self:end;justify-self:start'],
  ['bottom-left-corner', '3/1', 'align-self:start;justify-self:end'],
  ['bottom-right-corner', '3/3', 'align-self:start;justify-self:start'],
];

export interface LayoutOptions {
  /** Lengths in millimetres. */
  readonly size: { readonly width: number; readonly height: number };
  readonly margins: MarginLengths;
  /** Declarations of what the boxes inherit. */
  readonly inherited: string;
  /** CSS `direction`; the layout itself goes from left to right. */
  readonly direction: string;
  readonly styles: SharedStyles;
}

/** Returns the HTML of a page in parts, and the class of the element around them. */
export function layOutMargins(
  boxes: ReadonlyMap<MarginBoxName, MarginBox>,
  { size, margins, inherited, direction, styles }: LayoutOptions,
): { readonly className: string; readonly parts: readonly LayoutPart[] } {
  const className = styles.of(
    inherited +
      important(
        'direction:ltr;writing-mode:horizontal-tb;print-color-adjust:exact;-webkit-print-color-adjust:exact',
        `display:grid;width:${size.width}mm;height:${size.height}mm`,
        `grid-template:${margins.top} minmax(0,1fr) ${margins.bottom}/${margins.left} minmax(0,1fr) ${margins.right}`,
      ),
  );
  const parts: LayoutPart[] = [];
  const open = (...declarations: string[]) =>
    parts.push(`<pdfapi-m class="${styles.of(important(...declarations))}">`);
  const close = () => parts.push('</pdfapi-m>');
  // A size container costs a pass of layout of its own, which a thousand pages notice.
  const area = (place: string, ...within: readonly (MarginBox | undefined)[]) =>
    `grid-area:${place};display:grid;grid-template:100%/100%;min-width:0;min-height:0` +
    (within.some((box) => box?.hasShares) ? ';container-type:size' : '');
  const put = (box: MarginBox, placing: string, isCopy = false) => {
    const own = important('display:flex;flex-direction:column', `justify-content:${box.align}`, placing);
    const style = `${important(`direction:${direction}`)}${box.style}${own}${isCopy ? hidden : ''}`;
    parts.push(`<pdfapi-m class="${styles.of(style)}">`);
    open('display:block;min-width:0;flex:none');
    parts.push(box);
    close();
    close();
  };
  for (const [name, place, inner] of corners) {
    const box = boxes.get(name);
    if (!box) continue;
    open(area(place, box));
    put(box, inner.split(';').filter(isNeeded(box)).join(';'));
    close();
  }
  for (const side of horizontal) {
    share(side, 'display:table;width:100%;border-spacing:0', '', (box) => box.hasWidth, {
      cell: 'display:table-cell;vertical-align:top;padding:0',
      fixed: 'width:.1px',
      grid: `display:grid;height:${side.area === '1/2' ? margins.top : margins.bottom};grid-template:100%/minmax(auto,1fr)`,
      template: (tracks) => `100%/${tracks}`,
      axis: 'justify-self',
    });
  }
  for (const side of vertical) {
    share(
      side,
      'display:table;table-layout:fixed;width:100%;height:100%;border-spacing:0',
      'display:table-row',
      (box) => box.hasHeight,
      {
        cell: 'display:table-cell;vertical-align:top;padding:0;height:inherit',
        fixed: 'height:.1px',
        grid: 'display:grid;height:100%;grid-template:minmax(auto,1fr)/100%',
        template: (tracks) => `${tracks}/100%`,
        axis: 'align-self',
      },
    );
  }
  return { className, parts };

  function share(
    side: Side,
    table: string,
    row: string,
    isFixed: (box: MarginBox) => boolean,
    { cell, fixed, grid, template, axis }: ShareStyles,
  ): void {
    const [first, middle, last] = side.boxes.map((name) => boxes.get(name));
    const outer = [first, last].filter((box) => box !== undefined);
    if (!middle && outer.length === 0) return;
    const alone = middle ? outer.length === 0 && middle : outer.length === 1 && outer[0];
    if (alone) {
      const at = alone === first ? 'start' : alone === last ? 'end' : 'center';
      open(area(side.area, alone));
      put(alone, [`${axis}:${at}`, side.inner].filter(isNeeded(alone)).join(';'));
      close();
      return;
    }
    // Each cell: the box that is seen, and the one that only takes its room.
    const cells: readonly { box: MarginBox | undefined; copy: MarginBox | undefined; at: string }[] = middle
      ? [
          { box: first, copy: last, at: 'start' },
          { box: middle, copy: undefined, at: 'center' },
          { box: last, copy: first, at: 'end' },
        ]
      : [
          { box: first, copy: undefined, at: 'start' },
          { box: last, copy: undefined, at: 'end' },
        ];
    open(area(side.area, first, middle, last));
    const tracks = fixedTracks([first, middle, last], isFixed);
    if (tracks !== undefined) {
      open(`display:grid;min-width:0;min-height:0;grid-template:${template(tracks)}`);
      for (const { box, copy, at } of cells) {
        open(`display:grid;min-width:0;min-height:0;grid-template:${template('minmax(0,1fr)')}`);
        const placing = ['grid-area:1/1', `${axis}:${at}`, side.inner];
        if (box) put(box, placing.filter(isNeeded(box)).join(';'));
        if (copy && !(middle && isFixed(middle))) put(copy, placing.filter(isNeeded(copy)).join(';'), true);
        close();
      }
      close();
      close();
      return;
    }
    open(table);
    for (const { box, copy, at } of cells) {
      const isRigid = [box, copy].every((each) => !each || isFixed(each));
      if (row) open(row, isRigid ? fixed : '');
      open(cell, isRigid ? fixed : '');
      open(grid);
      const place = (each: MarginBox) =>
        ['grid-area:1/1', `${axis}:${at}`, side.inner].filter(isNeeded(each)).join(';');
      if (box) put(box, place(box));
      if (copy) put(copy, place(copy), true);
      close();
      close();
      if (row) close();
    }
    close();
    close();
  }
}

interface ShareStyles {
  readonly cell: string;
  readonly fixed: string;
  readonly grid: string;
  readonly template: (tracks: string) => string;
  readonly axis: string;
}

const rest = 'minmax(0,1fr)';

/** The tracks of boxes of which the lengths that are set leave none to share; undefined otherwise. Boxes may overlap. */
function fixedTracks(
  [first, middle, last]: readonly (MarginBox | undefined)[],
  isFixed: (box: MarginBox) => boolean,
): string | undefined {
  const isSet = (box: MarginBox | undefined) => box !== undefined && isFixed(box);
  if (!middle) {
    if (isSet(first)) return `${isSet(last) ? '0' : 'max-content'} ${rest}`;
    return isSet(last) ? `${rest} max-content` : undefined;
  }
  if (isSet(middle)) return `${rest} max-content ${rest}`;
  const outer = [first, last].filter((box) => box !== undefined);
  return outer.every(isFixed) ? `max-content ${rest} max-content` : undefined;
}

/** A box without a length of its own fills its place. */
const isNeeded =
  (box: MarginBox) =>
  (declaration: string): boolean =>
    !/^(?:align|justify)-self/.test(declaration) ||
    (declaration.startsWith('align') ? box.hasHeight : box.hasWidth);

/** The second one is for running elements, which have the visibility of their place in the document. */
const hidden = 'visibility:hidden!important;clip-path:inset(100%)!important;';

/** For declarations of this file, of which none holds a semicolon. */
const important = (...declarations: readonly string[]): string =>
  declarations
    .flatMap((each) => each.split(';'))
    .filter((each) => each !== '')
    .map((each) => `${each}!important;`)
    .join('');
