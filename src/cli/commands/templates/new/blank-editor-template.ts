/** The files that `templates new --editor` writes: the smallest editor template that shows where everything goes. */
import { tableCell } from '#template/pdfme/table-cell';

const cell = { ...tableCell, borderColor: '#bbbbbb' };

const editor = {
  schemas: [
    [
      {
        name: 'title',
        type: 'text',
        content: '{{ title }}',
        heading: 1,
        position: { x: 20, y: 20 },
        width: 170,
        height: 12,
        fontName: 'OpenSans-Bold',
        fontSize: 20,
      },
      {
        name: 'greeting',
        type: 'text',
        content: 'Dear {{ recipient.name }},',
        position: { x: 20, y: 38 },
        width: 170,
        height: 8,
        fontSize: 11,
      },
      {
        name: 'items',
        type: 'table',
        content: JSON.stringify([['{{ loop.index }}', '{{ item }}']]),
        repeat: 'item in items',
        position: { x: 20, y: 50 },
        width: 170,
        height: 20,
        showHead: true,
        repeatHead: true,
        head: ['No.', 'What to do'],
        headWidthPercentages: [15, 85],
        tableStyles: { borderColor: '#000000', borderWidth: 0 },
        headStyles: { ...cell, fontName: 'OpenSans-Bold', backgroundColor: '#eeeeee' },
        bodyStyles: { ...cell, alternateBackgroundColor: '' },
        columnStyles: {},
      },
    ],
  ],
  basePdf: {
    width: 210,
    height: 297,
    padding: [20, 20, 20, 20],
    staticSchema: [
      {
        name: 'pageNumber',
        type: 'text',
        content: '{{ page }} / {{ pages }}',
        position: { x: 20, y: 282 },
        width: 170,
        height: 6,
        fontSize: 8,
        alignment: 'center',
      },
    ],
  },
  pdfmeVersion: '6.1.13',
};

const data = {
  title: 'A first document',
  recipient: { name: 'Ada' },
  items: ['Change editor.json', 'Change data.json', 'Run pdfapi generate again'],
};

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

export const blankEditorTemplate: Readonly<Record<string, string>> = {
  'template.json': json({ name: 'blank', metadata: { title: '{{ title }}' } }),
  'editor.json': json(editor),
  'data.json': json(data),
};
