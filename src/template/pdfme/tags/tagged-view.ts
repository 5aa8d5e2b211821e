/**
 * A stand-in for the page that the renderers of pdfme draw on. It has the methods that they use, and marks what they
 * draw: texts and pictures as parts of an element of the structure, and everything else as artifacts.
 */
import type * as PdfLib from '@pdfme/pdf-lib';
import type { LinkTags } from './link-tags.ts';
import type { DrawnArtifact, PageMarks } from './page-marks.ts';
import type { Mark, TagElement } from './tag-tree.ts';
import type { TextFlow } from './text-flow.ts';

/** The artifact or element that the drawing of a renderer, or of one of its cells, belongs to. */
export type DrawingTarget =
  | { readonly artifact: DrawnArtifact }
  /** All of it. */
  | { readonly figure: TagElement }
  /** Its text; borders, backgrounds and lines under text are artifacts. */
  | { readonly flow: TextFlow };

type Page = PdfLib.PDFPage;
type TextOptions = NonNullable<Parameters<Page['drawText']>[1]>;

interface Run {
  readonly text: string;
  readonly options: TextOptions;
  readonly mark: Mark | undefined;
}

/** The greatest distance, as a share of the font size, between runs that are drawn over each other to look bold. */
const maxBoldOffset = 0.1;

export class TaggedView {
  readonly #marks: PageMarks;
  readonly #target: DrawingTarget;
  readonly #links: LinkTags;
  /** Is asked for with an SVG that has text, which would otherwise be in a font that is not embedded. */
  readonly #defaultFont: () => Promise<PdfLib.PDFFont>;
  #last: Run | undefined;

  constructor(
    marks: PageMarks,
    target: DrawingTarget,
    links: LinkTags,
    defaultFont: () => Promise<PdfLib.PDFFont>,
  ) {
    this.#marks = marks;
    this.#target = target;
    this.#links = links;
    this.#defaultFont = defaultFont;
  }

  get #page(): Page {
    return this.#marks.page;
  }

  getHeight(): number {
    return this.#page.getHeight();
  }

  pushOperators(...operators: PdfLib.PDFOperator[]): void {
    this.#page.pushOperators(...operators);
  }

  drawText(text: string, options: TextOptions = {}): void {
    this.#links.takeInternal(this);
    if (!('flow' in this.#target)) {
      this.#enter();
      this.#page.drawText(text, options);
      this.#last = { text, options, mark: undefined };
      return;
    }
    const { flow } = this.#target;
    if (text === '') {
      flow.emptyLine();
      return;
    }
    const last = this.#last;
    if (flow.isMarkdown && last && isBoldAgain(last, text, options)) {
      this.#marks.artifact('plain');
      this.#page.drawText(text, options);
      return;
    }
    if (flow.isMarkdown && last && isOtherLine(last.options, options) && flow.areApart(last.text, text))
      this.#drawSpaceAfter(last);
    const mark = this.#marks.content(flow.paragraph, flow.isMarkdown);
    const isSeparate = !flow.isMarkdown && flow.endsWord(text) && hasSpace(options.font);
    this.#page.drawText(isSeparate ? `${text} ` : text, options);
    this.#last = { text, options, mark };
  }

  #drawSpaceAfter({ text, options, mark }: Run): void {
    const { font, size = 0, x = 0, y = 0 } = options;
    const owner = mark && this.#marks.tree.ownerOf(mark);
    if (!owner || !font || !hasSpace(font)) return;
    const width = font.widthOfTextAtSize(text, size);
    const angle = radians(options);
    this.#marks.content(owner);
    this.#page.drawText(' ', { ...options, x: x + width * Math.cos(angle), y: y + width * Math.sin(angle) });
  }

  drawLine(options: Parameters<Page['drawLine']>[0]): void {
    this.#enter();
    this.#page.drawLine(options);
  }

  drawRectangle(options?: Parameters<Page['drawRectangle']>[0]): void {
    this.#enter();
    this.#page.drawRectangle(options);
  }

  drawEllipse(options?: Parameters<Page['drawEllipse']>[0]): void {
    this.#enter();
    this.#page.drawEllipse(options);
  }

  drawImage(image: PdfLib.PDFImage, options?: Parameters<Page['drawImage']>[1]): void {
    this.#enter();
    this.#page.drawImage(image, options);
  }

  async drawSvg(svg: string, options?: Parameters<Page['drawSvg']>[1]): Promise<void> {
    this.#enter();
    if (/<(?:[\w-]+:)?text[\s>]/.test(svg)) this.#page.setFont(await this.#defaultFont());
    await this.#page.drawSvg(svg, options);
  }

  /** Renderers add the areas of their links to it: those of addresses at once, others when all pages are drawn. */
  readonly node = {
    addAnnot: (annotation: PdfLib.PDFRef): void => {
      this.#page.node.addAnnot(annotation);
      this.#links.add(this, annotation);
    },
  };

  get marks(): PageMarks {
    return this.#marks;
  }

  /** The run that was drawn last, if it was text. */
  get last(): { readonly text: string; readonly mark: Mark | undefined } | undefined {
    return this.#last;
  }

  #enter(): void {
    const target = this.#target;
    if ('figure' in target) this.#marks.content(target.figure);
    else this.#marks.artifact('artifact' in target ? target.artifact : 'plain');
  }
}

const radians = ({ rotate }: TextOptions): number =>
  rotate?.type === 'radians' ? rotate.angle : ((rotate?.angle ?? 0) * Math.PI) / 180;

function isOtherLine(before: TextOptions, after: TextOptions): boolean {
  const angle = radians(after);
  const height = ({ x = 0, y = 0 }: TextOptions) => y * Math.cos(angle) - x * Math.sin(angle);
  return Math.abs(height(before) - height(after)) > 0.01;
}

/** pdfme draws a bold text several times with small offsets where the font has no bold one. */
function isBoldAgain(last: Run, text: string, options: TextOptions): boolean {
  const distance = Math.hypot(
    (options.x ?? 0) - (last.options.x ?? 0),
    (options.y ?? 0) - (last.options.y ?? 0),
  );
  return (
    last.text === text &&
    last.options.font === options.font &&
    distance < maxBoldOffset * (options.size ?? 0) &&
    !isOtherLine(last.options, options)
  );
}

const fontsWithSpace = new WeakMap<PdfLib.PDFFont, boolean>();

function hasSpace(font: PdfLib.PDFFont | undefined): boolean {
  if (!font) return false;
  const known = fontsWithSpace.get(font) ?? font.getCharacterSet().includes(0x20);
  fontsWithSpace.set(font, known);
  return known;
}
