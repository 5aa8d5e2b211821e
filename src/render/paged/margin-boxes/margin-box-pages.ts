/** The margin boxes of all pages as pages of the overlay. */

import { startTimeSlices } from '#runtime/time-slices';
import type { GivenMargins } from '#template/model/margin-precedence';
import type { OverlayPage } from '../overlay/overlay-document.ts';
import type { CssDeclaration, MarginBoxName, PageRule } from '../page-rule.ts';
import type { PagedFacts } from '../paged-facts.ts';
import { counterNames } from './content-list.ts';
import { declarationsText } from './css-text.ts';
import { inheritedProperties } from './inherited-properties.ts';
import { type MarginBox, marginBox } from './margin-box.ts';
import { type LayoutPart, layOutMargins } from './margin-layout.ts';
import { NamedValues } from './named-values.ts';
import { pageMargins } from './page-margins.ts';
import { pageKeys, pageStyle, type SelectedPage } from './page-style.ts';
import { SharedPictures } from './shared-pictures.ts';
import { SharedStyles } from './shared-styles.ts';

export interface MarginBoxSource {
  readonly rules: readonly PageRule[];
  readonly facts: PagedFacts;
  /** The size of each page in millimetres. */
  readonly sizes: readonly { readonly width: number; readonly height: number }[];
  readonly settings: GivenMargins;
  /** Styles that the page context inherits from the root element: computed values of `inheritedProperties`. */
  readonly root: readonly CssDeclaration[];
}

export interface MarginBoxPages {
  readonly pages: readonly OverlayPage[];
  /** HTML for the head of the overlay. */
  readonly head: string;
}

/** A page that differs from others only in what its boxes show. */
interface PageLayout {
  readonly className: string;
  readonly parts: readonly LayoutPart[];
}

/** Works in slices of time: a long document must not delay others. */
export async function marginBoxPages({
  rules,
  facts,
  sizes,
  settings,
  root,
}: MarginBoxSource): Promise<MarginBoxPages> {
  const slice = startTimeSlices();
  const strings = new NamedValues(facts.strings);
  const running = new NamedValues(facts.running.map((each) => ({ ...each, value: each.html })));
  const styles = new SharedStyles();
  const pictures = new SharedPictures();
  const elements = new Map<string, string>();
  const targets = new Set<string>();
  const rootClass = styles.of(`${declarationsText(root)}display:block!important;`);
  const layouts = new Map<string, PageLayout>();
  const keyOf = pageKeys(rules);
  const pages: OverlayPage[] = [];
  for (const [index, selected] of facts.pages.entries()) {
    await slice();
    const size = sizes[index] ?? { width: 0, height: 0 };
    const key = JSON.stringify([keyOf(selected), size.width, size.height]);
    const layout = layouts.get(key) ?? layOut(selected, size);
    layouts.set(key, layout);
    const number = facts.pageNumbers[index] ?? index + 1;
    const html = layout.parts
      .map((part) => (typeof part === 'string' ? part : contentHtml(part, index)))
      .join('');
    const others = [...facts.counters].map(([other, values]) => `${other} ${values[index] ?? 0}`);
    const counters = [counter('page', number), counter('pages', facts.pageCount), ...others].join(' ');
    const page = `<pdfapi-m class="${layout.className}" style="counter-reset:${counters}!important">${html}</pdfapi-m>`;
    const box = `<pdfapi-m class="${rootClass}">${page}</pdfapi-m>`;
    pages.push({
      ...size,
      boxes: html === '' ? [] : [{ x: 0, y: 0, width: size.width, height: size.height, html: box }],
    });
  }
  // Chromium writes no link to a place that its document does not have.
  const places = [...targets].map((id) => `<meta id="${id}">`).join('');
  return { pages, head: `${places}<style>${styles.text()}\n${pictures.text()}</style>` };

  function layOut(page: SelectedPage, size: OverlayPage | (typeof sizes)[number]): PageLayout {
    const { page: declarations, boxes } = pageStyle(rules, page);
    const made = new Map<MarginBoxName, MarginBox>();
    for (const [name, own] of boxes) {
      const box = name === 'footnote' ? undefined : marginBox(name, own);
      if (box && name !== 'footnote') made.set(name, box);
    }
    const inherited = declarations.filter(isInherited);
    const direction = [...root, ...inherited].findLast(({ property }) => property === 'direction')?.value;
    return layOutMargins(made, {
      size,
      margins: pageMargins(declarations, size, settings),
      inherited: declarationsText(inherited),
      direction: direction === 'rtl' ? 'rtl' : 'ltr',
      styles,
    });
  }

  function contentHtml({ content }: MarginBox, page: number): string {
    return content
      .map((part) => {
        if (part.kind === 'css') return `<pdfapi-m class="${styles.showing(part.css)}"></pdfapi-m>`;
        if (part.kind === 'string') return escaped(strings.on(page, part.name, part.keyword) ?? '');
        return elementHtml(running.on(page, part.name, part.keyword) ?? '');
      })
      .join('');
  }

  /** Puts the styles that a running element inherits from its place into a class: they are as long as most elements. */
  function elementHtml(html: string): string {
    const known = elements.get(html);
    if (known !== undefined) return known;
    const short = pictures.of(html).replace(inheritedStyle, (_, style: string) => {
      return `<pdfapi-running class="${styles.of(withoutEntities(style))}"`;
    });
    for (const [, id = ''] of short.matchAll(innerLink)) targets.add(id);
    elements.set(html, short);
    return short;
  }
}

/** Running elements know it by its own name. */
const counter = (name: string, value: number): string =>
  `${name} ${value} ${counterNames.get(name)} ${value}`;

/** See `runningHtml`. */
const inheritedStyle = /<pdfapi-running style="([^"]*)"/;

/** In HTML that the browser wrote. */
const innerLink = /\s(?:xlink:)?href="#([^"]+)"/g;

const withoutEntities = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

const inherits = new Set(inheritedProperties);
/** Shorthands of inherited properties. Each sets all of its own, so the order of the cascade does the rest. */
const shorthands =
  /^(?:--.*|font|font-variant|font-synthesis|list-style|text-wrap|white-space|-webkit-text-stroke)$/;

const isInherited = ({ property }: CssDeclaration): boolean =>
  inherits.has(property) || shorthands.test(property);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
