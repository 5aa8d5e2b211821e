import type { Control, ControlLook } from '#forms';

/**
 * What a form field takes over from a control. `form`: the number of its form. `formats`: those of dates and times, by types, which
 * take a tenth of a millisecond each to make.
 */
export function describeControl(
  element: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement,
  form: number,
  formats: Map<string, Intl.DateTimeFormat>,
): Control {
  type Rgb = readonly [number, number, number];
  const maxLabelCharacters = 500;
  const style = getComputedStyle(element);
  const root = element.getRootNode() as Document | ShadowRoot;
  const clean = (text: string | null | undefined): string =>
    (text ?? '').replace(/\s+/g, ' ').trim().slice(0, maxLabelCharacters).toWellFormed();

  /** The text of an element, without those of controls and of what is not shown. */
  const textOf = (node: Node): string => {
    // Spaces are joined later.
    if (node.nodeType === 3) return (node.nodeValue ?? '').slice(0, 10 * maxLabelCharacters);
    const { localName } = node as Element;
    if (['select', 'textarea', 'button', 'datalist', 'script', 'style'].includes(localName)) return '';
    let text = '';
    for (const child of node.childNodes) {
      text += textOf(child);
      if (text.length > maxLabelCharacters) break;
    }
    return text;
  };
  const textOfIds = (ids: string | null): string =>
    (ids ?? '')
      .split(/\s+/)
      .slice(0, 10)
      .map((id) => {
        const named = id === '' ? null : root.getElementById(id);
        return named ? textOf(named) : '';
      })
      .join(' ');
  const nameOf = (named: Element): string =>
    clean(textOfIds(named.getAttribute('aria-labelledby'))) || clean(named.getAttribute('aria-label'));
  const labelOf = (): string =>
    nameOf(element) ||
    clean([...(element.labels ?? [])].map(textOf).join(' ')).replace(/ ?[:：]$/, '') ||
    clean(element.title) ||
    clean(element.getAttribute('placeholder'));
  const groupLabelOf = (): string => {
    const group = element.closest('fieldset, [role="radiogroup"], [role="group"]');
    if (!group) return '';
    const legend = group.querySelector(':scope > legend');
    return nameOf(group) || (legend ? clean(textOf(legend)).replace(/ ?[:：]$/, '') : '');
  };

  const colourOf = (text: string): Rgb | undefined => {
    const [red = 0, green = 0, blue = 0, opacity = 1] = (text.match(/[\d.]+(?:e-?\d+)?%?/g) ?? []).map(
      Number.parseFloat,
    );
    if (opacity === 0) return undefined;
    if (text.startsWith('rgb')) return [red / 255, green / 255, blue / 255];
    return text.startsWith('color(srgb') ? [red, green, blue] : [0, 0, 0];
  };
  const familyOf = (text: string): ControlLook['family'] => {
    for (const family of text.toLowerCase().split(',')) {
      if (/mono|courier|consol|menlo/.test(family)) return 'mono';
      if (/sans|arial|helvet|verdana|system-ui|roboto|inter|tahoma/.test(family)) return 'sans';
      if (/serif|times|georgia|garamond|palatino|cambria/.test(family)) return 'serif';
    }
    return 'sans';
  };
  const alignOf = ({ textAlign, direction }: CSSStyleDeclaration): ControlLook['align'] => {
    const isReversed = direction === 'rtl';
    if (textAlign.endsWith('center')) return 'centre';
    if (textAlign === 'end') return isReversed ? 'left' : 'right';
    if (textAlign === 'start') return isReversed ? 'right' : 'left';
    return textAlign === 'right' ? 'right' : 'left';
  };
  // Viewers keep 2 points between the edge of a field and its text.
  const pointsInPixels = (2 * 96) / 72;
  /** Without padding: a scrolled text is also seen below it, the rows of a list in all of it, and cells divide it, too. */
  const insetOf = (side: string, hasPadding: boolean): number => {
    const read = (property: string) => Number.parseFloat(style.getPropertyValue(property)) || 0;
    const padding = hasPadding ? Math.max(0, read(`padding-${side}`) - pointsInPixels) : 0;
    return read(`border-${side}-width`) + padding;
  };

  /** The looks of both states: those of the browser, or those of the document if it turns them off. */
  const statesOf = (button: HTMLInputElement): ControlLook['states'] => {
    const isOwn = style.getPropertyValue('appearance') === 'none';
    if (!isOwn) {
      const blue: Rgb = [0, 0x75 / 255, 1];
      const grey: Rgb = [0x76 / 255, 0x76 / 255, 0x76 / 255];
      const accent = style.accentColor === 'auto' ? blue : (colourOf(style.accentColor) ?? blue);
      const white: Rgb = [1, 1, 1];
      const isRadio = button.type === 'radio';
      const off = { background: white, border: grey, borderWidth: 1, radius: 2, mark: undefined };
      const on = isRadio
        ? { background: white, border: accent, borderWidth: 1, radius: 2, mark: accent }
        : { background: accent, border: accent, borderWidth: 1, radius: 2, mark: white };
      return { on, off };
    }
    const read = () => {
      const now = getComputedStyle(button);
      return {
        background: colourOf(now.backgroundColor),
        border: colourOf(now.borderTopColor),
        borderWidth: Number.parseFloat(now.borderTopWidth) || 0,
        radius: Number.parseFloat(now.borderTopLeftRadius) || 0,
      };
    };
    const group = `input[type="radio"][name="${CSS.escape(button.name)}"]:checked`;
    const others = [...root.querySelectorAll<HTMLInputElement>(group)];
    const was = button.checked;
    const transition = button.style.transition;
    button.style.transition = 'none';
    button.checked = true;
    const on = read();
    button.checked = false;
    const off = read();
    for (const other of others) other.checked = true;
    button.checked = was;
    button.style.transition = transition;
    const [red, green, blue] = on.background ?? [1, 1, 1];
    const isDark = 0.3 * red + 0.59 * green + 0.11 * blue < 0.6;
    const mark = isDark ? ([1, 1, 1] as const) : (colourOf(style.color) ?? ([0, 0, 0] as const));
    return { on: { ...on, mark }, off: { ...off, mark: undefined } };
  };

  const isInput = element.localName === 'input';
  const { type } = element;
  const input = element as HTMLInputElement;
  const select = element as HTMLSelectElement;
  const wellFormed = (text: string): string => text.toWellFormed();
  const isButton = type === 'checkbox' || type === 'radio';
  const isSelect = element.localName === 'select';

  /** What the browser shows of a date or time, in the order and with the separators of the locale. */
  const shownText = (value: string): string => {
    const moment =
      value === ''
        ? Number.NaN
        : Date.parse(type === 'time' ? `1970-01-01T${value}Z` : type === 'month' ? value : `${value}Z`);
    if (Number.isNaN(moment)) return value;
    const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    const time = { hour: '2-digit', minute: '2-digit' } as const;
    const month = { year: 'numeric', month: 'long' } as const;
    const options = { date: day, time, month, 'datetime-local': { ...day, ...time } }[type];
    if (!options) return value;
    const format =
      formats.get(type) ?? new Intl.DateTimeFormat(navigator.language, { ...options, timeZone: 'UTC' });
    formats.set(type, format);
    return format.format(moment);
  };
  const optionLabel = (option: HTMLOptionElement): string => clean(option.label || option.text);
  const valueOf = (option: HTMLOptionElement): string =>
    option.hasAttribute('value') ? wellFormed(option.value) : optionLabel(option);
  const optionsOf = (): Control['options'] => {
    const list = isSelect ? select.options : (input.list?.options ?? []);
    return [...list].map((option) => ({ value: valueOf(option), label: optionLabel(option) }));
  };
  const valuesOf = (isDefault: boolean): string[] => {
    if (isSelect) {
      const chosen = [...select.options].filter((option) =>
        isDefault ? option.defaultSelected : option.selected,
      );
      return chosen.map(valueOf);
    }
    if (isButton) return [wellFormed(input.value)];
    return [shownText(wellFormed(isDefault ? (element as HTMLTextAreaElement).defaultValue : element.value))];
  };
  const isCombo = isSelect ? !select.multiple && select.size <= 1 : isInput && input.list !== null;
  const kind = isButton
    ? (type as 'checkbox' | 'radio')
    : isCombo
      ? 'combo'
      : isSelect
        ? 'list'
        : isInput
          ? 'text'
          : 'multiline';
  const isComb = element.classList.contains('comb');
  const isPadded = kind !== 'list' && !isComb;
  const maxLength = isSelect || isButton ? -1 : (element as HTMLTextAreaElement).maxLength;
  const [red, green, blue] = colourOf(style.color) ?? [0, 0, 0];
  return {
    kind,
    name: wellFormed(element.getAttribute('name') || element.id).slice(0, maxLabelCharacters),
    form,
    label: labelOf(),
    groupLabel: type === 'radio' ? groupLabelOf() : '',
    values: valuesOf(false),
    defaults: valuesOf(true),
    isOn: isButton && input.checked,
    isOnByDefault: isButton && input.defaultChecked,
    options: isCombo || isSelect ? optionsOf() : [],
    maxLength: maxLength > 0 ? maxLength : undefined,
    isRequired: element.required,
    isReadOnly:
      element.matches(':disabled') || (!isSelect && !isButton && (element as HTMLTextAreaElement).readOnly),
    isPassword: type === 'password',
    isComb,
    isMultiple: isSelect && select.multiple,
    isEditable: !isSelect && isCombo,
    look: {
      family: familyOf(style.fontFamily),
      isBold: Number(style.fontWeight) >= 600,
      isItalic: style.fontStyle !== 'normal',
      fontSize: Number.parseFloat(style.fontSize) || 13,
      colour: [red, green, blue],
      align: alignOf(style),
      insets: [
        insetOf('top', isPadded),
        insetOf('right', isPadded),
        insetOf('bottom', isPadded && kind !== 'multiline'),
        insetOf('left', isPadded),
      ],
      states: isButton ? statesOf(input) : undefined,
    },
  };
}
