/** The structure of a list, on one page or on several. */
import type { Drawable } from '../draw/drawable.ts';
import type { ElementTags } from './element-tags.ts';
import { TagElement } from './tag-tree.ts';
import { TextFlow } from './text-flow.ts';

/** As pdfme limits it. */
const maxLevel = 8;

interface OpenList {
  readonly level: number;
  readonly list: TagElement;
  /** The body of its last item, which a list of a deeper level belongs to. */
  body: TagElement;
}

/** Items as pdfme draws them: the background of the list, if it has one, and of each item the marker and the text. */
export function listTags({ style, value }: Drawable): ElementTags {
  const items = JSON.parse(value) as readonly string[];
  const numbering = { O: '/List', ListNumbering: style.listStyle === 'ordered' ? '/Decimal' : '/Disc' };
  const outer = new TagElement('L', numbering);
  const open: OpenList[] = [];

  /** Returns the elements of the marker and of the text. */
  const addItem = (level: number): readonly [label: TagElement, body: TagElement] => {
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop();
    const last = open.at(-1);
    const isDeeper = last !== undefined && level > last.level;
    const list = last ? (isDeeper ? last.body.add('L', numbering) : last.list) : outer;
    const item = list.add('LI');
    const label = item.add('Lbl');
    const body = item.add('LBody');
    if (last && !isDeeper) last.body = body;
    else open.push({ level, list, body });
    return [label, body];
  };

  return {
    elements: [outer],
    draw(part) {
      const { start = 0 } = (part.__splitRange ?? {}) as { start?: number };
      let isBackground = Boolean(part.backgroundColor);
      let index = start;
      let body: TagElement | undefined;
      return () => {
        if (isBackground) {
          isBackground = false;
          return { artifact: 'plain' };
        }
        const text = items[index] ?? '';
        if (body) {
          const element = body;
          body = undefined;
          index++;
          return { flow: new TextFlow(text, false, () => element) };
        }
        const [, tabs = ''] = /^(\t*)/.exec(text) ?? [];
        const [label, own] = addItem(Math.min(tabs.length, maxLevel));
        body = own;
        return { flow: new TextFlow('', false, () => label) };
      };
    },
  };
}
