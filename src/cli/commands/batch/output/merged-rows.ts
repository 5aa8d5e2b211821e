/** Merges all rows into one PDF, in their order. Each is merged and released as soon as the rows before it are. */

import type { StandardsSettings } from '#contract/documents';
import { Failure } from '#contract/errors';
import type { Signer } from '#library/signing/open-signer';
import { type FileProtection, startMerge } from '#pdf';
import { DeferredStreams } from '#pdf/large-pdf/deferred-streams';
import { toBytes } from '#pdf/large-pdf/large-pdf';
import { finishMerged } from '#render/merged-standards';
import { Deadline } from '#runtime/deadline';
import { type OutputTarget, writeTarget } from '../../../io/output.ts';
import { reproducibleDate } from '../../../options/reproducible.ts';
import { reportInvoice } from '../../../rendering/report-invoice.ts';
import { signFinished } from '../../../rendering/sign-finished.ts';
import type { Session } from '../../../session.ts';
import { contentHash, type Journal } from '../journal.ts';
import type { RowRenderer } from '../render/row-renderer.ts';
import type { RowDestination } from './row-destination.ts';

export interface MergedRowsOptions {
  readonly target: OutputTarget;
  readonly renderer: RowRenderer;
  /** Set for a batch on a server; a local batch costs nothing. */
  readonly journal: Journal | undefined;
  readonly reproducible: boolean;
  readonly compact: boolean;
  /** The standards that the file of all rows is made for. */
  readonly standards: StandardsSettings;
  readonly protection: FileProtection | undefined;
  readonly signer: Signer | undefined;
}

/** The maximum of PDFs that wait in memory for a slow row before them. */
const ahead = 32;

export function mergedRows(session: Session, options: MergedRowsOptions): RowDestination {
  const { target, renderer, journal, compact, standards: asked, protection, signer } = options;
  const date = reproducibleDate(options.reproducible, session.context.sourceDateEpoch);
  const merge = startMerge({ compact });
  const { deferred = new DeferredStreams() } = renderer;
  let rows = 0;
  return {
    ahead,
    async make({ number, data, exact, content }, cancel) {
      const hash = contentHash(JSON.stringify([content, renderer.fingerprint]));
      journal?.begin();
      const idempotencyKey = journal?.createKey(number, hash);
      const { pdf, ...facts } = await renderer.render({ data, exact, idempotencyKey }, cancel);
      return { pdf: await toBytes(pdf), rendered: { ...facts, bytes: pdf.length } };
    },
    take({ pdf }) {
      rows++;
      if (pdf) merge.add(pdf, { name: `row ${rows}` });
    },
    async finish() {
      if (rows === 0) {
        throw new Failure('invalid_data', 'There are no rows to merge.');
      }
      const merged = merge.finish();
      const deadline = new Deadline(session.globals.timeout);
      const isReproducible = date !== undefined;
      const labels = {
        parts: merge.parts,
        asked,
        date: date ?? new Date(),
        isReproducible,
        deadline,
        protection,
      };
      const finished = await finishMerged(merged, labels, deferred).finally(() => deadline.close());
      await reportInvoice(session, finished);
      const { pages } = finished;
      const pdf = await signFinished(session, finished.pdf, signer);
      await writeTarget(session, target, pdf);
      return { path: target.path ?? '-', pages, bytes: pdf.length };
    },
  };
}
