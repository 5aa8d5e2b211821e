/** `pdfapi html a.html b.md https://… -o out/`: several files and web pages side by side, each as a PDF. */
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { type ErrorCode, Failure } from '#contract/errors';
import { toDocumentName } from '#template/model/template-sources';
import { findServer } from '../../connection/connection-settings.ts';
import { connectPaced, type PacedConnection } from '../../connection/paced-connection.ts';
import { readData } from '../../options/data/read-data.ts';
import { reproducibleDate } from '../../options/reproducible.ts';
import { openSigningKey } from '../../options/signing/open-key.ts';
import { assertNoUrlOption } from '../../rendering/assert-no-url.ts';
import { renderLocally } from '../../rendering/local.ts';
import { browserOnDemand } from '../../rendering/local-browser.ts';
import {
  type DocumentInput,
  type DocumentRenderer,
  renderSeveral,
} from '../../rendering/several-documents.ts';
import type { Session } from '../../session.ts';
import { isOfItem } from '../batch/render/row-failure.ts';
import { forLocalRender, readHtmlDocument, webPageDocument } from './html-document.ts';
import type { HtmlFlags } from './html-flags.ts';
import { htmlRemotely, rejectLocalHtmlOptions } from './html-remote.ts';
import { assertWebPageOptions, checkPageFile, pageAddress } from './page-address.ts';

interface HtmlInput extends DocumentInput {
  /** Set for a web page, which is always printed on this machine. */
  readonly address: URL | undefined;
}

/** Throws what `renderSeveral` throws. */
export async function printSeveral(
  session: Session,
  files: readonly string[],
  options: HtmlFlags,
  command: Command,
): Promise<void> {
  const inputs = await Promise.all(files.map((text) => toInput(text, options)));
  if (inputs.some(({ address }) => address)) assertWebPageOptions(options);
  const hasFiles = inputs.some(({ address }) => !address);
  const usesServer = hasFiles && findServer(session) !== undefined;
  if (usesServer) rejectLocalHtmlOptions(command);
  else assertNoUrlOption(options);
  for (const { text, address } of inputs) if (!address) checkBeforeStart(text, options);
  const isLocal = ({ address }: HtmlInput) => !usesServer || address !== undefined;
  const several = { inputs, options, mergeItems: files, isOfDocument };
  await renderSeveral(session, several, () =>
    startRenderer(session, options, { usesServer, startsBrowser: inputs.some(isLocal) }),
  );
}

/** With `--continue-on-error`, a file that cannot be read fails when its turn comes. */
function checkBeforeStart(file: string, options: HtmlFlags): void {
  try {
    checkPageFile(file, options);
  } catch (error) {
    if (!options.continueOnError || !isOfItem(error)) throw error;
  }
}

/** How the server of a web page fails; the same codes of the server that renders end the run. */
const pageFailures: readonly ErrorCode[] = [
  'not_found',
  'forbidden',
  'server_unavailable',
  'server_unreachable',
];

const isOfDocument = (error: unknown, { address }: HtmlInput): error is Failure =>
  isOfItem(error) || (address !== undefined && error instanceof Failure && pageFailures.includes(error.code));

async function toInput(text: string, options: HtmlFlags): Promise<HtmlInput> {
  const address = pageAddress(text);
  if (address) return { text, address, filename: (await webPageDocument(address, options)).filename };
  return { text, address, filename: `${text === '-' ? 'document' : toDocumentName(text)}.pdf` };
}

async function startRenderer(
  session: Session,
  options: HtmlFlags,
  { usesServer, startsBrowser }: { readonly usesServer: boolean; readonly startsBrowser: boolean },
): Promise<DocumentRenderer<HtmlInput>> {
  const date = reproducibleDate(options.reproducible === true, session.context.sourceDateEpoch);
  const signer = options.signIdentity === undefined ? await openSigningKey(session, options) : undefined;
  const workers = options.concurrency ?? availableParallelism();
  // Without a page to print, it may have images to draw of what the server rendered.
  const browser = browserOnDemand(session, { sandbox: options.sandbox, workers });
  if (startsBrowser) await browser();
  const connection: PacedConnection | undefined = usesServer
    ? await connectPaced(session, { concurrency: options.concurrency, localAlternative: '--local renders.' })
    : undefined;
  const data = await readData(options, session.terminal);
  return {
    get concurrency() {
      // While pages print, the next document is filled and the last one finished.
      return connection?.pace.concurrency ?? workers + 1;
    },
    get wait() {
      return connection?.pace.wait ?? 0;
    },
    server: connection?.url,
    serverOf: ({ address }) => (address ? undefined : connection?.url),
    async render({ text, address }, { session: own, options: given, cancel }) {
      if (!address) checkPageFile(text, options);
      const document = await (address
        ? webPageDocument(address, options)
        : readHtmlDocument(own, text, options));
      if (connection && !address) {
        const hasFolder = text !== '-' || options.assets !== undefined;
        const shared = { connection, cancel, signer, browser };
        return await htmlRemotely(own, { ...document, hasFolder }, given, { data, shared });
      }
      const prepared = await forLocalRender(own, document, options);
      return await renderLocally(
        own,
        { browser: await browser(), date, signer, data, cancel },
        prepared,
        given,
      );
    },
  };
}
