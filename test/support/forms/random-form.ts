/** HTML forms at random, and the fields that their PDFs must have. */
import { type RandomChoices, randomChoices } from '../long-documents/random-choices.ts';
import { placeControl, type Written } from './random-layout.ts';

export interface ExpectedField {
  readonly name: string;
  readonly type: 'text' | 'multiline' | 'checkbox' | 'radio' | 'combo' | 'list';
  readonly label: string;
  readonly value: string | boolean | readonly string[] | null;
  readonly default: string | boolean | readonly string[] | null;
  /** The values of its options. */
  readonly options: readonly string[];
  readonly maxLength: number | undefined;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly multiple: boolean;
  readonly editable: boolean;
  readonly comb: boolean;
  /** Its value is in no file. */
  readonly password: boolean;
}

export interface RandomForm {
  readonly html: string;
  readonly fields: readonly ExpectedField[];
  /** What the fields can be filled with, by their names. */
  readonly data: Readonly<Record<string, string | boolean | readonly string[]>>;
}

/** In scripts that bundled fonts have. */
const words = [
  ...['Ada', 'Grüße', 'Łódź', 'naïve', 'x < y & "z"', "O'Neill", 'a\\b (c)', 'Иван Петров', 'Ελλάδα', 'ß'],
  ...['שלום', 'مرحبا', '0', '12.50', '€ 5', 'Zoë Ångström', 'tab  and  spaces', 'fi fl ffi', 'e\u0301'],
];

/** Others, which a page may show. */
const allWords = [...words, '東京', '한국어', '👍🏽', 'नमस्ते'];

/** In a list, one font has all options. */
const optionWords = words.filter((word) => !/[\u0590-\u06ff]/.test(word));

/** Whole names, and what HTML writes for many fields. */
const baseNames = [
  ...[
    'name',
    'person.name',
    'person[first]',
    'items[0][price]',
    'straße',
    'имя',
    'a b',
    'x-y_z',
    'Größe (m²)',
  ],
  ...['action', 'length', 'elements', 'constructor', 'שם', '名前', 'a&amp;b', '%41', '#1', '/N'],
];

const textTypes = ['text', 'email', 'tel', 'url', 'search', 'number', 'date', 'time', 'password'] as const;
const values = {
  number: ['0', '-1.5', '1e3', '42'],
  email: ['ada@example.com', 'a.b@example.org'],
  url: ['https://example.com/?a=b', 'about:blank'],
  date: ['2026-11-30', '1999-01-02'],
  time: ['14:05', '00:00'],
} as const;

/** As the browser shows them in English. */
const shownMoments: Readonly<Record<string, string>> = {
  '2026-11-30': '11/30/2026',
  '1999-01-02': '01/02/1999',
  '14:05': '02:05 PM',
  '00:00': '12:00 AM',
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const isClean = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The same form for the same seed. `hasFonts`: whether it shows only characters that bundled fonts have. */
export function randomForm(seed: number, { hasFonts = false } = {}): RandomForm {
  const writer = new FormWriter(randomChoices(seed), hasFonts ? words : allWords);
  return writer.form();
}

class FormWriter {
  readonly #random: RandomChoices;
  readonly #fields: ExpectedField[] = [];
  readonly #data: Record<string, string | boolean | readonly string[]> = {};
  /** How many controls have each name, groups included. */
  readonly #names = new Map<string, number>();
  /** Values of texts. */
  readonly #words: readonly string[];
  #ids = 0;
  #unnamed = 0;

  constructor(random: RandomChoices, shown: readonly string[]) {
    this.#random = random;
    this.#words = shown;
  }

  form(): RandomForm {
    const { below, pick } = this.#random;
    const makers = [
      ...Array.from({ length: 4 }, () => () => this.#text()),
      ...[() => this.#textarea(), () => this.#checkbox(), () => this.#checkboxes(), () => this.#radios()],
      ...[() => this.#select(), () => this.#list(), () => this.#datalist()],
    ];
    const controls = Array.from({ length: 3 + below(12) }, () => pick(makers)());
    return { html: placeControl(controls, this.#random), fields: this.#fields, data: this.#data };
  }

  #text(): Written {
    const { pick, chance, below } = this.#random;
    const type = pick(textTypes);
    const isDate = type === 'date' || type === 'time';
    const isFree = type === 'text' || type === 'tel' || type === 'search' || type === 'password';
    const value = chance(30) ? '' : isFree ? pick(this.#words) : pick<string>(values[type]);
    const maxLength = isFree && chance(30) ? 20 + below(30) : undefined;
    const comb = maxLength !== undefined && type === 'text' && chance(30);
    const { html, ...field } = this.#field({ mayBeReadOnly: true });
    const shown = type === 'password' || value === '' ? null : (shownMoments[value] ?? value);
    const password = type === 'password';
    this.#add(
      { ...plain, ...field, type: 'text', value: shown, default: shown, maxLength, comb, password },
      password ? undefined : isFree || isDate ? pick(words).slice(0, maxLength) : pick(['7', 'text']),
    );
    const limit = maxLength === undefined ? '' : ` maxlength="${maxLength}"`;
    const kind = `${type === 'text' && chance(50) ? '' : ` type="${type}"`}${comb ? ' class="comb"' : ''}`;
    return html((attributes) => `<input${kind}${attributes}${limit} value="${escaped(value)}">`);
  }

  #textarea(): Written {
    const { pick, chance, below } = this.#random;
    const lines = Array.from({ length: below(4) }, () => pick(this.#words));
    const { html, ...field } = this.#field({ mayBeReadOnly: true });
    const value = lines.join('\n') || null;
    const filled = Array.from({ length: 1 + below(2) }, () => pick(optionWords)).join('\n');
    this.#add({ ...plain, ...field, type: 'multiline', value, default: value }, filled);
    const size = chance(50) ? ` rows="${2 + below(3)}" cols="${10 + below(20)}"` : '';
    return html((attributes) => `<textarea${attributes}${size}>${escaped(lines.join('\n'))}</textarea>`);
  }

  #checkbox(): Written {
    const { pick, chance } = this.#random;
    const { html, ...field } = this.#field({ isAlone: true });
    const value = pick(['on', 'yes', 'Größe', 'a b', '']);
    const isOn = chance(50);
    this.#add(
      { ...plain, ...field, type: 'checkbox', value: isOn, default: isOn, options: [value] },
      chance(50),
    );
    const own = value === 'on' ? '' : ` value="${value}"`;
    return html((attributes) => `<input type="checkbox"${attributes}${own}${isOn ? ' checked' : ''}>`);
  }

  /** Check boxes of one name. */
  #checkboxes(): Written {
    const { below, chance } = this.#random;
    const group = `tags${++this.#ids}`;
    const all = Array.from({ length: 2 + below(3) }, (_, index) => {
      const value = `v${index}`;
      const isOn = chance(40);
      const label = `Tag ${group} ${index}`;
      const name = `${group}.${value}`;
      this.#add(
        { ...plain, name, label, type: 'checkbox', value: isOn, default: isOn, options: [value] },
        chance(50),
      );
      return `<label><input type="checkbox" name="${group}[]" value="${value}"${isOn ? ' checked' : ''}> ${label}</label>`;
    });
    return { label: '', control: all.join(' ') };
  }

  #radios(): Written {
    const { pick, below, chance } = this.#random;
    const name = `choice${++this.#ids}${pick(['', '[x]', '.y'])}`;
    const make = pick([(i: number) => `r${i}`, (i: number) => `Wert ${i} ä`, (i: number) => `${i}/${i}`]);
    const options = Array.from({ length: 2 + below(4) }, (_, i) => make(i));
    const chosen = chance(60) ? pick(options) : null;
    const required = chance(20);
    const legend = chance(70) ? `Group ${name}` : '';
    this.#add(
      {
        ...{ ...plain, name, type: 'radio', options, required, value: chosen, default: chosen },
        label: legend || `Option ${options[0]}`,
      },
      pick(options),
    );
    const buttons = options.map(
      (option) =>
        `<label><input type="radio" name="${name}" value="${option}"${option === chosen ? ' checked' : ''}${required ? ' required' : ''}> Option ${option}</label>`,
    );
    const title = legend === '' ? '' : `<legend>${legend}:</legend>`;
    return { label: '', control: `<fieldset>${title}${buttons.join(' ')}</fieldset>` };
  }

  #options(selected: readonly number[], count: number): { html: string; values: string[] } {
    const { pick, chance } = this.#random;
    const texts = Array.from({ length: count }, (_, i) => `${pick(optionWords)} ${i}`);
    const ownValues = texts.map((text, i) => (chance(50) ? `o${i}` : text));
    const html = texts.map((text, i) => {
      const value = ownValues[i] === text ? '' : ` value="${ownValues[i]}"`;
      return `<option${value}${selected.includes(i) ? ' selected' : ''}>${escaped(text)}</option>`;
    });
    return { html: html.join(''), values: ownValues.map(isClean) };
  }

  #select(): Written {
    const { below, chance, pick } = this.#random;
    const count = 1 + below(6);
    const selected = chance(50) ? below(count) : undefined;
    const options = this.#options(selected === undefined ? [] : [selected], count);
    const { html, ...field } = this.#field();
    const at = (index: number | undefined) => (index === undefined ? null : (options.values[index] ?? null));
    this.#add(
      {
        ...{ ...plain, ...field, type: 'combo', options: options.values },
        value: at(selected ?? 0),
        default: at(selected),
      },
      pick(options.values),
    );
    return html((attributes) => `<select${attributes}>${options.html}</select>`);
  }

  #list(): Written {
    const { below, chance, pick } = this.#random;
    const count = 3 + below(4);
    const multiple = chance(50);
    const all = Array.from({ length: count }, (_, i) => i);
    const selected = multiple ? all.filter(() => chance(30)) : chance(50) ? [below(count)] : [];
    const options = this.#options(selected, count);
    const chosen = selected.map((index) => options.values[index] ?? '');
    const value = chosen.length === 0 ? null : multiple ? chosen : (chosen[0] ?? null);
    const { html, ...field } = this.#field();
    this.#add(
      { ...plain, ...field, type: 'list', multiple, options: options.values, value, default: value },
      multiple ? options.values.filter(() => chance(50)) : pick(options.values),
    );
    const kind = multiple ? ' multiple' : ` size="${2 + below(4)}"`;
    return html((attributes) => `<select${kind}${attributes}>${options.html}</select>`);
  }

  #datalist(): Written {
    const { below, chance, pick } = this.#random;
    const id = `list${++this.#ids}`;
    const options = Array.from({ length: 1 + below(4) }, (_, i) => `choice ${i}`);
    const value = chance(50) ? pick([...options, 'another']) : '';
    const { html, ...field } = this.#field({ mayBeReadOnly: true });
    this.#add(
      {
        ...{ ...plain, ...field, type: 'combo', options, editable: true },
        ...{ value: value || null, default: value || null },
      },
      pick([...options, 'own text']),
    );
    const list = `<datalist id="${id}">${options.map((each) => `<option value="${each}">`).join('')}</datalist>`;
    return html((attributes) => `<input list="${id}"${attributes} value="${value}">${list}`);
  }

  /** What all kinds have: a name, a label and flags. */
  #field({ mayBeReadOnly = false, isAlone = false } = {}) {
    const { chance, pick } = this.#random;
    const given = chance(10)
      ? ''
      : isAlone || chance(60)
        ? `${pick(['field', 'a.b', 'c[d]', 'e_f'])}${++this.#ids}`
        : pick(baseNames);
    const name = this.#unique(given.replace('&amp;', '&'));
    const id = `id${++this.#ids}`;
    const text = `Label ${this.#ids} ${pick(['of it', 'für Äpfel', 'имя', '*'])}`;
    const way = pick(['for', 'around', 'aria-label', 'title', 'placeholder', 'aria-labelledby', 'none']);
    const required = chance(20);
    const readOnly = chance(15);
    const hasId = ['for', 'aria-labelledby'].includes(way) && given !== '';
    const flags = `${required ? ' required' : ''}${readOnly ? (mayBeReadOnly && chance(50) ? ' readonly' : ' disabled') : ''}`;
    const attribute = ['aria-label', 'title', 'placeholder'].includes(way) ? ` ${way}="${text}"` : '';
    const labelled = way === 'aria-labelledby' && hasId ? ` aria-labelledby="${id}l"` : '';
    const own = `${given === '' ? '' : ` name="${given}"`}${hasId ? ` id="${id}"` : ''}${attribute}${labelled}${flags}`;
    const isLabelled =
      way === 'around' || hasId || (attribute !== '' && (way !== 'placeholder' || mayBeReadOnly));
    const html = (write: (attributes: string) => string): Written => {
      const control = write(own);
      if (way === 'around') return { label: '', control: `<label>${text}: ${control}</label>` };
      if (labelled !== '') return { label: `<span id="${id}l">${text}</span>`, control };
      return { label: hasId ? `<label for="${id}">${text}:</label>` : '', control };
    };
    return { name, label: isLabelled || way === 'placeholder' ? text : name, required, readOnly, html };
  }

  #unique(given: string): string {
    if (given === '') return `field_${++this.#unnamed}`;
    const times = (this.#names.get(given) ?? 0) + 1;
    this.#names.set(given, times);
    return times === 1 ? given : `${given}_${times}`;
  }

  #add(field: ExpectedField, filled: string | boolean | readonly string[] | undefined): void {
    this.#fields.push(field);
    if (filled !== undefined && !field.readOnly) this.#data[field.name] = filled;
  }
}

const plain = {
  ...{ options: [], maxLength: undefined, required: false, readOnly: false },
  ...{ multiple: false, editable: false, comb: false, password: false },
} as const;
