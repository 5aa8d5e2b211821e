/** Interprets content streams and calls the visitors. Bounded in depth and in the bytes that it reads. */

import { type OperandReading, type OperatorCallback, parseContent } from '#pdf/contents/parse-content';
import { readEncoding } from '#pdf/encodings/encodings';
import {
  getName,
  isDict,
  isNamed,
  type PdfDict,
  PdfName,
  PdfStream,
  PdfString,
  type PdfValue,
} from '#pdf/object';
import { PdfError } from '#pdf/pdf-error';
import type { ObjectParserHost } from '#pdf/reading/object-parser';
import { isIdentityCMap } from '../fonts/predefined-cmaps.ts';
import type { CheckedDocument, CheckedPage } from '../model/checked-document.ts';
import {
  type ContentColor,
  type ContentKind,
  type ContentMark,
  type ContentPosition,
  type ContentStream,
  type ContentVisitor,
  defaultResources,
  type GraphicsState,
  type PaintKind,
  type PaintMode,
} from './content-visitor.ts';
import { applyOperator, initialState, type StateSources, toUsedSpace } from './graphics-state.ts';
import { OperationTable } from './operation-table.ts';
import { fillsOnly, pathPainting, textPainting } from './paint-modes.ts';

/** Forms in forms. Real files stay below 10. */
const maxNesting = 32;

/** Real files nest 30 marks. Deeper ones count as the last. */
const maxMarks = 2000;

/** Bytes of content: a minimum, and a multiple of the length of the file. */
const maxContent = { atLeast: 32 * 2 ** 20, timesFile: 64 };

export class ContentInterpreter {
  readonly #document: CheckedDocument;
  readonly #visitors: readonly ContentVisitor[];
  readonly #operatorReaders: readonly ContentVisitor[];
  readonly #sourceReaders: readonly ContentVisitor[];
  readonly #textReaders: readonly ContentVisitor[];
  readonly #painters: readonly ContentVisitor[];
  readonly #operations: OperationTable;
  /** Whether a font is of the type Type3. */
  readonly #drawnFonts = new Map<PdfDict, boolean>();
  readonly #codeLengths = new Map<PdfDict, number>();
  readonly #host: ObjectParserHost;
  readonly #contexts = new SeenContexts();
  #nesting = 0;
  #readable: number;

  constructor(document: CheckedDocument, visitors: readonly ContentVisitor[]) {
    this.#document = document;
    this.#visitors = visitors;
    this.#operatorReaders = visitors.filter(({ everyOperator }) => everyOperator);
    this.#sourceReaders = visitors.filter(({ source }) => source);
    this.#textReaders = visitors.filter(({ text }) => text);
    this.#painters = visitors.filter(({ paint }) => paint);
    const { file } = document;
    // Contents are bounded by their length, not by the containers in them.
    this.#host = {
      ref: (number, generation) => file.ref(number, generation),
      container: () => {},
      names: file.names,
      forgiving: true,
    };
    this.#readable = maxContent.atLeast + maxContent.timesFile * document.bytes.length;
    this.#operations = new OperationTable(visitors);
  }

  page(page: CheckedPage): void {
    const { file } = this.#document;
    const inherited = page.inherited.get('Resources');
    const own = file.dict(page.dict, 'Resources');
    const stream: ContentStream = {
      kind: 'page',
      dict: page.dict,
      stream: undefined,
      isShown: true,
      object: page.ref?.number,
      page,
      ownResources: own,
      inheritedResources: own || !isDict(inherited) ? undefined : inherited,
      parent: undefined,
    };
    const contents = file.get(page.dict, 'Contents');
    const parts = (Array.isArray(contents) ? contents : [contents])
      .map((part) => file.resolve(part))
      .filter((part) => part instanceof PdfStream)
      .map((part) => this.#document.decode(part))
      .filter((part) => part !== undefined);
    const content = parts.length === 1 ? parts[0] : Buffer.concat(parts.flatMap((part) => [part, lineEnd]));
    this.#run(
      stream,
      content ?? Buffer.alloc(0),
      initialState(file, own ?? stream.inheritedResources),
      undefined,
    );
  }

  appearance(appearance: PdfStream, page: CheckedPage): void {
    const { file } = this.#document;
    const state = initialState(file, file.dict(appearance.dict, 'Resources'));
    this.#enter('appearance', appearance, undefined, state, undefined, page);
  }

  #enter(
    kind: ContentKind,
    stream: PdfStream,
    parent: ContentStream | undefined,
    state: GraphicsState,
    mark: ContentMark | undefined,
    page: CheckedPage | undefined,
    { resources, isShown = true }: { resources?: PdfDict | undefined; isShown?: boolean } = {},
  ): void {
    if (this.#nesting >= maxNesting || !this.#contexts.isNew(stream, mark, isShown)) return;
    const content = this.#document.decode(stream);
    if (!content) return;
    const entered: ContentStream = {
      kind,
      dict: stream.dict,
      stream,
      isShown,
      object: this.#document.objectNumber(stream),
      page,
      ownResources: resources ?? this.#document.file.dict(stream.dict, 'Resources'),
      inheritedResources: page && this.#pageResources(page),
      parent,
    };
    this.#nesting++;
    this.#run(entered, content, { ...state, depth: 0 }, mark);
    this.#nesting--;
  }

  #pageResources({ inherited }: CheckedPage): PdfDict | undefined {
    const resources = inherited.get('Resources');
    return isDict(resources) ? resources : undefined;
  }

  #run(stream: ContentStream, content: Buffer, state: GraphicsState, mark: ContentMark | undefined): void {
    this.#readable -= content.length;
    if (this.#readable < 0) {
      throw new PdfError('too_large', 'The contents of the PDF use each other too often to be checked.');
    }
    for (const visitor of this.#visitors) visitor.enter?.(stream, mark);
    const saved: GraphicsState[] = [];
    let marks = 0;
    const resource = (category: string, name: string) => this.#resource(stream, category, name);
    const { file } = this.#document;
    const sources: StateSources = { file, resources: defaultResources(stream), resource };
    // One for all operators: visitors copy what they keep.
    const at = { stream, state, mark, resource };
    const interpret: OperatorCallback = (operator, operands, start, end, isPlain) => {
      const operation = this.#operations.find(operator);
      if (operator === 'q') {
        if (saved.length < maxMarks) saved.push({ ...at.state });
        at.state.depth++;
      } else if (operator === 'Q') {
        const depth = at.state.depth - 1;
        at.state = { ...(saved.pop() ?? at.state), depth: Math.max(depth, 0) };
      } else if (operation.changesState) {
        applyOperator(at.state, operator, operands, sources);
      }
      for (const visitor of this.#operatorReaders) visitor.everyOperator?.(operator, operands, at);
      if (!isPlain) for (const visitor of this.#sourceReaders) visitor.source?.(content, start, end, at);
      for (const handle of operation.handlers) handle(operands, at);
      switch (operation.kind) {
        case 'begin':
          if (marks++ < maxMarks) at.mark = this.#toMark(operands, at);
          break;
        case 'end':
          if (marks > 0 && marks-- <= maxMarks) at.mark = at.mark?.outer;
          break;
        case 'paint':
          this.#paint(operator, operands, at);
      }
    };
    try {
      const reading: OperandReading = {
        operand: (_, parser) => parser.value(),
        codeLength: () => this.#codeLength(at.state.font),
        unclear: () => {},
      };
      parseContent(content, this.#host, reading, interpret);
    } catch (error) {
      if (!(error instanceof PdfError) || error.code !== 'malformed') throw error;
      for (const visitor of this.#visitors) visitor.damaged?.(error.message, stream);
    }
    for (const visitor of this.#visitors) visitor.leave?.(stream);
  }

  #toMark(operands: readonly PdfValue[], at: ContentPosition): ContentMark {
    const [tag, list] = operands;
    const value = list instanceof PdfName ? at.resource('Properties', list.value) : list;
    const properties = isDict(value) ? value : undefined;
    const mcid = properties && this.#document.file.number(properties, 'MCID');
    const name = tag instanceof PdfName ? tag.value : '';
    return { tag: name, properties, mcid, stream: at.stream, outer: at.mark };
  }

  #paint(operator: string, operands: readonly PdfValue[], at: ContentPosition): void {
    switch (operator) {
      case 'Tj':
      case "'":
        this.#showText(operands.slice(0, 1), at);
        break;
      case '"':
        this.#showText(operands.slice(2, 3), at);
        break;
      case 'TJ':
        this.#showText(Array.isArray(operands[0]) ? operands[0] : [], at);
        break;
      case 'sh':
        this.#painted('shading', at, fillsOnly);
        break;
      case 'EI':
        this.#painted('inline image', at, fillsOnly);
        break;
      case 'Do':
        this.#paintXObject(operands, at);
        break;
      case 'scn':
        this.#enterPattern(at.state.fill, at);
        break;
      case 'SCN':
        this.#enterPattern(at.state.stroke, at);
        break;
      default: {
        const how = pathPainting[operator];
        if (how) this.#painted('path', at, how);
      }
    }
  }

  #painted(kind: PaintKind, at: ContentPosition, how: PaintMode): void {
    for (const visitor of this.#painters) visitor.paint?.(kind, at, how);
  }

  #showText(strings: readonly PdfValue[], at: ContentPosition): void {
    for (const value of strings) {
      if (typeof value === 'number' || !(value instanceof PdfString)) continue;
      for (const visitor of this.#textReaders) visitor.text?.(value.bytes, at);
    }
    this.#painted('text', at, textPainting(at.state.textMode));
    const { font } = at.state;
    const { file } = this.#document;
    if (!font || !this.#isDrawn(font)) return;
    const resources = file.dict(font, 'Resources');
    const { differences } = readEncoding(file, file.get(font, 'Encoding'));
    const shown = new Set(
      strings.flatMap((value) => {
        return value instanceof PdfString ? [...Buffer.from(value.bytes, 'latin1')] : [];
      }),
    );
    const names = new Set([...shown].map((code) => differences?.get(code)));
    for (const [name, value] of file.dict(font, 'CharProcs') ?? []) {
      const glyph = file.resolve(value);
      if (!(glyph instanceof PdfStream)) continue;
      const options = { resources, isShown: names.has(name) };
      this.#enter('glyph', glyph, at.stream, { ...at.state }, at.mark, at.stream.page, options);
    }
  }

  /** Bytes of each code of a font, or 0 if that is not fixed. */
  #codeLength(font: PdfDict | undefined): number {
    if (!font) return 0;
    const known = this.#codeLengths.get(font);
    if (known !== undefined) return known;
    const { file } = this.#document;
    const isSimple = !isNamed(file.get(font, 'Subtype'), 'Type0');
    const length = isSimple ? 1 : isIdentityCMap(getName(file.get(font, 'Encoding'))) ? 2 : 0;
    this.#codeLengths.set(font, length);
    return length;
  }

  /** Whether the glyphs of a font are content streams. */
  #isDrawn(font: PdfDict): boolean {
    let isDrawn = this.#drawnFonts.get(font);
    if (isDrawn === undefined) {
      isDrawn = isNamed(this.#document.file.get(font, 'Subtype'), 'Type3');
      this.#drawnFonts.set(font, isDrawn);
    }
    return isDrawn;
  }

  #enterPattern({ space, pattern }: ContentColor, at: ContentPosition): void {
    if (!(pattern instanceof PdfStream)) return;
    const { file } = this.#document;
    const state = initialState(file, file.dict(pattern.dict, 'Resources'));
    if (file.number(pattern.dict, 'PaintType') === 2 && Array.isArray(space)) {
      // The pattern is a stencil that is painted in a colour of this space.
      const underlying = toUsedSpace(file, file.resolve(space[1]), defaultResources(at.stream));
      state.fill = { space: underlying, pattern: null };
      state.stroke = state.fill;
    }
    this.#enter('pattern', pattern, at.stream, state, at.mark, at.stream.page);
  }

  #paintXObject([name]: readonly PdfValue[], at: ContentPosition): void {
    const xobject = name instanceof PdfName ? at.resource('XObject', name.value) : null;
    if (!(xobject instanceof PdfStream)) return;
    const isForm = isNamed(this.#document.file.get(xobject.dict, 'Subtype'), 'Form');
    this.#painted(isForm ? 'form' : 'image', at, { fills: !isForm, strokes: false });
    if (isForm) this.#enter('form', xobject, at.stream, at.state, at.mark, at.stream.page);
  }

  #resource(stream: ContentStream, category: string, name: string): PdfValue {
    const { file } = this.#document;
    const own = stream.ownResources && file.dict(stream.ownResources, category)?.get(name);
    if (own !== undefined) return file.resolve(own);
    const inherited = stream.inheritedResources && file.dict(stream.inheritedResources, category)?.get(name);
    if (inherited === undefined) {
      if (!ownNames.has(name)) {
        for (const visitor of this.#visitors) visitor.missingResource?.(category, name, stream);
      }
      return null;
    }
    for (const visitor of this.#visitors) visitor.inheritedResource?.(category, name, stream);
    return file.resolve(inherited);
  }
}

/** Colour spaces that need no resource. */
const ownNames = new Set(['DeviceGray', 'DeviceRGB', 'DeviceCMYK', 'Pattern']);

const lineEnd = Buffer.from('\n');

/** How often one stream is interpreted, with different marks around it. */
const maxContexts = 6;

/** Remembers in which contexts content streams were interpreted, so that each is read a bounded number of times. */
class SeenContexts {
  readonly #keys = new Map<PdfStream, Set<string>>();

  /** A stream means the same wherever it is used, except for the marks around it. */
  isNew(stream: PdfStream, mark: ContentMark | undefined, isShown: boolean): boolean {
    let known = this.#keys.get(stream);
    if (!known) {
      known = new Set();
      this.#keys.set(stream, known);
    }
    const key = `${contextKey(mark)}${isShown ? '' : 'h'}`;
    if (known.has(key) || known.size >= maxContexts) return false;
    known.add(key);
    return true;
  }
}

/** Rules on marked content depend only on these: whether it is an artifact, is tagged, and has a language. */
function contextKey(mark: ContentMark | undefined): string {
  let key = '';
  for (let each = mark; each; each = each.outer) {
    if (each.tag === 'Artifact' && !key.includes('a')) key += 'a';
    if (each.mcid !== undefined && !key.includes('t')) key += 't';
    if (each.properties?.has('Lang') && !key.includes('l')) key += 'l';
  }
  return [...key].sort().join('');
}
