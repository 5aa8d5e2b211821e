/** Headers and footers of texts and lines, drawn in the margins as stamps whose Twig has the page numbers. */
import type { PageMargins } from '#contract/page';
import type { Stamp } from '#template/model/stamp';
import { fieldHtml, fillText, type ObjectFacts } from './fields.ts';
import type { PageSetup } from './page-setup.ts';

export type HeaderKind = 'header' | 'footer';

/** The share of the height of a line that its font has. */
const lineHeight = 1.2;

/** `pages`: those of the object in the whole PDF. Undefined without texts and lines. Throws `WkFailure` for sizes that are none. */
export function headerStamp(
  facts: ObjectFacts,
  { width, height, margins }: Omit<PageSetup, 'margins'> & { readonly margins: PageMargins },
  pages: string,
): Stamp | undefined {
  const boxes = (['header', 'footer'] as const).map((kind) => textBox(kind, facts, { height, margins }));
  if (boxes.every((box) => box === '')) return undefined;
  const html = `<div style="position:absolute;left:${margins.left}mm;width:${width - margins.left - margins.right}mm;top:0;height:100%">${boxes.join('')}</div>`;
  const name = `headers and footers of ${facts.input || 'the table of contents'}`;
  return { name, content: { html }, isUnder: false, pages, pagesField: name };
}

function textBox(
  kind: HeaderKind,
  facts: ObjectFacts,
  { height, margins }: { readonly height: number; readonly margins: PageMargins },
): string {
  const { flags } = facts;
  const texts = (['left', 'center', 'right'] as const).map(
    (at) => [at, flags.text(`${kind}-${at}`) ?? ''] as const,
  );
  const hasLine = flags.isOn(`${kind}-line`, false);
  if (!hasLine && texts.every(([, text]) => text === '')) return '';
  const size = flags.number(`${kind}-font-size`, { min: 0.1 }) ?? 12;
  const font = fieldHtml(flags.text(`${kind}-font-name`) ?? 'Arial');
  const spacing = flags.number(`${kind}-spacing`) ?? 0;
  const place =
    kind === 'header'
      ? `bottom:${height - margins.top + spacing}mm`
      : `top:${height - margins.bottom + spacing}mm`;
  const line = hasLine ? `border-${kind === 'header' ? 'bottom' : 'top'}:0.5pt solid black;` : '';
  const cells = texts.map(
    ([at, text]) =>
      `<div style="position:absolute;left:0;right:0;text-align:${at}">${fillText(text, facts)}</div>`,
  );
  const style = `position:absolute;left:0;right:0;${place};height:${size * lineHeight}pt;${line}font:${size}pt/${lineHeight} '${font}',Arial,Helvetica,sans-serif;white-space:pre;color:black`;
  return `<div style="${style}">${cells.join('')}</div>`;
}
