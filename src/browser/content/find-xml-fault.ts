/** Finds the first place where text is no XML, as a browser sees it. In a module of its own, because loading the parser takes time. */
import { SaxesParser } from 'saxes';

/** Browsers know the entities of HTML, such as `&nbsp;`, only in documents of these types. */
const definesEntities = /<!doctype\s[^<>]*(?:-\/\/W3C\/\/DTD (?:XHTML|MathML)|-\/\/WAPFORUM\/\/DTD XHTML)/i;

const maxBeforeRoot = 4_096;

/** Returns where it is and what it is, `line 4, column 62: unexpected close tag`, or undefined if the text is well-formed. */
export function findXmlFault(xml: string): string | undefined {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const start = xml.slice(0, maxBeforeRoot);
  if (definesEntities.test(start) || /<!ENTITY\s/.test(start)) {
    const known = parser.ENTITIES;
    parser.ENTITIES = new Proxy(known, { get: (_, name) => known[String(name)] ?? ' ' });
  }
  let fault: string | undefined;
  parser.on('error', ({ message }) => {
    fault ??= `line ${parser.line}, column ${parser.columnIndex + 1}: ${message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')}`;
  });
  // In pieces, so that nothing is read after the first fault.
  for (let at = 0; at < xml.length && fault === undefined; at += pieceLength) {
    parser.write(xml.slice(at, at + pieceLength));
  }
  if (fault === undefined) parser.close();
  return fault;
}

const pieceLength = 16_384;
