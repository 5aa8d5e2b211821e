/** The kinds of element that the Designer offers: pdfme's, with our keys in their panels. */
import type { Plugin, PropPanelSchema, PropPanelWidgetProps, Schema, UIRenderProps } from '@pdfme/common';
import * as schemas from '@pdfme/schemas';
import { elementTypes } from '#template/pdfme/element-types';
import { everyPageKey } from '../designer-template.ts';

const { barcodes, builtInPlugins, ...others } = schemas;

/** In the order of the palette. Those at the end are in it for templates that have them already. */
const plugins = {
  Text: others.text,
  Table: others.table,
  List: others.list,
  Image: others.image,
  SVG: others.svg,
  Line: others.line,
  Rectangle: others.rectangle,
  Ellipse: others.ellipse,
  'QR code': barcodes.qrcode,
  'Code 128': barcodes.code128,
  'EAN-13': barcodes.ean13,
  'EAN-8': barcodes.ean8,
  'Code 39': barcodes.code39,
  'ITF-14': barcodes.itf14,
  'UPC-A': barcodes.upca,
  'UPC-E': barcodes.upce,
  NW7: barcodes.nw7,
  'Japan Post': barcodes.japanpost,
  'GS1 DataMatrix': barcodes.gs1datamatrix,
  PDF417: barcodes.pdf417,
  Checkbox: others.checkbox,
  'Radio button': others.radioGroup,
  'Circle mark': others.circleMark,
  'Multi-variable text': others.multiVariableText,
  Select: others.select,
  Date: others.date,
  Time: others.time,
  'Date and time': others.dateTime,
  Signature: others.signature,
};

const ownKeys = {
  visible: {
    title: 'Show only if (visible)',
    tooltip: 'A Twig expression. Empty, false, null or 0 leaves the element out.',
    placeholder: 'total > 0',
  },
  repeat: {
    title: 'Repeat the first row (repeat)',
    tooltip: 'A name and a list from the data. The first row is printed for each item, later rows once.',
    placeholder: 'item in items',
  },
  source: {
    title: 'Value from the data (source)',
    tooltip: 'A Twig expression for the value. The drawn content remains the sample.',
    placeholder: 'company.logo',
  },
};

/** The fields for what is not seen on the page: what screen readers need, and whether it is filled in; by key. */
const unseenFields = {
  alt: {
    title: 'What it shows (alt)',
    tooltip:
      'Screen readers say it; Twig is filled. A space alone marks decoration. A code says its content.',
    type: 'string',
    span: 24,
    props: { placeholder: 'Logo of {{ seller.name }}', autoComplete: 'off' },
  },
  heading: {
    title: 'Level of the heading (heading)',
    tooltip: 'From 1 to 6, for screen readers. Empty for text that is no heading.',
    type: 'number',
    widget: 'inputNumber',
    span: 24,
    props: { min: 1, max: 6, step: 1 },
  },
  rowHeaders: {
    title: 'First cells name their rows (rowHeaders)',
    tooltip: 'Screen readers say them with the other cells of the row.',
    type: 'boolean',
    widget: 'checkbox',
    span: 24,
  },
  formField: {
    title: 'Field of a form (formField)',
    tooltip: 'Who reads the PDF can fill it in. What it is filled with here is its first value.',
    type: 'boolean',
    widget: 'checkbox',
    span: 24,
  },
};

type Widget = (props: PropPanelWidgetProps) => void;
type Drawing = UIRenderProps<Schema>;
type PanelProps = Parameters<Extract<Plugin['propPanel']['schema'], (props: never) => unknown>>[0];

function showTwigNote({ rootElement }: PropPanelWidgetProps): void {
  const note = document.createElement('p');
  note.className = 'twig-note';
  note.textContent = 'Its text is Twig: {{ customer.name }} prints a value of the data.';
  rootElement.replaceChildren(note);
}

/** Gives the inputs that a widget draws a name, now and after each change. */
const withNames =
  (widget: Widget): Widget =>
  (props) => {
    const { rootElement } = props;
    const addNames = () => {
      for (const input of rootElement.querySelectorAll('input[type=text]:not([aria-label])')) {
        input.setAttribute('aria-label', 'Option');
      }
    };
    new MutationObserver(addNames).observe(rootElement, { childList: true, subtree: true });
    widget(props);
    addNames();
  };

const namedWidgets = (widgets: Readonly<Record<string, Widget>> = {}): Record<string, Widget> =>
  Object.fromEntries(Object.entries(widgets).map(([name, widget]) => [name, withNames(widget)]));

/** The panel fields for the properties that pdfapi adds to elements of this type. */
function ownFields(type: string): Record<string, PropPanelSchema> {
  const names = (['repeat', 'source'] as const).filter((name) => elementTypes[type]?.keys.includes(name));
  const fields = [...names, 'visible' as const].map((name) => {
    const { title, tooltip, placeholder } = ownKeys[name];
    const field = { title, tooltip, type: 'string', span: 24, props: { placeholder, autoComplete: 'off' } };
    return [name, field] as const;
  });
  const forReaders = Object.entries(unseenFields).filter(([key]) => elementTypes[type]?.keys.includes(key));
  const everyPage = {
    title: 'On every page',
    tooltip:
      'Printed on every page; its text may contain {{ page }} and {{ pages }}. Edited on the first page.',
    type: 'boolean',
    widget: 'checkbox',
    span: 24,
  };
  return { ...Object.fromEntries([...fields, ...forReaders]), [everyPageKey]: everyPage };
}

/** Elements below a table move with its printed height, which differs from the height drawn here, with Twig in cells. */
const withoutHeight =
  (onChange: NonNullable<Drawing['onChange']>): NonNullable<Drawing['onChange']> =>
  (changes) => {
    const kept = [changes].flat().filter(({ key }) => key !== 'height');
    if (kept.length > 0) onChange(kept);
  };

/** A cell is narrower than its Twig. */
const shortTwig = (text: string): string =>
  text.replace(/\{\{([\s\S]*?)\}\}/g, (whole, inner: string) => {
    const expression = inner.trim();
    return expression.length > 24 ? `{{ ${expression.slice(0, 20).trim()}… }}` : whole;
  });

function shortRows(value: string): string {
  try {
    return JSON.stringify(JSON.parse(value), (_, each) =>
      typeof each === 'string' ? shortTwig(each) : each,
    );
  } catch {
    return value;
  }
}

function shownProps(props: Drawing): Drawing {
  const { mode, schema, value, onChange } = props;
  if (schema.type !== 'table' && schema.type !== 'list') return props;
  const shown = mode === 'viewer' && typeof value === 'string' ? { value: shortRows(value) } : {};
  return { ...props, ...shown, ...(onChange && { onChange: withoutHeight(onChange) }) };
}

const isMarkdown = (schema: Schema): boolean => schema.textFormat === 'inline-markdown';

function withOwnKeys(plugin: Plugin): Plugin {
  const { schema } = plugin.propPanel;
  const fieldsOf = (props: PanelProps): Record<string, PropPanelSchema> => {
    if (typeof schema !== 'function') return schema ?? {};
    // Whether its text is markdown can be chosen for every text.
    const { activeSchema } = props;
    return schema({ ...props, activeSchema: { ...activeSchema, readOnly: activeSchema.type === 'text' } });
  };
  const draw = (props: Drawing) =>
    plugin.ui(
      props.mode === 'viewer' && isMarkdown(props.schema)
        ? { ...props, schema: { ...props.schema, readOnly: true } }
        : shownProps(props),
    );
  return {
    ...plugin,
    // Markdown is shown as it is printed.
    async ui(props) {
      await draw(props);
      for (const image of props.rootElement.querySelectorAll<HTMLImageElement>('img:not([alt])'))
        image.alt = props.schema.name;
    },
    propPanel: {
      ...plugin.propPanel,
      widgets: { ...namedWidgets(plugin.propPanel.widgets), TwigNote: showTwigNote },
      schema: (props) => ({
        ...(elementTypes[props.activeSchema.type]?.value === 'text'
          ? { twig: { type: 'void', widget: 'TwigNote', span: 24 } }
          : {}),
        // All of them are filled from the data.
        editable: { type: 'boolean', hidden: true },
        ...ownFields(props.activeSchema.type),
        '---': { type: 'void', widget: 'Divider' },
        ...fieldsOf(props),
      }),
    },
  };
}

export const elementPlugins: Readonly<Record<string, Plugin>> = Object.fromEntries(
  Object.entries(plugins).map(([name, plugin]) => [name, withOwnKeys(plugin)]),
);
