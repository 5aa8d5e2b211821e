/** Colours code by its language. Loaded with the first code of a language that it knows. */
import highlighter from 'highlight.js/lib/common';
import clojure from 'highlight.js/lib/languages/clojure';
import cmake from 'highlight.js/lib/languages/cmake';
import dart from 'highlight.js/lib/languages/dart';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import elixir from 'highlight.js/lib/languages/elixir';
import erlang from 'highlight.js/lib/languages/erlang';
import fsharp from 'highlight.js/lib/languages/fsharp';
import groovy from 'highlight.js/lib/languages/groovy';
import haskell from 'highlight.js/lib/languages/haskell';
import http from 'highlight.js/lib/languages/http';
import julia from 'highlight.js/lib/languages/julia';
import latex from 'highlight.js/lib/languages/latex';
import matlab from 'highlight.js/lib/languages/matlab';
import nginx from 'highlight.js/lib/languages/nginx';
import ocaml from 'highlight.js/lib/languages/ocaml';
import pgsql from 'highlight.js/lib/languages/pgsql';
import powershell from 'highlight.js/lib/languages/powershell';
import protobuf from 'highlight.js/lib/languages/protobuf';
import scala from 'highlight.js/lib/languages/scala';
import twig from 'highlight.js/lib/languages/twig';

/** Returns HTML, or undefined if it does not know the language or the document has had too much code. */
export type Highlight = (code: string, language: string) => string | undefined;

/** In characters, of all code of a document: some 2,000 lines of a book. Further code is printed without colours. */
const maxHighlighted = 200_000;

const more = {
  ...{ clojure, cmake, dart, dockerfile, elixir, erlang, fsharp, groovy, haskell, http, julia, latex },
  ...{ matlab, nginx, ocaml, pgsql, powershell, protobuf, scala, twig },
};
for (const [name, language] of Object.entries(more)) highlighter.registerLanguage(name, language);

/** For one document. */
export function createHighlight(): Highlight {
  let left = maxHighlighted;
  return (code, language) => {
    left -= code.length;
    if (left < 0 || !highlighter.getLanguage(language)) return undefined;
    return highlighter.highlight(code, { language, ignoreIllegals: true }).value;
  };
}
