/** `--stamp` and `--under` for PDFs that are finished. */

import type { Deadline } from '../../core/deadline.ts';
import type { Fill } from '../../core/fill/fill.ts';
import { allowedHosts } from '../options/allowed-hosts.ts';
import { readStamps } from '../options/stamp/read-stamps.ts';
import { needsBrowser, type StampOptions, stampFiles } from '../options/stamp/stamp-files.ts';
import type { Session } from '../session.ts';

/** Draws the stamps on a PDF whose pages are chosen. */
export type StampFinished = (pdf: Uint8Array, deadline: Deadline) => Promise<Uint8Array>;

interface StampFinishedOptions extends StampOptions {
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
    const [{ readPrintedPages }, { printStamps }, { applyLayers }, { stampFilling }, { noAssets }] =
      await Promise.all([
        import('../../core/pdf/index.ts'),
        import('../../core/paged/stamp/print-stamps.ts'),
        import('../../core/paged/stamp/apply-layers.ts'),
        import('../../core/paged/stamp/stamp-filling.ts'),
        import('../../core/template/model/template.ts'),
      ]);
    const fillHere: Fill = async (job, until) =>
      await (await import('../../core/fill/in-process.ts')).fillInProcess(job, until);
    const content = { partials: {}, strict, data: {}, now: date ?? new Date() };
    const allowHosts = allowedHosts(options.allowHost, session.context.allowHosts);
    const job = { owner: undefined, lang: undefined, assets: noAssets, date, allowHosts, listFonts: false };
    try {
      const fill = await stampFilling(stamps, content, fillHere, deadline);
      const { layers, findings } = await printStamps(stamps, readPrintedPages(pdf), {
        browser,
        deadline,
        fill,
        job,
      });
      if (findings) {
        const { describeFindings } = await import('../../core/findings.ts');
        for (const warning of describeFindings(findings)) session.terminal.warn(warning);
      }
      return await applyLayers({ pdf, layers });
    } catch (error) {
      const { TemplateError } = await import('../../core/twig/index.ts');
      if (!(error instanceof TemplateError)) throw error;
      const { TemplateSources } = await import('../../core/template/model/template-sources.ts');
      throw new TemplateSources(sources, new Map()).failure(error);
    }
  };
}
