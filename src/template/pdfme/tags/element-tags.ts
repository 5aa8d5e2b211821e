/**
 * The structure of one element of a design. It grows while the element is drawn, on one page or on several: pdfme draws
 * a table and a list as a sequence of parts, and asks for the page before each.
 */
import type { ElementStyle } from '../../model/editor-document.ts';
import type { Drawable } from '../draw/drawable.ts';
import { valueKind } from '../element-types.ts';
import { listTags } from './list-tags.ts';
import { tableTags } from './table-tags.ts';
import { TagElement } from './tag-tree.ts';
import type { DrawingTarget } from './tagged-view.ts';
import { TextFlow } from './text-flow.ts';

/** Returns what the next part belongs to. */
type NextTarget = () => DrawingTarget;

export interface ElementTags {
  /** In reading order. Complete when all pages are drawn. */
  readonly elements: readonly TagElement[];
  /** Begins with the parts on a page. `style` has the place that the element, or its share, has there. */
  draw(style: ElementStyle): NextTarget;
}

/** In points from the bottom left corner of the page. */
export type BoundingBox = readonly [left: number, bottom: number, right: number, top: number];

export function elementTags(drawn: Drawable, boundsOf: (style: ElementStyle) => BoundingBox): ElementTags {
  const { style, value } = drawn;
  if (drawn.field) return fieldTags();
  switch (valueKind(style.type)) {
    case 'rows':
      return style.type === 'table' ? tableTags(drawn) : listTags(drawn);
    case 'text':
      return value.trim() === '' ? artifact : textTags(drawn);
    case 'flag':
      return flagTags(drawn);
    case 'picture':
      return figureTags(drawn, drawn.alt, boundsOf);
    case 'code':
      return figureTags(drawn, drawn.alt ?? value, boundsOf);
    default:
      return artifact;
  }
}

const artifact: ElementTags = { elements: [], draw: () => () => ({ artifact: 'plain' }) };

/** The room of forms puts the field into its element, which is marked on the page until then. */
const fieldTags = (): ElementTags => ({ ...artifact, elements: [new TagElement('Form')] });

function textTags({ style, value, heading }: Drawable): ElementTags {
  const elements: TagElement[] = [];
  const type = heading === undefined ? 'P' : `H${heading}`;
  const shown = ['date', 'time', 'dateTime'].includes(style.type) ? undefined : value;
  const flow = new TextFlow(shown, style.textFormat === 'inline-markdown', () => {
    const [first] = elements;
    // One heading, whatever lines it has.
    if (first && heading !== undefined) return first;
    const element = new TagElement(type);
    elements.push(element);
    return element;
  });
  return { elements, draw: () => () => ({ flow }) };
}

/** An empty `alt` marks decoration. Without any, the picture is a figure that says nothing. */
function figureTags(
  { value }: Drawable,
  alt: string | undefined,
  boundsOf: (style: ElementStyle) => BoundingBox,
): ElementTags {
  if (alt === '' || value === '') return artifact;
  const figure = new TagElement('Figure');
  figure.alt = alt;
  return {
    elements: [figure],
    draw(style) {
      figure.attributes = { O: '/Layout', BBox: boundsOf(style) };
      return () => ({ figure });
    },
  };
}

/** ☑ and ☐: screen readers have names for them in each language. */
const [checkedSign, uncheckedSign] = ['\u2611', '\u2610'];

/** A box that is drawn, as a form field that cannot be filled in (ISO 32000-1, 14.8.5.6). */
function flagTags({ style: { type, name }, value, alt }: Drawable): ElementTags {
  if (alt === '') return artifact;
  const isChecked = value === 'true';
  const form = new TagElement('Form', {
    O: '/PrintField',
    Role: type === 'checkbox' ? '/cb' : '/rb',
    checked: isChecked ? '/on' : '/off',
    Desc: alt ?? name,
  });
  const sign = isChecked ? checkedSign : uncheckedSign;
  form.alt = alt === undefined ? sign : `${sign} ${alt}`;
  return { elements: [form], draw: () => () => ({ figure: form }) };
}
