/** Prepares a page for the fields that its PDF gets: those for signatures, and those of its controls. */
import { Failure } from '#contract/errors';
import type { NumberedControls } from '#forms';
import { markerOutline, maxControls } from '#pdf/contents/control-marker';
import { listNames } from '#runtime/list-names';
import { callInPage } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import type { IsolatedWorldId } from '../cdp/isolated-world.ts';
import { describeControl } from '../page-scripts/controls/describe-control.ts';
import { type MarkedControls, markControls } from '../page-scripts/controls/mark-controls.ts';
import { unclobberedDocument } from '../page-scripts/unclobbered-document.ts';
import { mayPlaceSignatures, missingSignatures, placeSignatures } from './signature-places.ts';

export interface PlacedFields {
  readonly controls: NumberedControls;
  /** What the PDF lacks, one sentence each. */
  problems(pdf: Buffer): readonly string[];
}

interface FieldOptions {
  readonly html: string;
  /** Whether the page has more than `html`. */
  readonly isUnknown: boolean;
  /** Whether controls become fields, and the number before that of the first one. */
  readonly controls: { readonly after: number } | undefined;
}

/** For names, labels, values and options together. */
const maxCharacters = 16_000_000;

/** In a sentence. */
const maxNames = 5;

/**
 * Must be called before the layout is measured. Throws `page_failed` for names that no signature field can have, and for too many
 * fields.
 */
export async function prepareFields(
  page: CdpSession,
  world: IsolatedWorldId,
  { html, isUnknown, controls: asked }: FieldOptions,
): Promise<PlacedFields> {
  const signatures = isUnknown || mayPlaceSignatures(html) ? await placeSignatures(page, world) : [];
  const marked = asked && (await mark(page, world, asked.after));
  const first = (asked?.after ?? 0) + 1;
  return {
    controls: marked?.controls.map((control, index) => [first + index, control] as const) ?? [],
    problems: (pdf) => [...missingSignatures(signatures, pdf), ...(marked ? unplaced(marked) : [])],
  };
}

async function mark(page: CdpSession, world: IsolatedWorldId, after: number): Promise<MarkedControls> {
  const parts = { unclobberedDocument, describeControl };
  const options = { after, maxControls, maxCharacters, outline: markerOutline };
  const json = await callInPage(page, markControls, [parts, options], world);
  const marked = JSON.parse(json) as MarkedControls;
  if (!marked.isTooMuch) return marked;
  throw new Failure(
    'page_failed',
    `The document has more than ${maxControls} controls, or more than ${maxCharacters} characters in them.`,
    { hint: 'Print it in several documents, or without form fields.' },
  );
}

function unplaced({ unlike, buttons, hidden }: MarkedControls): string[] {
  const sentences: string[] = [];
  if (unlike.length > 0) {
    const names = unlike.map(([type, name]) => `<input type="${type}"> ${name}`.trimEnd());
    sentences.push(`Printed as they look, because forms of PDFs have nothing like them: ${listed(names)}.`);
  }
  if (buttons.length > 0) {
    sentences.push(`Buttons do nothing in a PDF, and are printed as they look: ${listed(buttons)}.`);
  }
  if (hidden.length > 0) {
    sentences.push(
      `Check boxes and radio buttons that a style hides have no field: ${listed(hidden)}. Give the input itself its look.`,
    );
  }
  return sentences;
}

const listed = (names: readonly string[]): string => listNames([...new Set(names)], maxNames);
