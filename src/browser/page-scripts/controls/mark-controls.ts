import type { Control } from '#forms';
import type { unclobberedDocument } from '../unclobbered-document.ts';
import type { describeControl } from './describe-control.ts';

export interface ControlMarking {
  /** The number before that of the first control. */
  readonly after: number;
  readonly maxControls: number;
  /** For names, labels, values and options together. */
  readonly maxCharacters: number;
  readonly outline: { readonly width: number; readonly opacity: number };
}

export interface MarkedControls {
  readonly controls: readonly Control[];
  /** Whether there are more than `maxControls`, or more text than `maxCharacters`. */
  readonly isTooMuch: boolean;
  /** Types and names of controls that forms of PDFs do not have. */
  readonly unlike: readonly (readonly [type: string, name: string])[];
  /** The texts of buttons. */
  readonly buttons: readonly string[];
  /** Names of check boxes and radio buttons that another element is drawn in place of. */
  readonly hidden: readonly string[];
}

export interface MarkParts {
  readonly unclobberedDocument: typeof unclobberedDocument;
  readonly describeControl: typeof describeControl;
}

/**
 * Draws an outline with a colour of its own around each control that is seen: see `control-marker.ts` of the room `pdf`. Also
 * in open shadow trees, and in frames of the same origin. Returns JSON of `MarkedControls`: the protocol takes several times as long
 * for an object.
 */
export function markControls(
  { unclobberedDocument: getDocument, describeControl: describe }: MarkParts,
  { after, maxControls, maxCharacters, outline }: ControlMarking,
): string {
  type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  const controls: string[] = [];
  const marked: Field[] = [];
  const unlike: [string, string][] = [];
  const buttons: string[] = [];
  const hidden: string[] = [];
  const forms = new Map<Element | null, number>();
  const formats = new Map<string, Intl.DateTimeFormat>();
  let characters = 0;
  let isTooMuch = false;
  const maxListed = 100;

  const isSeen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    const options = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
    return width >= 3 && height >= 3 && element.checkVisibility(options);
  };

  const mark = (element: Field): void => {
    const { type } = element;
    const name = (element.getAttribute('name') ?? element.id).slice(0, 100);
    if (type === 'hidden') return;
    if (!isSeen(element)) {
      const isButton = type === 'checkbox' || type === 'radio';
      // A style shows another element in its place, which has to be seen itself.
      if (isButton && element.getClientRects().length > 0 && hidden.length < maxListed) hidden.push(name);
      return;
    }
    if (['submit', 'reset', 'button', 'image'].includes(type)) {
      if (buttons.length < maxListed) buttons.push((element.value || name || type).slice(0, 100));
      return;
    }
    if (['range', 'color', 'file'].includes(type)) {
      if (unlike.length < maxListed) unlike.push([type, name]);
      return;
    }
    if (controls.length >= maxControls || characters > maxCharacters) {
      isTooMuch = true;
      return;
    }
    const form = forms.get(element.form) ?? forms.size;
    forms.set(element.form, form);
    const control = describe(element, form, formats);
    controls.push(JSON.stringify(control));
    marked.push(element);
    characters += charactersOf(control);
  };

  const charactersOf = ({ name, label, groupLabel, values, defaults, options }: Control): number => {
    const texts = [name, label, groupLabel, ...values, ...defaults];
    return (
      texts.reduce((sum, text) => sum + text.length, 0) +
      options.reduce((sum, option) => sum + option.value.length + option.label.length, 0)
    );
  };

  const draw = (element: Field, number: number): void => {
    const colour = `rgb(${number >> 16} ${(number >> 8) & 255} ${number & 255} / ${outline.opacity})`;
    const declarations = [
      ['transition', 'none'],
      ['outline', `${outline.width}px solid ${colour}`],
      ['outline-offset', `-${outline.width}px`],
    ] as const;
    for (const [property, value] of declarations) element.style.setProperty(property, value, 'important');
  };

  const search = (root: Document | ShadowRoot): void => {
    const found = root.querySelectorAll('*');
    for (const element of found) {
      if (element.shadowRoot) search(element.shadowRoot);
      const { localName } = element;
      if (localName === 'input' || localName === 'select' || localName === 'textarea') mark(element as Field);
      else if (localName === 'button' && isSeen(element) && buttons.length < maxListed)
        buttons.push((element.textContent ?? '').trim().slice(0, 100));
      else if (localName === 'iframe') {
        const inner = (element as HTMLIFrameElement).contentDocument;
        if (inner) search(inner);
      }
    }
  };

  search(getDocument());
  // At the end: after each change, the style that is read of the next control would have to be calculated again.
  for (const [index, element] of marked.entries()) draw(element, after + 1 + index);
  const others = JSON.stringify({ isTooMuch, unlike, buttons, hidden });
  return `${others.slice(0, -1)},"controls":[${controls.join()}]}`;
}
