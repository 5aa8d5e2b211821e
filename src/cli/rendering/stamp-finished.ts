/** `--stamp` and `--under` for PDFs that are finished. */

import type { Deadline } from '#runtime/deadline';
import { fillInThisThread } from '#template/fill/fill-in-this-thread';
import { allowedHosts } from '../options/allowed-hosts.ts';
import { type RegionOptions, readRegionOptions } from '../options/page/region-options.ts';
import { readStamps } from '../options/stamp/read-stamps.ts';
import { needsBrowser, type StampOptions, stampFiles } from '../options/stamp/stamp-files.ts';
import type { Session } from '../session.ts';

/** Draws the stamps on a PDF whose pages are chosen. */
export type StampFinished = (pdf: Uint8Array, deadline: Deadline) => Promise<Uint8Array>;

interface StampFinishedOptions extends StampOptions, RegionOptions {
  readonly sandbox?: boolean;
  readonly allowHost?: readonly string[];
  readonly strict?: boolean;
}

/**
 * Reads the stamps, and starts the browser if one of them is of HTML. Undefined without stamps. Throws the errors of
 * `readStamps`.
 */
export async function prepareStamps(
  session: Session,
  options: StampFinishedOptions,
  date: Date | undefined,
): Promise<StampFinished | undefined> {
  const { stamps, sources } = await readStamps(options);
  if (stampFiles(options).every((file) => file === undefined)) return undefined;
  const browser = needsBrowser(options)
    ? await (await import('./local-browser.ts')).startLocalBrowser(session, {
        sandbox: options.sandbox ?? true,
      })
    : undefined;
  const { sandbox: _, strict = false } = options;
  return async (pdf, deadline) => {
    const { prepareStamping } = await import('#render/stamp/prepare-stamping');
    const { pdfWorkInThisThread: work } = await import('#render/pdf-work');
    const allowHosts = allowedHosts(options.allowHost, session.context.allowHosts);
    try {
      const region = readRegionOptions(options);
      const tools = { browser, deadline, fill: fillInThisThread, work, allowHosts, date, region, strict };
      const { pdf: stamped, findings } = await (await prepareStamping(stamps, tools))(pdf);
      if (findings) {
        const { describeFindings } = await import('#browser/findings');
        for (const warning of describeFindings(findings)) session.terminal.warn(warning);
      }
      return stamped;
    } catch (error) {
      const { TemplateError } = await import('#twig');
      if (!(error instanceof TemplateError)) throw error;
      const { TemplateSources } = await import('#template/model/template-sources');
      throw new TemplateSources(sources, new Map()).failure(error);
    }
  };
}
