/** Prepares the HTML of a document for its page, with its styles. */
import { refersToAssets } from '#template/model/document-address';
import type { CachedAssets } from '../page/cached-assets.ts';
import type { Embed } from '../page/embed.ts';
import { withFontDisplays, withFontDisplaysOfStyles } from '../page/font-displays.ts';
import { inlineHtmlAssets, maxInlinedCharacters } from '../page/inline-html-assets.ts';
import { defaultMaxEmbeddedBytes } from '../page/pictures/picture-stand-ins.ts';
import type { ReadJob } from '../print/print-in-context.ts';
import type { DocumentFacts } from '../print/text-facts.ts';
import { readAsXhtml } from './read-as-xhtml.ts';

interface Content {
  readonly html: string;
  readonly isXml: boolean;
  /** Why a document that means to be XML is not read as such. One sentence each, without a full stop. */
  readonly problems: readonly string[];
  /** Whether the document may request files of its own, and therefore needs an address. */
  readonly ownFiles: boolean;
}

/**
 * Returns the document with its styles. `held`: the files of a page that can hold some. They are then inlined, provided that
 * the document then needs no address.
 */
export async function prepareContent(
  { html: written, styles: writtenStyles, ...rest }: ReadJob,
  held: CachedAssets | undefined,
): Promise<Content> {
  const { isXml, problem } = await readAsXhtml(written, rest);
  const problems = problem === undefined ? [] : [problem];
  const styles = writtenStyles === undefined ? undefined : withFontDisplays(writtenStyles);
  const job: ReadJob = { ...rest, html: withFontDisplaysOfStyles(written), styles };
  const { facts } = job;
  const length = job.html.length + (job.styles?.length ?? 0);
  // Elements that are shown on other pages would take addresses with them that only this page knows.
  const staysHere = !facts.html.usesPagedMedia && !facts.styles.usesPagedMedia;
  if (held && staysHere && !facts.html.setsPolicy && length <= maxInlinedCharacters) {
    const html = await holdFiles(job, held, isXml);
    if (html !== undefined && !refersToAssets(html)) {
      return { html, isXml, problems, ownFiles: false };
    }
  }
  // If the document gets a realm of its own, the held files are lost with the old realm.
  held?.forget();
  return {
    html: withStyles(job.html, job.styles, { facts, isXml }),
    isXml,
    problems,
    ownFiles: job.scripts || facts.html.refersToAssets || facts.styles.refersToAssets,
  };
}

/** The page would have to hold more for a document than it embeds of one whose pictures stay in their files. */
class TooMuchToHold extends Error {
  override readonly name = 'TooMuchToHold';
}

/** Returns the document with addresses of files that the page holds. Undefined if they are too many for a new document. */
async function holdFiles(job: ReadJob, held: CachedAssets, isXml: boolean): Promise<string | undefined> {
  const { deferred, maxEmbeddedBytes = defaultMaxEmbeddedBytes } = job;
  const maxBytes = deferred ? held.heldBytes + maxEmbeddedBytes : Number.POSITIVE_INFINITY;
  const embed: Embed = async (asset) => {
    const address = await held.embed(asset);
    if (held.heldBytes > maxBytes) throw new TooMuchToHold();
    return address;
  };
  try {
    return await inlineHtmlAssets(
      withStyles(job.html, job.styles, { facts: job.facts, isXml }),
      job.assets,
      embed,
    );
  } catch (error) {
    if (error instanceof TooMuchToHold) return undefined;
    throw error;
  }
}

/** Inserts `styles.css` first in the head, so that the document's own styles take precedence. */
function withStyles(
  html: string,
  styles: string | undefined,
  { facts, isXml }: { readonly facts: DocumentFacts; readonly isXml: boolean },
): string {
  if (!styles) return html;
  const css = facts.styles.endsStyle ? styles.replaceAll(/<\/style/gi, '<\\/style') : styles;
  const text = isXml ? `<![CDATA[${styles.replaceAll(']]>', ']]]]><![CDATA[>')}]]>` : css;
  const element = `<style>${text}</style>`;
  const head = /<head(?:\s[^<>]*)?>|<html(?:\s[^<>]*)?>|<!doctype[^<>]*>/gi;
  let at = 0;
  for (const match of html.slice(0, 4096).matchAll(head)) {
    at = match.index + match[0].length;
    if (/^<head/i.test(match[0])) break;
  }
  return html.slice(0, at) + element + html.slice(at);
}
