/** The browser and the threads that render for `pdfapi mcp`. The browser ends after minutes without a document. */
import type { Browser } from '#browser/browser';
import type { RenderTools } from '#render/render-request';
import { startTemplateNamesLister } from '#server/template-names/template-names';
import type { TemplateNames } from '#template/check/template-variables';
import { startFillPool } from '#template/fill/start-fill-pool';
import { startLintPool } from '#template/lint/start-lint-pool';
import type { TemplateFiles } from '#template/model/template-files';
import { type EditorPool, startEditorPool } from '#template/pdfme/editor-pool';
import { allowedHosts } from '../../options/allowed-hosts.ts';
import { startLocalBrowser } from '../../rendering/local-browser.ts';
import type { Session } from '../../session.ts';

export interface LocalEngine {
  readonly allowHosts: readonly string[];
  /** Gives the work everything but a deadline. The browser runs at least until it is done. */
  use<Result>(work: (tools: EngineTools) => Promise<Result>): Promise<Result>;
  /** Undefined if listing exceeds its limits. */
  listNames(key: string, files: TemplateFiles): Promise<TemplateNames | undefined>;
}

type EngineTools = Omit<RenderTools, 'deadline' | 'work'> & { readonly browser: Browser };

/** Milliseconds without a document after which the browser ends. An assistant may stay connected for days. */
const standardIdleMs = 5 * 60_000;

/** Documents rendered at the same time. */
const workers = 2;

interface LocalEngineOptions {
  readonly allowHost?: readonly string[];
  readonly sandbox: boolean;
  /** For tests. */
  readonly idleMs?: number;
}

/** Throws `usage` for a wrong host. Starts nothing yet. */
export function openLocalEngine(
  session: Session,
  { allowHost, sandbox, idleMs = standardIdleMs }: LocalEngineOptions,
): LocalEngine {
  const { shutdown, context } = session;
  const allowHosts = allowedHosts(allowHost, context.allowHosts);
  const fill = startFillPool({ workers });
  const lint = startLintPool();
  const names = startTemplateNamesLister();
  let editor: EditorPool | undefined;
  shutdown.add(() => Promise.all([fill.close(), lint.close(), names.close(), editor?.close()]));

  let browser: Promise<Browser> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let users = 0;

  const start = async (): Promise<Browser> => {
    const started = await startLocalBrowser(session, { sandbox, workers });
    await started.ready().catch(async (error) => {
      await started.close();
      throw error;
    });
    return started;
  };
  const end = async () => {
    const ended = browser;
    browser = undefined;
    await (await ended)?.close();
  };

  return {
    allowHosts,
    async use(work) {
      clearTimeout(idle);
      users++;
      try {
        browser ??= start();
        const started = await browser.catch((error) => {
          // The next document tries again.
          browser = undefined;
          throw error;
        });
        editor ??= startEditorPool({ workers });
        return await work({ browser: started, fill: fill.fill, lint: lint.lint, editor });
      } finally {
        users--;
        if (users === 0) idle = setTimeout(() => void end().catch(() => {}), idleMs).unref();
      }
    },
    listNames: (key, files) => names.list(key, async () => files),
  };
}
