/** What runs in a thread that parses HTML: one message after another. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { packError } from '../../fill/crossing-error.ts';
import { hasScripts } from '../scripts.ts';
import { readFacts } from '../text-facts.ts';
import type { HtmlMessage, ParsedHtmlMessage } from './html-message.ts';
import { parseMargins } from './parse-margins.ts';

const port = parentPort as MessagePort;

async function parse(message: HtmlMessage): Promise<ParsedHtmlMessage> {
  try {
    if (message.kind === 'facts') {
      return { facts: { html: readFacts(message.html), styles: readFacts(message.styles) } };
    }
    if (message.kind === 'scripts') return { scripts: await hasScripts(message.html) };
    return { margins: parseMargins(message.source) };
  } catch (error) {
    return { error: packError(error) };
  }
}

port.on('message', async (message: HtmlMessage) => port.postMessage(await parse(message)));
port.postMessage('ready');
