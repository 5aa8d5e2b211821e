/** Renders a template folder whenever it or its data changes, and reports the results. */

import { randomBytes } from 'node:crypto';
import type { Browser } from '#browser/browser';
import { placeFailed } from '#browser/findings';
import type { StandardsSettings } from '#contract/documents';
import { Failure } from '#contract/errors';
import type { RegionSettings } from '#contract/language/region';
import type { PageDefaults } from '#contract/page';
import { renderDocument } from '#library/render-document';
import { toBytes } from '#pdf/large-pdf/large-pdf';
import type { RenderedDocument } from '#render/render-request';
import { Deadline } from '#runtime/deadline';
import { checkAssets } from '#template/check/check-assets';
import { chooseLists } from '#template/data/choose-lists';
import { readDataSchema } from '#template/data/data-schema';
import type { Fill } from '#template/fill/fill';
import type { Lint } from '#template/lint/index';
import { assertIsTemplate } from '#template/load/assert-is-template';
import { folderTree } from '#template/load/folder-tree';
import { readTemplate } from '#template/load/read-template';
import type { EditorPool } from '#template/pdfme/editor-pool';
import { withoutCsvRemedy } from '#twig';

import { styleFor } from '../../io/style.ts';
import { toWarnings } from '../../rendering/result.ts';
import { DesignDraft } from './design-draft.ts';
import { failureView } from './failure-view.ts';
import {
  type GoldenComparison,
  type GoldenOptions,
  startGoldenComparison,
} from './golden/golden-comparison.ts';
import { PreviewData } from './preview-data.ts';
import type { PreviewDocument, PreviewState } from './preview-state.ts';

export interface PreviewOptions {
  readonly folder: string;
  /** The path of the data to begin with, or JSON. Default: `data.json`. */
  readonly data: string | undefined;
  readonly strict: boolean;
  readonly page: RegionSettings;
  readonly pageDefaults: PageDefaults;
  readonly defaultBaseUrl: string | undefined;
  readonly defaultStandards: StandardsSettings;
  readonly allowHosts: readonly string[];
  /** Milliseconds per render. */
  readonly timeoutMs: number | undefined;
  readonly browser: Browser;
  readonly fill: Fill;
  readonly lint: Lint;
  readonly editor: EditorPool;
  /** Replaces a file atomically. */
  readonly write: (path: string, bytes: Uint8Array) => Promise<void>;
  /** Compares a case with its approved document. Never throws. */
  readonly compare: GoldenOptions['compare'];
  /** Called for each render that no newer one has superseded. */
  readonly onRender: (outcome: PreviewDocument | Failure, warnings: readonly string[]) => void;
}

export interface LivePreview {
  readonly state: PreviewState;
  readonly data: PreviewData;
  readonly design: DesignDraft;
  readonly golden: GoldenComparison;
  /** Returns one of the last documents; the latest without an id. */
  pdf(id?: string): Uint8Array | undefined;
  /** Renders the current files and data. Aborts the render that is under way. */
  refresh(): void;
  /** Calls `listener` at every change of the state. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  close(): void;
}

/** A page may still be fetching the previous document. */
const keptDocuments = 2;

export async function startPreview(options: PreviewOptions): Promise<LivePreview> {
  const { folder, strict } = options;
  const plain = await styleFor(0);
  const tree = folderTree(folder);
  const data = new PreviewData(folder, tree, options.write, options.data);
  const design = new DesignDraft(folder, tree, options.write);
  const instance = randomBytes(6).toString('hex');
  const documents = new Map<string, Uint8Array>();
  const listeners = new Set<() => void>();
  let newest: AbortController | undefined;
  let count = 0;
  let shown: Omit<PreviewState, 'data' | 'design' | 'golden'> = {
    instance,
    name: tree.name,
    strict,
    isRendering: false,
    document: null,
    failure: null,
    warnings: [],
    console: [],
  };

  const notify = () => {
    for (const listener of listeners) listener();
  };
  const golden = startGoldenComparison({ folder, compare: options.compare, onChange: notify });

  function change(part: Partial<typeof shown>): void {
    shown = { ...shown, ...part };
    notify();
  }

  async function refresh(): Promise<void> {
    newest?.abort(new Failure('interrupted', 'A newer version is being rendered.'));
    const cancel = new AbortController();
    newest = cancel;
    change({ isRendering: true });
    const start = performance.now();
    const outcome = await attempt(cancel.signal).catch((error: unknown) => asFailure(error));
    // A superseded result is dropped, whether a document or an error.
    if (newest !== cancel) return;
    if (outcome instanceof Failure) {
      change({ isRendering: false, failure: failureView(outcome, plain) });
      options.onRender(outcome, []);
      return;
    }
    const { pdf, report, filename, name } = outcome;
    const id = `${instance}-${++count}`;
    documents.set(id, pdf);
    for (const old of [...documents.keys()].slice(0, -keptDocuments)) documents.delete(old);
    const ms = Math.round(performance.now() - start);
    const document = { id, filename, pages: report.pages, bytes: report.bytes, ms };
    change({
      isRendering: false,
      name,
      document,
      failure: null,
      // The page edits JSON.
      warnings: toWarnings(report).map(withoutCsvRemedy),
      console: report.console,
    });
    // The page lists accessibility problems, so the terminal does not.
    options.onRender(document, toWarnings({ ...report, accessibility: [] }));
  }

  async function attempt(
    cancel: AbortSignal,
  ): Promise<RenderedDocument & { name: string; filename: string }> {
    const deadline = new Deadline(options.timeoutMs, cancel);
    try {
      await data.reload();
      await design.reload();
      await assertIsTemplate(folder);
      const { template, sources, filename } = await readTemplate(design.tree);
      const given = data.shown.parse();
      const rows = chooseLists(template, given?.plain ?? {});
      const schema = await readDataSchema(tree);
      schema?.validate(given?.plain ?? {}, deadline.remainingMs, Object.keys(rows));
      const request = {
        template,
        sources,
        data: given?.exact ?? {},
        rows,
        schema,
        strict,
        lint: 'warn' as const,
        page: options.page,
        pageDefaults: options.pageDefaults,
        defaultBaseUrl: options.defaultBaseUrl,
        defaultStandards: options.defaultStandards,
        allowHosts: options.allowHosts,
        // All templates belong to one user, so pages can be reused.
        owner: instance,
      };
      const { browser, fill, lint, editor } = options;
      const rendered = await renderDocument(request, {
        browser,
        fill,
        lint,
        editor,
        deadline,
        longDocuments: {},
      });
      const { failed } = rendered.report;
      const missing = failed.length > 0 ? await checkAssets(design.tree, { template, sources }) : undefined;
      const report = { ...rendered.report, failed: placeFailed(failed, missing?.warnings ?? []) };
      return { ...rendered, report, pdf: await toBytes(rendered.pdf), name: template.name, filename };
    } finally {
      deadline.close();
    }
  }

  return {
    get state() {
      return { ...shown, data: data.state, design: design.state, golden: golden.state };
    },
    data,
    design,
    golden,
    pdf: (id = [...documents.keys()].at(-1)) => (id === undefined ? undefined : documents.get(id)),
    refresh: () => void refresh(),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      newest?.abort(new Failure('interrupted', 'The preview has stopped.'));
      newest = undefined;
      golden.close();
      listeners.clear();
    },
  };
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new Failure('internal', `Unexpected error: ${message}`, { cause: error });
}
