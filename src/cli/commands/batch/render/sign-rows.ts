/** `batch --sign`: signs each PDF on this machine, wherever it was rendered. */
import { hash } from 'node:crypto';
import type { Signer } from '#library/signing/open-signer';
import { toBytes } from '#pdf/large-pdf/large-pdf';
import type { RowRenderer } from './row-renderer.ts';

/** Rows that were finished with another certificate or another reason are not those of this batch. */
export function signRows(renderer: RowRenderer, signer: Signer): RowRenderer {
  const fingerprint = hash('sha256', JSON.stringify([renderer.fingerprint, signer.facts]));
  // The other properties change while the batch runs.
  return Object.create(renderer, {
    fingerprint: { value: fingerprint },
    render: {
      async value(...[row, cancel]: Parameters<RowRenderer['render']>) {
        const rendered = await renderer.render(row, cancel);
        const signed = await signer.sign(await toBytes(rendered.pdf));
        return { ...rendered, pdf: signed.pdf, warnings: [...rendered.warnings, ...signed.warnings] };
      },
    },
  });
}
