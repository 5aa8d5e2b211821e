import { expect, it } from 'vitest';
import type { Control } from '../../../src/forms/controls/control.ts';
import { nameControls } from '../../../src/forms/controls/name-controls.ts';

const text: Control = {
  kind: 'text',
  name: '',
  form: 0,
  label: '',
  groupLabel: '',
  values: [''],
  defaults: [''],
  isOn: false,
  isOnByDefault: false,
  options: [],
  maxLength: undefined,
  isRequired: false,
  isReadOnly: false,
  isPassword: false,
  isComb: false,
  isMultiple: false,
  isEditable: false,
  look: {
    family: 'sans',
    isBold: false,
    isItalic: false,
    fontSize: 13,
    colour: [0, 0, 0],
    align: 'left',
    insets: [1, 1, 1, 1],
  },
};

const named = (...controls: Partial<Control>[]) =>
  nameControls(controls.map((control) => ({ ...text, ...control }))).map(
    ({ name, controls: members }) => `${name} ${members.length}`,
  );

it('a name is kept, with its brackets and periods', () => {
  expect(named({ name: 'a[b]' }, { name: 'customer.name' }, { name: ' Straße ' })).toEqual([
    'a[b] 1',
    'customer.name 1',
    'Straße 1',
  ]);
});

it('texts of one name are numbered, in the order of the document', () => {
  expect(named({ name: 'a' }, { name: 'b' }, { name: 'a' }, { name: 'a_2' })).toEqual([
    'a 1',
    'b 1',
    'a_2 1',
    'a_2_2 1',
  ]);
});

it('controls without a name are numbered', () => {
  expect(named({}, { name: 'field_1' }, {})).toEqual(['field_1 1', 'field_1_2 1', 'field_2 1']);
});

it('radio buttons of one name in one form are one field', () => {
  const radio = { kind: 'radio', name: 'size' } as const;
  expect(named({ ...radio, values: ['s'] }, { ...radio, values: ['m'] }, { ...radio, form: 1 })).toEqual([
    'size 2',
    'size_2 1',
  ]);
});

it('check boxes of one name are a group of fields, named by their values', () => {
  const box = { kind: 'checkbox', name: 'toppings[]' } as const;
  expect(
    named({ ...box, values: ['ham'] }, { ...box, values: ['no. 5'] }, { ...box, values: ['ham'] }),
  ).toEqual(['toppings.ham 1', 'toppings.no_ 5 1', 'toppings.ham_2 1']);
});

it('a field is never a group as well', () => {
  expect(named({ name: 'a' }, { name: 'a.b' }, { name: 'c.d' }, { name: 'c' })).toEqual([
    'a 1',
    'a_b 1',
    'c.d 1',
    'c_2 1',
  ]);
});

it('empty parts and control characters leave no trace in names', () => {
  expect(named({ name: '.a..b' }, { name: '\u0000x\n' })).toEqual(['_.a._.b 1', 'x 1']);
});
