/** A small tagged file that conforms to PDF/UA-1, of which tests change single objects. */
import { buildPdf, streamObject } from './build-pdf.ts';

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/** A packet whose description holds the properties, which may declare their own namespaces. */
export function xmpPacket(properties: string, about = ''): string {
  return `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${rdf}"><rdf:Description rdf:about="${about}" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">${properties}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

export const taggedXmp = {
  title: '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Title</rdf:li></rdf:Alt></dc:title>',
  accessible: '<pdfuaid:part>1</pdfuaid:part>',
  archive: '<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>',
};

export function metadataObject(xmp: string): string {
  return streamObject('/Type/Metadata/Subtype/XML', xmp);
}

/**
 * 1 catalog, 2 pages, 3 page, 4 structure tree, 5 metadata, 6 content with the MCID 0, 7 Document element, 8 parent
 * tree, 9 P element of the MCID 0. Tests add objects from 20 on.
 */
export const taggedObjects: Readonly<Record<number, string>> = {
  1: '<</Type/Catalog/Pages 2 0 R/StructTreeRoot 4 0 R/MarkInfo<</Marked true>>/Lang(en)/ViewerPreferences<</DisplayDocTitle true>>/Metadata 5 0 R>>',
  2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
  3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 6 0 R/StructParents 0/Tabs/S>>',
  4: '<</Type/StructTreeRoot/K 7 0 R/ParentTree 8 0 R>>',
  5: metadataObject(xmpPacket(Object.values(taggedXmp).join(''))),
  6: streamObject('', '/P<</MCID 0>>BDC 0 0 9 9 re f EMC'),
  7: '<</Type/StructElem/S/Document/P 4 0 R/K[9 0 R]>>',
  8: '<</Nums[0[9 0 R]]>>',
  9: '<</Type/StructElem/S/P/P 7 0 R/Pg 3 0 R/K 0>>',
};

export function taggedPdf(changes: Readonly<Record<number, string>> = {}): Buffer {
  return buildPdf({ ...taggedObjects, ...changes }, { header: '%PDF-1.7\n' });
}
