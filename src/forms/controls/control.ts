/** Controls of an HTML document that become fields of a form, as the page describes them before it is printed. */

import type { FieldOption } from '../model/choice-options.ts';
import type { FieldKind } from '../model/field-kind.ts';

export interface Control {
  readonly kind: Extract<FieldKind, 'text' | 'multiline' | 'checkbox' | 'radio' | 'combo' | 'list'>;
  /** Its `name`, else its `id`. Empty if it has neither. */
  readonly name: string;
  /** Its form: radio buttons of one name belong together within one. */
  readonly form: number;
  /** Its name for people: its label, `aria-label`, `title` or placeholder. */
  readonly label: string;
  /** The name for people of its group, for a radio button. */
  readonly groupLabel: string;
  /** The text, the values of the chosen options, or the value that a check box or radio button has when it is on. */
  readonly values: readonly string[];
  /** The same for a form that is reset. */
  readonly defaults: readonly string[];
  /** Whether a check box or radio button is on, now and when the form is reset. */
  readonly isOn: boolean;
  readonly isOnByDefault: boolean;
  /** For a combo or list. */
  readonly options: readonly FieldOption[];
  readonly maxLength: number | undefined;
  readonly isRequired: boolean;
  readonly isReadOnly: boolean;
  readonly isPassword: boolean;
  /** Whether each character has a cell of its own. */
  readonly isComb: boolean;
  /** Whether a list takes several options. */
  readonly isMultiple: boolean;
  /** Whether a combo takes a text that is no option. */
  readonly isEditable: boolean;
  readonly look: ControlLook;
}

/** Controls by the numbers of their markers in the PDF: see `placeControls`. */
export type NumberedControls = readonly (readonly [number: number, control: Control])[];

/** Red, green and blue from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number];

export interface ControlLook {
  readonly family: 'sans' | 'serif' | 'mono';
  readonly isBold: boolean;
  readonly isItalic: boolean;
  /** CSS pixels. */
  readonly fontSize: number;
  readonly colour: Colour;
  readonly align: 'left' | 'centre' | 'right';
  /** CSS pixels between the border box and the field, whose text keeps a distance of its own. */
  readonly insets: readonly [top: number, right: number, bottom: number, left: number];
  /** For a check box or radio button. */
  readonly states?: { readonly on: StateLook; readonly off: StateLook } | undefined;
}

/** How a check box or radio button is drawn in one of its states. */
export interface StateLook {
  /** Undefined if it is transparent. */
  readonly background: Colour | undefined;
  readonly border: Colour | undefined;
  /** CSS pixels. */
  readonly borderWidth: number;
  readonly radius: number;
  /** The colour of the mark. Undefined for a state without one. */
  readonly mark: Colour | undefined;
  /** Given for an icon, whose mark is another one than that of a browser: the space around its border, in CSS pixels. */
  readonly iconMargin?: number | undefined;
}
