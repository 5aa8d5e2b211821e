/**
 * Keeps what was printed to be laid over documents: the letterhead of an owner is the same on all invoices, and to print it
 * again takes a third of an invoice's time.
 */
import { createHash } from 'node:crypto';
import { LRUMap } from '#runtime/lru-cache';
import { refersToNetwork } from '#template/model/document-address';
import type { PrintedDocument, PrintJob } from '../browser.ts';
import type { DocumentFacts } from './text-facts.ts';

export interface PrintedOverlays {
  /** Undefined if there is none that may be used again. */
  find(job: PrintJob): PrintedDocument | undefined;
  /** Does nothing for a document that is no overlay, or one that shows files, which may change. */
  keep(job: PrintJob, facts: DocumentFacts, printed: PrintedDocument): void;
}

/** Bytes of all PDFs, and of one. */
const maxBytes = 8 * 1024 * 1024;
const maxBytesEach = 256 * 1024;
const maxCount = 1_000;
/** A longer one is not looked for, which takes a millisecond for each 300,000 characters. */
const maxCharacters = 100_000;

/** For the lifetime of one browser, which knows the fonts of the machine as they were at its start. */
export function openPrintedOverlays(): PrintedOverlays {
  const kept = new LRUMap<string, PrintedDocument>(maxBytes, maxCount);
  return {
    find(job) {
      const key = keyOf(job);
      const found = key && kept.get(key);
      return found ? copyOf(found) : undefined;
    },
    keep(job, facts, printed) {
      const key = keyOf(job);
      if (!key || printed.pdf.length > maxBytesEach || mayChange(job, facts)) return;
      const timings = { browser: 0, load: 0, print: 0 };
      kept.set(key, copyOf({ ...printed, timings }), printed.pdf.length);
    },
  };
}

/** Returns a hash of all that the PDF depends on, and of its owner, so that nothing reveals what others print. */
function keyOf({ owner, overlay, html, styles = '', paper, lang, listFonts, assets }: PrintJob) {
  if (owner === undefined || !overlay || html.length + styles.length > maxCharacters) return undefined;
  // Fields that it does not name are not shown: a letterhead is the same for invoices of other titles.
  const mayName = (name: string) => html.includes(name) || html.includes('&#');
  const texts = Object.entries(overlay.texts).filter(([name]) => mayName(name));
  const shown = { ...overlay, texts };
  const parts = [owner, shown, html, styles, paper, lang, listFonts, assets.documentPath];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}

/** Whether it shows files of the template, or may show something of the network. */
function mayChange({ html: written, styles: writtenStyles = '' }: PrintJob, { html, styles }: DocumentFacts) {
  // In this order, because most of the first ones are known already.
  if ([html, styles].some((text) => text.refersToAssets || text.loadsFromNetwork)) return true;
  return [written, writtenStyles].some((text) => refersToNetwork(text.replaceAll(inertAddress, '')));
}

/** The address of a namespace, which is only a name, and the data of a picture, in which two slashes are chance. */
const inertAddress = /\bxmlns(?::\w+)?=(?:"[^"]*"|'[^']*')|;base64,[\w+/=]*/g;

/** The bytes may be moved to a thread. */
const copyOf = (printed: PrintedDocument): PrintedDocument => ({ ...printed, pdf: Buffer.from(printed.pdf) });
