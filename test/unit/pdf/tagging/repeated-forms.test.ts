/** Forms with tags that are drawn more than once. What Chromium makes of masks: `test/stress/render/tagging.test.ts`. */
import { expect, it } from 'vitest';
import { getPages } from '../../../../src/pdf/document/page-tree.ts';
import { PdfStream } from '../../../../src/pdf/object.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { markArtifacts } from '../../../../src/pdf/tagging/mark-artifacts.ts';
import { IncrementalUpdate } from '../../../../src/pdf/writing/incremental-update.ts';
import { buildPdf, minimalObjects, streamObject } from '../../../support/pdf/build-pdf.ts';
import { contentFaults } from '../../../support/pdf/tagged.ts';

const text = '/P <</MCID 0 >>BDC\n/Span <</ActualText (x)>>BDC\nBT\n<01> Tj\nET\nEMC\nEMC\n';

/** Returns the content of the page, and of each form by the name that the page has for it. */
async function marked(page: string): Promise<Record<string, string>> {
  const pdf = buildPdf({
    ...minimalObjects,
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</XObject<</X5 5 0 R>>>>>>',
    4: streamObject('', page),
    5: streamObject('/Type/XObject/Subtype/Form/StructParents 1', text),
  });
  const file = new PdfReader(pdf);
  const update = new IncrementalUpdate(file);
  (await markArtifacts(file)).write(update);
  const bytes = Buffer.concat([pdf, update.bytes(new Map())]);
  expect(contentFaults(bytes)).toEqual([]);
  const changed = new PdfReader(bytes);
  const [{ dict } = { dict: new Map() }] = [...getPages(changed)];
  const forms = changed.dict(changed.dict(dict, 'Resources') ?? new Map(), 'XObject') ?? new Map();
  const contentOf = (stream: unknown) =>
    stream instanceof PdfStream ? Buffer.from(changed.decode(stream)).toString('latin1') : '';
  return Object.fromEntries([
    ['page', contentOf(changed.get(dict, 'Contents'))],
    ...[...forms].map(([name, ref]) => [name, contentOf(changed.resolve(ref))]),
  ]);
}

it('a page draws an untagged copy as an artifact, each time but the first', async () => {
  expect(await marked('/X5 Do\n/X5 Do\n1 0 0 1 9 9 cm\n/X5 Do\n')).toEqual({
    page: '/X5 Do\n/Artifact BMC\n/X5-untagged Do\n1 0 0 1 9 9 cm\n/X5-untagged Do\nEMC\n',
    X5: text,
    'X5-untagged': '/Span <</ActualText (x)>>BDC\nBT\n<01> Tj\nET\nEMC\n',
  });
});

it('a form that is drawn once has no copy', async () => {
  expect(await marked('/X5 Do\n')).toEqual({ page: '/X5 Do\n', X5: text });
});
