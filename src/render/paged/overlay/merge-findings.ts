/** The findings of a document and of what is laid over it, as those of one document. */
import type { PageFindings } from '#browser/browser';

/** Findings that both have are listed once. */
export function mergeFindings(document: PageFindings, overlay: PageFindings): PageFindings {
  const byUrl = (findings: PageFindings['failed']) => [
    ...new Map(findings.map((each) => [each.url, each])).values(),
  ];
  return {
    ...document,
    refused: byUrl([...document.refused, ...overlay.refused]),
    failed: byUrl([...document.failed, ...overlay.failed]),
    console: [...document.console, ...overlay.console],
    errors: [...document.errors, ...overlay.errors],
    fonts: mergeFonts([...document.fonts, ...overlay.fonts]),
    missingGlyphs: [...new Set([...document.missingGlyphs, ...overlay.missingGlyphs])],
    problems: [...new Set([...document.problems, ...overlay.problems])],
  };
}

function mergeFonts(fonts: PageFindings['fonts']): PageFindings['fonts'] {
  const groups = Map.groupBy(fonts, ({ family, own }) => JSON.stringify([family, own]));
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, glyphs: others.reduce((sum, { glyphs }) => sum + glyphs, first.glyphs) }] : [],
  );
}
