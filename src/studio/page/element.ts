/** Makes and finds elements of the page. */

type TagName = keyof HTMLElementTagNameMap;

/** Makes an element with properties and what is in it. */
export function element<Name extends TagName>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Returns the element with this id. Throws a `TypeError` if the page has none of this type. */
export function at(id: string): HTMLElement;
export function at<Type extends HTMLElement>(id: string, type: new () => Type): Type;
export function at(id: string, type: new () => HTMLElement = HTMLElement): HTMLElement {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new TypeError(`The page has no ${type.name} with the id ${id}.`);
}

/**
 * Enables or disables a button without taking the focus from it, which `disabled` does: after a press of a key, the next
 * Tab would begin at the top of the page again.
 */
export function setEnabled(button: HTMLButtonElement, isOn: boolean): void {
  button.ariaDisabled = isOn ? null : 'true';
}

export const isEnabled = (button: HTMLButtonElement): boolean => button.ariaDisabled !== 'true';

/** Calls `act` at each press of a button that `setEnabled` may have disabled. */
export function listenForPress(button: HTMLButtonElement, act: () => void): void {
  button.addEventListener('click', () => {
    if (isEnabled(button)) act();
  });
}

/** Returns the first element of a name in another one. Throws a `TypeError` if there is none. */
export function within<Name extends TagName>(parent: ParentNode, name: Name): HTMLElementTagNameMap[Name] {
  const found = parent.querySelector(name);
  if (found) return found;
  throw new TypeError(`There is no <${name}>.`);
}
