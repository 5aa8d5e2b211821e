/** What runs in a thread that parses HTML: one message after another. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { serializeError } from '../../workers/serialize-error.ts';
import { parseHeaderFooter } from '../header-footer/parse-header-footer.ts';
import { hasScripts } from '../print/scripts.ts';
import { readFacts } from '../print/text-facts.ts';
import type { HtmlMessage, ParsedHtmlMessage } from './html-message.ts';

const port = parentPort as MessagePort;

async function parse(message: HtmlMessage): Promise<ParsedHtmlMessage> {
  try {
    if (message.kind === 'facts') {
      return { facts: { html: readFacts(message.html), styles: readFacts(message.styles) } };
    }
    if (message.kind === 'scripts') return { scripts: await hasScripts(message.html) };
    return { margins: parseHeaderFooter(message.source) };
  } catch (error) {
    return { error: serializeError(error) };
  }
}

port.on('message', async (message: HtmlMessage) => port.postMessage(await parse(message)));
port.postMessage('ready');
