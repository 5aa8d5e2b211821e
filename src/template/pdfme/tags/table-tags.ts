/** The structure of a table, on one page or on several. */
import type { Drawable } from '../draw/drawable.ts';
import type { ElementTags } from './element-tags.ts';
import { TagElement } from './tag-tree.ts';
import type { DrawingTarget } from './tagged-view.ts';
import { TextFlow } from './text-flow.ts';

const columnHeader = { O: '/Table', Scope: '/Column' };
const rowHeader = { O: '/Table', Scope: '/Row' };

/** Rows and cells as pdfme draws them: head, rows from top to bottom, and at the end the border around the table. */
export function tableTags({ style, value, rowHeaders }: Drawable): ElementTags {
  const head = style.head as readonly string[];
  const rows = JSON.parse(value) as readonly (readonly string[])[];
  const isHeadShown = style.showHead !== false;
  const table = new TagElement('Table');
  const thead = isHeadShown ? table.add('THead') : undefined;
  const tbody = table.add('TBody');
  let cells: readonly TagElement[] = [];

  /** All cells of a row at once: pdfme draws nothing for an empty one. */
  const addRow = (to: TagElement, isHead: boolean): readonly TagElement[] => {
    const row = to.add('TR');
    return head.map((_, column) => {
      if (isHead) return row.add('TH', columnHeader);
      return rowHeaders && column === 0 ? row.add('TH', rowHeader) : row.add('TD');
    });
  };
  const cell = (column: number, text = ''): DrawingTarget => {
    const element = cells[column];
    return element ? { flow: new TextFlow(text, false, () => element) } : { artifact: 'plain' };
  };

  return {
    elements: [table],
    draw(part) {
      const { start = 0, end = rows.length } = (part.__splitRange ?? {}) as { start?: number; end?: number };
      const isContinued = part.__isSplit === true;
      const isHeadDrawn = isHeadShown && (!isContinued || style.repeatHead === true);
      let row = isHeadDrawn ? -1 : start;
      let column = 0;
      return () => {
        if (column === head.length) {
          column = 0;
          row = row < 0 ? start : row + 1;
        }
        const isHead = row < 0;
        // Readers hear the head once.
        if (isHead && isContinued) {
          column++;
          return { artifact: 'Pagination' };
        }
        if (!isHead && row >= end) return { artifact: 'plain' };
        if (column === 0) cells = addRow(isHead && thead ? thead : tbody, isHead);
        const text = isHead ? head[column] : rows[row]?.[column];
        return cell(column++, text);
      };
    },
  };
}
