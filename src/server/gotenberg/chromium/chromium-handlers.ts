/** The routes below /forms/chromium: HTML, a web page or Markdown to a PDF or an image. */
import { randomUUID } from 'node:crypto';
import { assertListed, rulesFor } from '../address-filter.ts';
import { type GotenbergCall, GotenbergError, type GotenbergHandler } from '../answer.ts';
import { readPostSteps } from '../engines/post-steps.ts';
import type { FormFile, GotenbergForm } from '../form/gotenberg-form.ts';
import { markdownPage } from './markdown-page.ts';
import { readPrintFields } from './read-print-fields.ts';
import { readScreenshotFields } from './read-screenshot-fields.ts';
import { captureSource, formAssets, type PageSource, printSource } from './render-page.ts';

/** Reads what is to be printed. Returns undefined if the form is not valid, and is called again when it is. */
type ReadSource = (form: GotenbergForm) => () => PageSource;

/** Path below /forms/chromium → its handler. */
export const chromiumHandlers: Readonly<Record<string, GotenbergHandler>> = {
  'convert/html': convert(readHtml),
  'convert/url': convert(readUrl),
  'convert/markdown': convert(readMarkdown),
  'screenshot/html': capture(readHtml),
  'screenshot/url': capture(readUrl),
  'screenshot/markdown': capture(readMarkdown),
};

function convert(read: ReadSource): GotenbergHandler {
  return async (call) => {
    const { form } = call;
    const fields = readPrintFields(form);
    const steps = readPostSteps(form);
    const source = openValid(call, read(form), fields, steps);
    return {
      kind: 'files',
      async run(deadline) {
        const bytes = await printSource(call, source, fields, deadline);
        const name = `${call.outputFilename || randomUUID()}.pdf`;
        return await steps.run([{ name, bytes }], call, deadline);
      },
    };
  };
}

function capture(read: ReadSource): GotenbergHandler {
  return async (call) => {
    const { form } = call;
    const fields = readScreenshotFields(form);
    const source = openValid(call, read(form), fields);
    return {
      kind: 'files',
      async run(deadline) {
        const bytes = await captureSource(call, source, fields, deadline);
        return [{ name: `${randomUUID()}.${fields.screenshot.format}`, bytes }];
      },
    };
  };
}

interface Checked {
  /** Throws `GotenbergError`. */
  check(): void;
}

/** Opens what is to be printed if the form is valid, with faults in Gotenberg's order. Throws `GotenbergError`. */
function openValid(
  call: GotenbergCall,
  open: () => PageSource,
  fields: Checked,
  steps?: Checked,
): PageSource {
  call.form.validate();
  steps?.check();
  const source = open();
  assertPageListed(call, source);
  fields.check();
  return source;
}

/** Gotenberg's lists are also for its own documents, which are files of a temporary folder there. */
function assertPageListed({ settings }: GotenbergCall, { address }: PageSource): void {
  const url = address ?? `file:///tmp/${randomUUID()}/index.html`;
  assertListed(rulesFor(settings, 'page'), url);
}

function readHtml(form: GotenbergForm): () => PageSource {
  const file = form.requiredFile('index.html');
  return () => ({ html: textOf(file), twig: false, assets: formAssets(form.allFiles()), data: {} });
}

function readMarkdown(form: GotenbergForm): () => PageSource {
  const file = form.requiredFile('index.html');
  const texts = form.requiredFilesWith(['.md']);
  return () => ({ ...markdownPage(textOf(file), texts), assets: formAssets(form.allFiles()) });
}

function readUrl(form: GotenbergForm): () => PageSource {
  const url = form.requiredText('url');
  return () => ({ html: '', address: toAddress(url), twig: false, assets: formAssets([]), data: {} });
}

function toAddress(text: string): string {
  if (/^\s*file:/i.test(text)) {
    throw new GotenbergError(
      400,
      'file:// URLs are not accepted on this route. Use the /convert/html or /convert/markdown routes to render local HTML',
    );
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url.href;
  throw new GotenbergError(400, 'Invalid URL: it must be an address that begins with http:// or https://');
}

const textOf = (file: FormFile | undefined): string => (file ? Buffer.from(file.bytes).toString() : '');
